// Encode: turns examples as people write them into the batch that a model reads.
#pragma once

#include <span>
#include <stdexcept>
#include <string_view>

#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// An error in the target, where an example has a source and a target text.
class TargetError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The tokenizers of a task.
Vocabularies vocabularies_of(const Task& task);

/// Rows of `examples` (see Example), padded to the longest.
/// Stream   the text as input, each next token as its target, nothing to predict at the end; a question and
///          its answer with <eos> behind them and targets from the answer on
/// Pairs    source + <eos>, <sos> + target, target + <eos>, as the tasks do; of a tokenizer that puts tokens
/// around
///          a text, the source with these, and the target with those before it
/// PictureText  the picture, <sos> + target, target + <eos>
/// Masked, Labels, Class  the source as it is; targets where tokens are hidden, at each token, or one
/// WordContext  the words, and the candidates, of which the first is near them and the others are not
/// Unknown tokens stay in their places and are no targets. Throws std::invalid_argument for an empty text,
/// for labels that are not as many as the tokens and for pictures of different sizes.
Batch encode_examples(Format format, const Vocabularies& vocabularies, std::span<const Example> examples);

/// Throws std::invalid_argument if the target of an example can count nowhere: a class or a label that the
/// model does not have, or a text of another length than the masked one. An empty target is none.
void check_target(Format format, const Vocabularies& vocabularies, const Example& example);

/// encode_examples() for one example.
Batch encode_example(Format format, const Vocabularies& vocabularies, const Example& example);

/// One row of Pairs or Stream.
Batch encode_text(const Vocabularies& vocabularies, std::string_view source, std::string_view target);

/// Gives the one row of `batch`, of Pairs or PictureText, this answer: <sos> + target, target + <eos>. What
/// it answers stays.
void set_answer(const Vocabularies& vocabularies, std::span<const TokenId> target, Batch& batch);

}  // namespace attnlab
