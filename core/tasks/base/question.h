// Question: what a task's texts ask, so that only the rest counts: a part of a stream, some tokens' labels.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// Questions and answers of a task whose streams ask: its first example and `count` held-out ones; none of
/// other tasks.
std::vector<Example> questions_of(const Task& task, Index count);

/// A question and its answer, as `tokenizer` writes them in one text: "37 − 35 = 2".
std::string whole_text(const Tokenizer& tokenizer, const Example& example);

/// The beginning of `text` that is a question, judged by `known` questions (Example::source) and answers: one
/// of them, or as far as a token that ends every question ("=" of sums), or as far as the first character's
/// return where that is how the questions end. "" where the texts are no questions, or none is found.
std::string question_in(std::string_view text, std::span<const Example> known);

/// The tokens of sources that are labeled in `known` examples of Labels, where others never are ("it", whose
/// noun is asked for); empty where every token has a label, and for examples of other formats.
std::vector<TokenId> labelled_tokens(Format format, const Vocabularies& vocabularies,
                                     std::span<const Example> known);

}  // namespace attnlab
