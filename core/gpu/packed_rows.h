// Packs the rows of an operand for the GPU, and unpacks them.
#pragma once

#include <algorithm>
#include <vector>

#include "core/ops/attention/attention_device.h"

namespace attnlab::gpu {

/// Sizes of [B,H,T,D] without gaps.
struct PackedSizes {
  Index batch, heads, positions, size;
  std::size_t cells() const { return static_cast<std::size_t>(batch * heads * positions * size); }
};

/// Of queries, their context and its gradient.
inline PackedSizes query_sizes(const AttentionSpec& spec) {
  return {spec.batch, spec.heads, spec.queries, spec.head_size};
}
/// Of keys and of values.
inline PackedSizes key_sizes(const AttentionSpec& spec) {
  return {spec.batch, spec.key_value_heads, spec.keys, spec.head_size};
}

/// The rows without gaps, in order.
inline std::vector<float> packed(const AttentionRows<const Real>& rows, const PackedSizes& s) {
  std::vector<float> cells(s.cells());
  float* to = cells.data();
  for (Index b = 0; b < s.batch; ++b)
    for (Index h = 0; h < s.heads; ++h)
      for (Index t = 0; t < s.positions; ++t, to += s.size)
        std::copy_n(rows.data + b * rows.batch + h * rows.head + t * rows.row, s.size, to);
  return cells;
}

/// Calls work(row of `to`, row of `cells`) for each row.
template <typename Work>
void each_packed_row(const std::vector<float>& cells, const PackedSizes& s, const AttentionRows<Real>& to,
                     Work work) {
  const float* from = cells.data();
  for (Index b = 0; b < s.batch; ++b)
    for (Index h = 0; h < s.heads; ++h)
      for (Index t = 0; t < s.positions; ++t, from += s.size)
        work(to.data + b * to.batch + h * to.head + t * to.row, from);
}

}  // namespace attnlab::gpu
