// Calls of the kernels of norms and of sums of columns.
#include <algorithm>

#include "core/gpu/training/row_call.h"

namespace attnlab::gpu {

namespace {

ShaderDefines defines_of(const NormOf& how) {
  ShaderDefines defines;
  if (!how.centres) defines.emplace_back("ROOT_MEAN_SQUARE", "1");
  return defines;
}

RowCall call_of(const NormOf& how, const RowSizes& sizes) {
  RowCall call = row_call(sizes);
  call.gain_place = narrow(how.gain);
  call.shift_place = narrow(how.shift);
  call.epsilon = how.epsilon;
  return call;
}

/// Rows of a group, so that there are at most 64 groups for a column.
Index chunk_of(Index rows) { return std::max<Index>(16, blocks_of(rows, 64)); }

/// The partial sums of [rows,width], `sums` of them, each [chunks,width].
Buffer partial_columns(const StepTools& tools, RowCall call, std::span<const Buffer> inputs, Index sums) {
  call.chunk = narrow(chunk_of(call.rows));
  const Index chunks = blocks_of(call.rows, call.chunk);
  const Buffer partial = tools.scratch.take(sums * chunks * call.width);
  std::vector<Buffer> buffers = {inputs[0], partial};
  buffers.insert(buffers.end(), inputs.begin() + 1, inputs.end());
  dispatch_rows(tools.device, "column_sums.comp", sums > 1 ? ShaderDefines{{"NORM", "1"}} : ShaderDefines{},
                call, buffers, blocks_of(call.width, kRowThreads), chunks, kRowThreads * call.chunk * sums);
  return partial;
}

/// Adds the chunks of sum `sum` up, at `place` in `gradients`.
void add_chunks(const StepTools& tools, const RowSizes& sizes, const Buffer& partial, Index sum,
                const Buffer& gradients, Index place, bool last) {
  const Index chunks = blocks_of(sizes.rows, chunk_of(sizes.rows));
  add_shares(tools.device, partial, sum * chunks * sizes.width, chunks, 1, sizes.width,
             {gradients, place, sizes.width}, {.last = last});
}

}  // namespace

void norm(Device& device, const NormOf& how, const RowSizes& sizes, const Buffer& parameters, const Buffer& x,
          const Buffer& y, const Buffer& statistics) {
  const std::array<Buffer, 4> buffers = {x, parameters, y, statistics};
  dispatch_rows(device, "norm.comp", defines_of(how), call_of(how, sizes), buffers, sizes.rows, 1,
                3 * sizes.width);
}

void norm_backward(const StepTools& tools, const NormOf& how, const RowSizes& sizes, const Buffer& parameters,
                   const Buffer& x, const Buffer& statistics, const Buffer& dy, const Buffer& gradients,
                   const Buffer& dx, bool add) {
  RowCall call = call_of(how, sizes);
  const std::array<Buffer, 3> inputs = {dy, x, statistics};
  const Buffer partial = partial_columns(tools, call, inputs, 2);
  if (how.shift >= 0) add_chunks(tools, sizes, partial, 0, gradients, how.shift, false);
  add_chunks(tools, sizes, partial, 1, gradients, how.gain, false);
  call.added = add ? 1 : 0;
  const std::array<Buffer, 5> buffers = {x, parameters, statistics, dy, dx};
  dispatch_rows(tools.device, "norm_backward.comp", defines_of(how), call, buffers, sizes.rows, 1,
                6 * sizes.width);
}

void column_sums(const StepTools& tools, const RowSizes& sizes, Index stride, const Buffer& dy,
                 const Buffer& gradients, Index place) {
  RowCall call = row_call(sizes);
  call.stride = narrow(stride);
  const Buffer partial = partial_columns(tools, call, std::span(&dy, 1), 1);
  add_chunks(tools, sizes, partial, 0, gradients, place, false);
}

}  // namespace attnlab::gpu
