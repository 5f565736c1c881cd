// The call of the product kernel.
#include "core/gpu/product.h"

#include "core/gpu/attention_call.h"

namespace attnlab::gpu {

namespace {

/// The uniform block of shaders/product.comp (std140).
struct alignas(16) ProductCall {
  AttentionCall::Place left, right, result;
  std::int32_t left_step, right_step, rows, columns, depth, heads, summed_heads, left_shared, right_shared;
  std::int32_t first_plane = 0, first_group = 0;
};
static_assert(offsetof(ProductCall, first_group) == 88 && sizeof(ProductCall) == 96);

Buffer multiply(Device& device, const ShaderDefines& defines, const ProductSizes& sizes, const Matrices& left,
                const Matrices& right) {
  const auto [batch, heads, rows, columns, depth, summed] = sizes;
  const Buffer result = device.buffer(batch * heads * rows * columns);
  ProductCall call{place_of(left.place),
                   place_of(right.place),
                   place_of(Operand::heads_apart(result, heads, rows, columns)),
                   narrow(left.step),
                   narrow(right.step),
                   narrow(rows),
                   narrow(columns),
                   narrow(depth),
                   narrow(heads),
                   narrow(summed),
                   narrow(left.shared),
                   narrow(right.shared)};
  const std::array<Buffer, 3> buffers = {left.place.buffer, right.place.buffer, result};
  const Index tiles = blocks_of(rows, kTile) * blocks_of(columns, kTile);
  const Index written = Index(sizeof(float)) * Index(kOperationsPerByte);
  const auto operations = double(kTile * kTile * (2 * depth * summed + written));
  dispatch_planes(device, "product.comp", defines, call, buffers, {tiles, batch * heads, operations});
  return result;
}

}  // namespace

Buffer product(Device& device, const ProductSizes& sizes, const Matrices& left, const Matrices& right) {
  return multiply(device, {}, sizes, left, right);
}

Buffer weighed(Device& device, const ProductSizes& sizes, const Matrices& left, const Matrices& right) {
  return multiply(device, {{"WEIGHTS", "1"}}, sizes, left, right);
}

}  // namespace attnlab::gpu
