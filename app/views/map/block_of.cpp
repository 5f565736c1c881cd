// Blocks are compared by the parts around them, then by the order of computation.
#include "app/views/map/block_of.h"

#include <algorithm>

#include "app/state/weight_readers.h"

namespace attnlab {
namespace {

/// The number of parts, from the outermost, that two places share.
std::size_t shared_parts(const Place& a, const Place& b) {
  const auto one = a.steps(), two = b.steps();
  return static_cast<std::size_t>(std::ranges::mismatch(one, two).in1 - one.begin());
}

/// The place of a tensor in the order of computation; of a weight, that of the first tensor that reads it.
std::ptrdiff_t computed_at(const Trace& trace, const TraceTensor& tensor) {
  if (!is_parameter(tensor)) return &tensor - trace.tensors().data();
  const auto reads = weight_readers(trace, [&](const TraceTensor& weight) { return &weight == &tensor; });
  return reads.empty() ? -1 : computed_at(trace, *reads.back().second);
}

struct NearBlock {
  const MapBlock* block = nullptr;
  std::ptrdiff_t at = 0;
};

/// The blocks that share the most parts with `place`, in order of computation.
std::vector<NearBlock> nearest_blocks(const ModelMap& map, const Trace& trace, const Place& place) {
  std::size_t most = 1;
  for (const MapBlock& block : map.blocks) most = std::max(most, shared_parts(block.place, place));
  std::vector<NearBlock> near;
  for (const MapBlock& block : map.blocks)
    if (const TraceTensor* made = trace.find(block.tensor); made && shared_parts(block.place, place) == most)
      near.push_back({&block, computed_at(trace, *made)});
  std::ranges::stable_sort(near, {}, &NearBlock::at);
  return near;
}

}  // namespace

const MapBlock* block_of(const ModelMap& map, const Trace& trace, const TraceTensor& tensor) {
  const auto own = std::ranges::find(map.blocks, name_after_edits(tensor.name), &MapBlock::tensor);
  if (own != map.blocks.end()) return &*own;
  const std::vector<NearBlock> near = nearest_blocks(map, trace, tensor.place);
  if (near.empty()) return nullptr;
  const std::ptrdiff_t at = computed_at(trace, tensor);
  // Within a part, a tensor belongs to what was computed last, a weight's reader included; beside it, to what
  // takes it in.
  if (tensor.place.begins_with(near.front().block->place)) {
    const auto later = std::ranges::upper_bound(near, at, {}, &NearBlock::at);
    return (later == near.begin() ? later : later - 1)->block;
  }
  const auto taker = std::ranges::lower_bound(near, at, {}, &NearBlock::at);
  return (taker == near.end() ? taker - 1 : taker)->block;
}

const MapBlock* chosen_block(const ModelMap& map, const ViewModel& model) {
  const TraceTensor* tensor = model.trace->find(value_name(chosen_cell(model.state).tensor));
  return tensor ? block_of(map, *model.trace, *tensor) : nullptr;
}

}  // namespace attnlab
