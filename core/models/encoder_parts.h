// What the encoders of texts and of pictures share: their stack, and pooling.
#pragma once

#include <optional>

#include "core/models/transformer_parts.h"

namespace attnlab {

/// x [B,T,C] through all blocks and the last norm, in the scope "encoder".
Variable encode(Tape& tape, const std::vector<Block>& blocks, const std::optional<NormLayer>& norm,
                Variable x, const AttentionMask& mask);

/// `lengths` [B], one longer where a class vector goes before each row; they live as long as the pass.
std::span<const Index> lengths_with_class(Tape& tape, const ModelConfig& config,
                                          std::span<const Index> lengths);

/// One vector a row as config.pooling says: x [B,T,C] → [B,1,C], recorded as `pooled`. `lengths` are the
/// real positions of each row; empty: all.
Variable pool(Tape& tape, const ModelConfig& config, Variable x, std::span<const Index> lengths);

}  // namespace attnlab
