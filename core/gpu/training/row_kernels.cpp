// Calls of the kernels of activations, embeddings, dropout, the loss and totals.
#include "core/gpu/training/row_kernels.h"

#include "core/gpu/training/row_call.h"

namespace attnlab::gpu {

namespace {

/// Runs a kernel of which each thread takes a cell.
void dispatch_cells(Device& device, std::string_view shader, const ShaderDefines& defines,
                    const RowCall& call, std::span<const Buffer> buffers, Index cells, bool last = true) {
  dispatch_rows(device, shader, defines, call, buffers, blocks_of(cells, kRowThreads), 1, 3 * kRowThreads,
                last);
}

ShaderDefines defines_of(const ActivationOf& how) {
  ShaderDefines defines = {{std::string(how.define), "1"}};
  if (how.gated) defines.emplace_back("GATED", "1");
  return defines;
}

}  // namespace

void activate(Device& device, const ActivationOf& how, const RowSizes& sizes, const Buffer& x,
              const Buffer& y) {
  const std::array<Buffer, 2> buffers = {x, y};
  dispatch_cells(device, "activate.comp", defines_of(how), row_call(sizes), buffers,
                 sizes.rows * sizes.width);
}

void activate_backward(Device& device, const ActivationOf& how, const RowSizes& sizes, const Buffer& x,
                       const Buffer& dy, const Buffer& dx) {
  const std::array<Buffer, 3> buffers = {x, dy, dx};
  dispatch_cells(device, "activate_backward.comp", defines_of(how), row_call(sizes), buffers,
                 sizes.rows * sizes.width);
}

void embed(Device& device, const EmbeddingOf& how, const RowSizes& sizes, Index positions,
           const Buffer& parameters, const Buffer& tokens, const Buffer& codes, const Buffer& y,
           const Dropped& dropped) {
  RowCall call = row_call(sizes);
  call.gain_place = narrow(how.table);
  call.shift_place = narrow(how.codes);
  call.factor = how.factor;
  ShaderDefines defines;
  if (dropped) add_dropout(call, defines, dropped);
  call.positions = narrow(positions);
  const std::array<Buffer, 5> buffers = {parameters, tokens, codes, y, dropped.keys};
  dispatch_cells(device, "embed.comp", defines, call, std::span(buffers).first(dropped ? 5 : 4),
                 sizes.rows * sizes.width);
}

void embed_backward(Device& device, const EmbeddingOf& how, const RowSizes& sizes, Index positions,
                    const Buffer& tokens, Index first_list, const Buffer& dy, const Buffer& gradients,
                    bool add) {
  constexpr Index kEmbeddingThreads = 64;
  RowCall call = row_call(sizes);
  if (how.learned_codes > 0) {
    call.shift_place = narrow(how.codes);
    call.positions = narrow(positions);
    call.chunk = narrow(how.learned_codes);
    const std::array<Buffer, 2> buffers = {dy, gradients};
    dispatch_cells(device, "positions_backward.comp", {}, call, buffers, how.learned_codes * sizes.width,
                   false);
  }
  call.gain_place = narrow(first_list);
  call.shift_place = narrow(how.table);
  call.factor = how.factor;
  call.added = add ? 1 : 0;
  const std::array<Buffer, 3> buffers = {dy, tokens, gradients};
  const Index rows_a_token = blocks_of(sizes.rows, how.vocabulary) + 2;
  dispatch_rows(device, "embed_backward.comp", {}, call, buffers, blocks_of(sizes.width, kEmbeddingThreads),
                how.vocabulary, kEmbeddingThreads * rows_a_token);
}

void drop(Device& device, const RowSizes& sizes, const Buffer& x, const Buffer& y, const Dropped& dropped) {
  RowCall call = row_call(sizes);
  ShaderDefines defines;
  add_dropout(call, defines, dropped);
  const std::array<Buffer, 3> buffers = {x, y, dropped.keys};
  dispatch_cells(device, "drop.comp", defines, call, buffers, sizes.rows * sizes.width);
}

void cross_entropy(Device& device, const LossOf& how, const RowSizes& sizes, const Buffer& logits,
                   const Buffer& tokens, const Buffer& losses) {
  RowCall call = row_call(sizes);
  call.stride = narrow(how.stride);
  call.gain_place = narrow(how.first_target);
  call.factor = float(1 / double(std::max<Index>(how.counted, 1)));
  call.epsilon = float(how.smoothing);
  const std::array<Buffer, 3> buffers = {logits, tokens, losses};
  dispatch_rows(device, "cross_entropy.comp", {}, call, buffers, sizes.rows, 1, 4 * sizes.width);
}

void total(Device& device, const Buffer& cells, Index count, const Buffer& totals, Index number) {
  RowCall call = row_call({1, count});
  call.gain_place = narrow(number);
  const std::array<Buffer, 2> buffers = {cells, totals};
  dispatch_rows(device, "total.comp", {}, call, buffers, 1, 1, count);
}

void total_of_squares(const StepTools& tools, const Buffer& cells, Index count, const Buffer& totals,
                      Index number) {
  const Index chunk = std::max<Index>(4096, blocks_of(count, 8192)), chunks = blocks_of(count, chunk);
  RowCall call = row_call({1, count});
  call.chunk = narrow(chunk);
  const Buffer sums = tools.scratch.take(chunks);
  const std::array<Buffer, 2> buffers = {cells, sums};
  dispatch_rows(tools.device, "squares.comp", {}, call, buffers, chunks, 1, chunk);
  total(tools.device, sums, chunks, totals, number);
}

}  // namespace attnlab::gpu
