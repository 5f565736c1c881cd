// Stream targets: the targets of a stream's example, in training and in traces.
#pragma once

#include <span>

#include "core/tensor/real.h"

namespace attnlab {

/// The one definition of a stream's example: reading `input` [T], each token is to be followed by the next
/// one, and the last by `after`. Of the first `question` tokens only the last has a target. Unknown tokens
/// (kUnknownId) are ignored. `target` [T] is written; the two must not overlap.
void write_stream_targets(std::span<const TokenId> input, std::size_t question, TokenId after,
                          std::span<TokenId> target);

}  // namespace attnlab
