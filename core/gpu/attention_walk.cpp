// The recording kernel's call, and its buffers as a walk.
#include "core/gpu/attention_walk.h"

#include <limits>

#include "core/gpu/attention_call.h"
#include "core/gpu/mask_tables.h"
#include "core/gpu/rotation.h"

namespace attnlab::gpu {

namespace {

/// One step of one query as the kernel stores it.
struct Step {
  float maximum, sum, rescale, taken;
};

void check_seen(const Attention& how, Index blocks) {
  require_size("ranges of a painted mask", blocks, blocks_of(how.queries, how.block_queries));
  if (how.mask.hides() || !how.painted.cells)
    throw std::invalid_argument(
        "attention on the GPU: ranges of a painted mask need a painted mask and no other mask");
}

MaskTables tables_of(const Attention& how, std::span<const KeyRanges> seen) {
  return seen.empty() ? mask_tables(how, how.block_queries) : mask_tables(how, how.block_queries, seen);
}

/// Fills the walk's rows from `steps` [blocks,Tq].
void fill(OnlineSoftmaxWalk& walk, std::span<const Step> steps, float hidden) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const float m = steps[i].maximum;
    walk.maximum[i] = m == hidden ? -std::numeric_limits<float>::infinity() : m;
    walk.sum[i] = steps[i].sum;
    walk.rescale[i] = steps[i].rescale;
    const Index block = static_cast<Index>(i) / walk.queries, q = static_cast<Index>(i) % walk.queries;
    walk.skipped[block * walk.tiles() + q / walk.block_queries] = steps[i].taken == 0;
  }
}

}  // namespace

OnlineSoftmaxWalk attention_walk(Device& device, const Attention& how, const Operand& query,
                                 const Operand& key, const Operand& value, Index b, Index h,
                                 std::span<const KeyRanges> seen) {
  constexpr float kHidden = -3.0e38f;  // as in shaders/mask.glsl
  check_operands(how, query, key, value);
  require_no_dropout(how);
  if (!seen.empty()) check_seen(how, count_of(seen));
  if (b < 0 || b >= how.batch || h < 0 || h >= how.heads)
    throw std::invalid_argument("attention on the GPU: head " + std::to_string(h) + " of sequence " +
                                std::to_string(b) + " does not exist");
  OnlineSoftmaxWalk walk =
      empty_walk(how.queries, how.keys, how.head_size, how.block_queries, how.block_keys);
  std::vector<Step> steps(walk.maximum.size());
  if (steps.empty()) return walk;
  device.run([&] {
    const Turned turned = turn_positions(device, how, query, key);
    AttentionCall call = call_of(how, turned.query, turned.key, value);
    const ShaderDefines defines = {width_for(call), {"RECORD", "1"}};
    const Buffer recorded = device.buffer(count_of(steps) * 4),
                 outputs = device.buffer(count_of(walk.output));
    const std::array<Buffer, 7> buffers = {turned.query.buffer,
                                           turned.key.buffer,
                                           value.buffer,
                                           upload_tables(device, how, tables_of(how, seen), call),
                                           how.painted.cells,
                                           recorded,
                                           outputs};
    const auto blocks = double(walk.blocks());
    const auto written = double(how.block_queries * (how.head_size + 4)) * sizeof(float);
    dispatch_planes(device, "attention_forward.comp", defines, call, buffers,
                    {blocks_of(how.queries, how.block_queries), 1,
                     blocks * (2 * tile_operations(how) + kOperationsPerByte * written), b * how.heads + h});
    device.read(recorded, {&steps.front().maximum, steps.size() * 4});
    device.read(outputs, walk.output);
  });
  fill(walk, steps, kHidden);
  return walk;
}

}  // namespace attnlab::gpu
