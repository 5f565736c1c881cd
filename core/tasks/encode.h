// Encode: text that somebody typed, as the batch that a model reads.
#pragma once

#include <span>
#include <string_view>

#include "core/tasks/task.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// The tokenizers of a task.
Vocabularies vocabularies_of(const Task& task);

/// One sequence. With a source vocabulary: source + <eos>, <sos> + target, target + <eos>, as the tasks do.
/// Without: all of `target` as input, each next token as its target, nothing to predict at the end; throws
/// std::invalid_argument for an empty text. Unknown tokens stay in their places and are no targets.
Batch encode_text(const Vocabularies& vocabularies, std::string_view source, std::string_view target);

/// The same for token ids.
Batch encode_pair(const Vocabularies& vocabularies, std::span<const TokenId> source,
                  std::span<const TokenId> target);

}  // namespace attnlab
