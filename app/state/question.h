// Question: which part of a stream asks, so that only the rest counts.
#pragma once

#include <span>
#include <string>

#include "core/tasks/base/task.h"

namespace attnlab {

/// The beginning of `text` that is a question, judged by `known` questions (Example::source) and answers: one
/// of them, or as far as a token that ends every question ("=" of sums), or as far as the first character's
/// return where that is how the questions end. "" where the texts are no questions, or none is found.
std::string question_in(std::string_view text, std::span<const Example> known);

}  // namespace attnlab
