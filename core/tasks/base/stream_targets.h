// Stream targets: what an example of a stream asks for, in training as in a trace.
#pragma once

#include <span>

#include "core/tensor/real.h"

namespace attnlab {

/// The one definition of a stream's example: reading `input` [T], each token is to be followed by the next
/// one, and the last by `after`. Of the first `question` tokens only the last has a target. What nobody can
/// be asked for (kUnknownId) is ignored. `target` [T] is written; the two must not overlap.
void write_stream_targets(std::span<const TokenId> input, std::size_t question, TokenId after,
                          std::span<TokenId> target);

}  // namespace attnlab
