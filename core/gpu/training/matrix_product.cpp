// Calls of the product kernels.
#include "core/gpu/training/matrix_product.h"

#include "core/gpu/attention_call.h"
#include "core/gpu/dropout_bits.h"

namespace attnlab::gpu {

namespace {

/// The uniform block of shaders/product_call.glsl (std140).
struct alignas(16) MatrixCall {
  std::int32_t rows, columns, depth;
  std::int32_t left_place = 0, left_stride = 0, right_place = 0, right_stride = 0;
  std::int32_t result_place, result_stride;
  std::int32_t bias_place, added_place, added_stride;
  std::int32_t share, shares, partial_stride;
  float scale;
  std::int32_t first_plane = 0, first_group = 0;
  std::int32_t positions = 1, first_key = 0;
  float dropout_scale = 0;
  std::uint64_t dropout_end = 0;
};
static_assert(offsetof(MatrixCall, dropout_end) == 88 && sizeof(MatrixCall) == 96);

constexpr Index kEnoughGroups = 264;  ///< two for each multiprocessor of a large GPU
constexpr Index kLeastShare = 256;
constexpr Index kSumThreads = 128;
constexpr const char* kSumsOfShares = "sums of shares";

bool whole_vectors(const Matrix& matrix) { return matrix.place % 4 == 0 && matrix.stride % 4 == 0; }

MatrixCall call_of(const MatrixSizes& sizes, const Matrix& result, const AfterProduct& after) {
  MatrixCall call{.rows = narrow(sizes.rows),
                  .columns = narrow(sizes.columns),
                  .depth = narrow(sizes.depth),
                  .result_place = narrow(result.place),
                  .result_stride = narrow(result.stride),
                  .bias_place = narrow(after.bias_place),
                  .added_place = narrow(after.added_place),
                  .added_stride = narrow(after.added_stride),
                  .share = narrow(sizes.depth),
                  .shares = 1,
                  .partial_stride = narrow(sizes.columns),
                  .scale = after.scale};
  if (!after.dropped) return call;
  call.positions = narrow(after.dropped.positions);
  call.first_key = narrow(after.dropped.first);
  call.dropout_scale = dropout_scale(after.dropped.rate);
  call.dropout_end = dropout_end(after.dropped.rate);
  return call;
}

void add_dropout(ShaderDefines& defines, const AfterProduct& after) {
  if (after.dropped) defines.emplace_back("DROPOUT", "1");
}

ShaderDefines defines_of(const Matrix& left, const Matrix& right, Index quads) {
  const auto flag = [](bool on) { return std::string(on ? "1" : "0"); };
  return {{"QUADS", std::to_string(quads)},
          {"LEFT_ALONG", flag(!left.transposed)},
          {"RIGHT_ALONG", flag(!right.transposed)},
          {"LEFT_VECTORS", flag(whole_vectors(left))},
          {"RIGHT_VECTORS", flag(whole_vectors(right))}};
}

}  // namespace

ProductCut cut_of(const MatrixSizes& sizes) {
  const auto tiles = [&](Index side) { return blocks_of(sizes.rows, side) * blocks_of(sizes.columns, side); };
  const Index quads = tiles(128) >= kEnoughGroups * 3 / 4 ? 2 : 1, slice = 32 / quads;
  const Index wanted = blocks_of(kEnoughGroups, std::max<Index>(tiles(64 * quads), 1));
  const Index shares = std::clamp<Index>(sizes.depth / kLeastShare, 1, wanted);
  const Index share = blocks_of(blocks_of(sizes.depth, shares), slice) * slice;
  return {quads, blocks_of(sizes.depth, share), share};
}

void multiply(Device& device, Scratch& scratch, const MatrixSizes& sizes, const Matrix& left,
              const Matrix& right, const Matrix& result, const AfterProduct& after) {
  const ProductCut cut = cut_of(sizes);
  const bool partial = cut.shares > 1;
  MatrixCall call = call_of(sizes, result, after);
  call.left_place = narrow(left.place);
  call.left_stride = narrow(left.stride);
  call.right_place = narrow(right.place);
  call.right_stride = narrow(right.stride);
  call.share = narrow(cut.share);
  ShaderDefines defines = defines_of(left, right, cut.quads);
  Buffer to = result.buffer;
  if (partial) {
    to = scratch.take(cut.shares * sizes.rows * sizes.columns);
    defines.emplace_back("PARTIAL", "1");
  } else {
    add_dropout(defines, after);
  }
  const Index tile = 64 * cut.quads;
  const std::array<Buffer, 6> buffers = {left.buffer, right.buffer, to,
                                         after.bias,  after.added,  after.dropped.keys};
  dispatch_planes(device, "matrix_product.comp", defines, call,
                  std::span(buffers).first(after.dropped ? 6 : 5),
                  {blocks_of(sizes.rows, tile) * blocks_of(sizes.columns, tile), cut.shares,
                   double(2 * tile * tile * cut.share)},
                  {after.last || partial, after.kind});
  if (partial) add_shares(device, to, 0, cut.shares, sizes.rows, sizes.columns, result, after);
}

void add_shares(Device& device, const Buffer& partial, Index place, Index shares, Index rows, Index columns,
                const Matrix& result, const AfterProduct& after) {
  MatrixCall call = call_of({rows, columns, 0}, result, after);
  call.left_place = narrow(place);
  call.shares = narrow(shares);
  ShaderDefines defines;
  add_dropout(defines, after);
  const std::array<Buffer, 6> buffers = {partial,    {},          result.buffer,
                                         after.bias, after.added, after.dropped.keys};
  dispatch_planes(device, "partial_sums.comp", defines, call, std::span(buffers).first(after.dropped ? 6 : 5),
                  {blocks_of(rows * columns, kSumThreads), 1,
                   kOperationsPerByte * double(kSumThreads * (shares + 1) * Index(sizeof(float)))},
                  {after.last, kSumsOfShares});
}

}  // namespace attnlab::gpu
