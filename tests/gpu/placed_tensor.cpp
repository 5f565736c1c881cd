// Sends a case to the GPU, and fetches the results.
#include "tests/gpu/placed_tensor.h"

#include <gtest/gtest.h>

namespace attnlab::testing {

gpu::Attention gpu_attention_of(gpu::Device& device, const AttentionCase& c) {
  gpu::Attention how{c.spec()};
  how.rotary = c.rotary;
  how.query_position = c.rotary.empty() ? 0 : c.start;
  if (c.painted == AttentionCase::Painted::None) return how;
  how.painted.cells = device.upload(c.painted_cells);
  const Index plane = c.queries * c.keys;
  if (c.painted == AttentionCase::Painted::Sequences) how.painted.batch = plane;
  if (c.painted == AttentionCase::Painted::Heads) {
    how.painted.batch = c.heads * plane;
    how.painted.head = plane;
  }
  return how;
}

namespace {

constexpr float kUntouched = 1e30f;

/// The tensor's place, without a buffer: rows of its own, or some columns of wider ones.
gpu::Operand placed(const AttentionCase& c, Index heads, Index positions, Index& floats) {
  const Index spare = c.side_by_side ? (c.size % 4 == 0 ? 8 : 3) : 0, width = heads * c.size + 2 * spare;
  floats = c.batch * positions * width;
  return c.side_by_side ? gpu::Operand::heads_beside({}, positions, width, spare, c.size)
                        : gpu::Operand::heads_apart({}, heads, positions, c.size);
}

template <typename F>
void each_cell(const PlacedTensor& x, F work) {
  std::size_t i = 0;
  for (Index b = 0; b < x.batch; ++b)
    for (Index h = 0; h < x.heads; ++h)
      for (Index t = 0; t < x.positions; ++t)
        for (Index d = 0; d < x.size; ++d)
          work(i++, static_cast<std::size_t>(x.operand.offset + b * x.operand.batch + h * x.operand.head +
                                             t * x.operand.row + d));
}

PlacedTensor place_cells(gpu::Device& device, const AttentionCase& c, const float* cells, Index heads,
                         Index positions) {
  Index floats = 0;
  PlacedTensor x{placed(c, heads, positions, floats), c.batch, heads, positions, c.size};
  std::vector<float> all(static_cast<std::size_t>(floats), kUntouched);
  if (cells) each_cell(x, [&](std::size_t from, std::size_t to) { all[to] = cells[from]; });
  x.operand.buffer = device.upload(all);
  return x;
}

}  // namespace

PlacedTensor place(gpu::Device& device, const AttentionCase& c, std::span<const float> cells, Index heads,
                   Index positions) {
  return place_cells(device, c, cells.data(), heads, positions);
}

PlacedTensor place_nothing(gpu::Device& device, const AttentionCase& c, Index heads, Index positions) {
  return place_cells(device, c, nullptr, heads, positions);
}

std::vector<float> PlacedTensor::read(gpu::Device& device) const {
  std::vector<float> all(static_cast<std::size_t>(operand.buffer.size()));
  device.read(operand.buffer, all);
  std::vector<float> cells(static_cast<std::size_t>(batch * heads * positions * size));
  std::vector<bool> own(all.size());
  each_cell(*this, [&](std::size_t to, std::size_t from) {
    cells[to] = all[from];
    own[from] = true;
  });
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_TRUE(own[i] || all[i] == kUntouched) << "written beside its columns";
  return cells;
}

}  // namespace attnlab::testing
