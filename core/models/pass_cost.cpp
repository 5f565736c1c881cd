// Pass cost: axes of a small model's tensors, by the sizes that they have in the large one.
#include "core/models/pass_cost.h"

#include <algorithm>
#include <vector>

#include "core/models/full_batch.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

/// What an axis of so many cells is in the large model.
struct TwinSize {
  Index small;
  double large;
};
using TwinSizes = std::vector<TwinSize>;

constexpr Index kPositions = 19, kHidden = 37, kTargets = 41, kSources = 43, kHeadSize = 10;

struct TwinLayers {
  Index first = 1, decoder = 1;
};

/// A small model of the same kind, with sizes of its own.
ModelConfig twin_of(const ModelConfig& config, const TwinLayers& layers) {
  ModelConfig twin = config;
  twin.layers = layers.first;
  if (config.decoder_layers > 0) twin.decoder_layers = layers.decoder;
  twin.context = kPositions;
  twin.heads = config.key_value_heads > 0 ? 6 : 3;
  twin.key_value_heads = config.key_value_heads > 0 ? 3 : 0;
  twin.head_width = config.head_width > 0 ? kHeadSize : 0;
  twin.width = config.head_width > 0 ? 70 : kHeadSize * twin.heads;
  if (has_feed_forward(config)) twin.feed_forward = kHidden;
  twin.target_vocabulary = kTargets;
  const bool alike = config.shared_embeddings || config.source_vocabulary == config.target_vocabulary;
  if (config.source_vocabulary > 0) twin.source_vocabulary = alike ? kTargets : kSources;
  twin.mask = {};
  twin.rotary_share = 1;
  return twin;
}

TwinSizes sizes_of(const ModelConfig& twin, const ModelConfig& config, Index positions) {
  const auto pair = [](Index small, Index large) { return TwinSize{small, double(large)}; };
  return {pair(kPositions, positions),
          pair(kPositions + 1, positions + 1),
          pair(twin.width, config.width),
          pair(twin.heads * twin.head_size(), config.heads * config.head_size()),
          pair(twin.key_heads() * twin.head_size(), config.key_heads() * config.head_size()),
          pair(twin.heads, config.heads),
          pair(twin.key_heads(), config.key_heads()),
          pair(kHeadSize, config.head_size()),
          pair(kHidden, config.feed_forward),
          pair(kTargets, config.target_vocabulary),
          pair(kSources, config.source_vocabulary)};
}

double large_cells(const Shape& shape, const TwinSizes& sizes) {
  double cells = 1;
  for (const Index size : shape.sizes()) {
    const auto known = std::ranges::find(sizes, size, &TwinSize::small);
    cells *= known == sizes.end() ? double(size) : known->large;
  }
  return cells;
}

/// The pass of the small model with so many layers, in bytes of the large one.
PassCost count_twin(const ModelConfig& config, Index positions, const TwinLayers& layers) {
  const ModelConfig twin = twin_of(config, layers);
  const auto model = make_model(twin);
  const TwinSizes sizes = sizes_of(twin, config, positions);
  const AlignedBuffer weights(static_cast<std::size_t>(model->parameters().size()), Real(0));
  Tape tape(Mode::Record);
  tape.bind_for_backward(model->parameters(), weights.data());
  const Batch batch = full_batch(twin, kPositions);
  model->losses(tape, batch, 0, batch.counted_targets());
  PassCost cost;
  for (Operation* op = tape.last_operation(); op; op = op->previous()) {
    const double bytes = sizeof(Real) * large_cells(op->output()->shape, sizes);
    cost.values += bytes;
    if (op->output()->wants_gradient) cost.gradients += bytes;
  }
  return cost;
}

}  // namespace

std::optional<PassCost> count_pass(const ModelConfig& config, Index positions) {
  validate(config);
  if (!is_transformer(config) || has_picture(format_of(config)) || config.experts > 0) return {};
  const PassCost one = count_twin(config, positions, {});
  PassCost all{one.values, one.gradients, sizeof(Real) * double(parameter_count(config))};
  const auto add = [&](const TwinLayers& layers, Index depth) {
    const PassCost two = count_twin(config, positions, layers);
    const auto more = double(depth - 1);
    all.values += more * (two.values - one.values);
    all.gradients += more * (two.gradients - one.gradients);
  };
  add({.first = 2}, config.layers);
  if (config.decoder_layers > 0) add({.decoder = 2}, config.decoder_layers);
  return all;
}

}  // namespace attnlab
