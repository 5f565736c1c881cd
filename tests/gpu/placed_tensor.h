// A case on the device: its sizes and mask, and its tensors in rows of their own or side by side.
#pragma once

#include <span>
#include <vector>

#include "tests/gpu/attention_case.h"

namespace attnlab::testing {

/// The case's sizes and mask for the GPU.
gpu::Attention gpu_attention_of(gpu::Device& device, const AttentionCase& c);

/// A [B,heads,T,D] tensor on the device in the case's layout; `width` columns a row from `column` where side
/// by side.
struct PlacedTensor {
  gpu::Operand operand;
  Index batch, heads, positions, size;
  std::vector<float> read(gpu::Device& device) const;
};
PlacedTensor place(gpu::Device& device, const AttentionCase& c, std::span<const float> cells, Index heads,
                   Index positions);
/// The same, filled with a number that no result may hold on to.
PlacedTensor place_nothing(gpu::Device& device, const AttentionCase& c, Index heads, Index positions);

}  // namespace attnlab::testing
