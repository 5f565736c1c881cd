// Probe: one recorded pass, and statistics of its tensors.
#include "core/training/run/probe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/layers/alignment_sites.h"
#include "core/layers/attention_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/ops/basic/activation.h"
#include "core/ops/experts/expert_counts.h"
#include "core/tensor/eigen_maps.h"
#include "core/tensor/spare_blocks.h"
#include "core/training/passes.h"

namespace attnlab {
namespace {

constexpr Index kMostRows = 16, kMostPositions = 512;

void sample(const Task& task, Index rows, Batch& batch) {
  RandomStream random(validation_key(0));
  task.sample(Split::Validation, random, rows, batch);
}

/// The first `length` tokens of the one text in `batch`.
void shorten(Index length, Batch& batch) {
  if (batch.size != 1 || batch.source_length > 0 || batch.input_length <= length) return;
  batch.input.resize(length);
  batch.target.resize(length);
  batch.input_length = batch.target_length = length;
  batch.input_lengths[0] = std::min(batch.input_lengths[0], length);
}

Batch probe_batch(const Model& model, const Task& task) {
  Batch batch;
  sample(task, kMostRows, batch);
  const Index rows = kMostPositions / std::max<Index>(1, model.positions_a_row(batch));
  if (rows < kMostRows) sample(task, std::max<Index>(1, rows), batch);
  if (task.format() == Format::Stream) shorten(kMostPositions, batch);
  return batch;
}

/// Running sums of numbers and of their squares.
struct Moments {
  double sum = 0, squares = 0;
  Index count = 0;
  double mean() const { return sum / double(count); }
};

/// Entropy in bits of a row of weights; nothing where no key is seen.
void add_entropy(const Real* row, Index keys, Moments& entropy) {
  constexpr Real kLeast = std::numeric_limits<Real>::min();
  const ConstArrayMap weights(row, keys);
  if (weights.sum() == Real(0)) return;
  entropy.sum -= double((weights * weights.max(kLeast).log()).sum()) * std::numbers::log2e;
  ++entropy.count;
}

Index heads_of(const Named& weights) {
  return weights.site->axes[1] == Axis::Head ? weights.node->shape[1] : 1;
}

}  // namespace

Probe::Probe(const Model& model, const Task& task, std::span<const Real> weights)
    : batch_(probe_batch(model, task)), real_(model.config()) {
  run(model, weights, nullptr);
  find(model.config());
  name_values();
  rest();
}

void Probe::run(const Model& model, std::span<const Real> weights, AttentionDevice* device) {
  tape_.reset();
  tape_.bind(model.parameters(), weights.data(), nullptr);
  tape_.use_device(device);
  model.logits(tape_, batch_);
}

/// A block's output is the last tensor that it makes.
void Probe::find(const ModelConfig& config) {
  const bool dies = is_transformer(config) && activation_kind(config.activation).dies;
  std::size_t gates = 0, probabilities = 0;
  for (std::size_t i = 0; i < tape_.recorded().names().size(); ++i) {
    const Named& tensor = tape_.recorded().names()[i];
    if (tensor.site == &attention_sites::kWeights || tensor.site == &alignment_sites::kWeights)
      attentions_.push_back(i);
    if (tensor.site == &expert_sites::kProbabilities) probabilities = i;
    if (tensor.site == &expert_sites::kSelected) routers_.push_back({probabilities, i});
    const std::string block = layer_around(tensor.place).name();
    if (block.empty()) continue;
    auto at = std::ranges::find(blocks_, block, &Block::name);
    if (at == blocks_.end()) at = blocks_.insert(at, {block});
    at->output = i;
    if (tensor.site == &expert_sites::kGates) gates = i;
    if (!dies || tensor.site != &feed_forward_sites::kActivated) continue;
    const bool routed = tensor.place.within(expert_sites::kExperts);
    if (!routed) at->hidden.push_back({i, i});
    if (routed) at->hidden.push_back({i, gates, count_of(at->hidden)});
  }
}

void Probe::name_values() {
  for (const Block& block : blocks_) {
    names_.push_back("activation." + block.name + ".mean");
    names_.push_back("activation." + block.name + ".deviation");
    if (!block.hidden.empty()) names_.push_back("activation." + block.name + ".dead");
  }
  for (const std::size_t i : attentions_) {
    const Named& weights = tape_.recorded().names()[i];
    const std::string attention = weights.place.name();
    const Index heads = heads_of(weights);
    for (Index h = 0; h < heads; ++h)
      names_.push_back(std::string(kEntropy) + attention + "#" + std::to_string(h));
  }
  for (const Router& router : routers_) {
    const Named& probabilities = tape_.recorded().names()[router.probabilities];
    const std::string layer = probabilities.place.outer().name();
    for (Index e = 0; e < probabilities.node->shape.last(); ++e)
      names_.push_back(std::string(kExpertShare) + layer + "#" + std::to_string(e));
  }
}

void Probe::measure(const Model& model, std::span<const Real> weights, std::vector<float>& values,
                    AttentionDevice* device) {
  run(model, weights, device);
  for (const Block& block : blocks_) add_block(block, values);
  for (const std::size_t i : attentions_) add_entropies(tape_.recorded().names()[i], values);
  for (const Router& router : routers_) add_shares(router, values);
  rest();
}

void Probe::rest() {
  if (bytes() <= kMostAtRest) tape_.rest();
}

/// How many of the positions of example `row` in `tensor` are not padding.
Index Probe::real_positions(const Named& tensor, Index row, Index positions) const {
  return real_.count(batch_, tensor.place, row, positions);
}

void Probe::add_block(const Block& block, std::vector<float>& values) const {
  const Named& output = tape_.recorded().names()[block.output];
  const Index positions = output.node->shape[1], width = output.node->shape[2];
  Moments cells;
  for (Index b = 0; b < batch_.size; ++b) {
    const Index count = real_positions(output, b, positions) * width;
    const auto row = ConstArrayMap(output.node->value + b * positions * width, count).cast<double>();
    cells.sum += row.sum();
    cells.squares += row.square().sum();
    cells.count += count;
  }
  const double mean = cells.mean();
  const double variance = cells.squares / double(cells.count) - mean * mean;
  values.push_back(float(mean));
  values.push_back(float(std::sqrt(std::max(variance, 0.0))));
  if (!block.hidden.empty()) values.push_back(float(dead_share(block)));
}

double Probe::dead_share(const Block& block) const {
  Index units = 0, dead = 0;
  for (const Hidden& hidden : block.hidden) {
    const Named &activated = tape_.recorded().names()[hidden.activated],
                &gates = tape_.recorded().names()[hidden.gates];
    const Index positions = activated.node->shape[1], width = activated.node->shape[2];
    Eigen::Array<bool, Eigen::Dynamic, 1> silent =
        Eigen::Array<bool, Eigen::Dynamic, 1>::Constant(width, true);
    for (Index b = 0; b < batch_.size; ++b)
      for (Index t = 0; t < real_positions(activated, b, positions); ++t) {
        const Index at = b * positions + t;
        if (hidden.expert >= 0 && gates.node->value[at * gates.node->shape[2] + hidden.expert] == Real(0))
          continue;
        silent = silent && ConstArrayMap(activated.node->value + at * width, width) == Real(0);
      }
    units += width;
    dead += silent.count();
  }
  return double(dead) / double(units);
}

void Probe::add_entropies(const Named& weights, std::vector<float>& values) const {
  const Shape& shape = weights.node->shape;
  const Index heads = heads_of(weights), queries = shape.last(1), keys = shape.last();
  for (Index h = 0; h < heads; ++h) {
    Moments entropy;
    for (Index b = 0; b < batch_.size; ++b)
      for (Index q = 0; q < real_positions(weights, b, queries); ++q)
        add_entropy(weights.node->value + ((b * heads + h) * queries + q) * keys, keys, entropy);
    values.push_back(float(entropy.mean()));
  }
}

void Probe::add_shares(const Router& router, std::vector<float>& values) const {
  const Named &probabilities = tape_.recorded().names()[router.probabilities],
              &selected = tape_.recorded().names()[router.selected];
  const Index positions = probabilities.node->shape[1], experts = probabilities.node->shape.last(),
              per_token = selected.node->shape.last();
  ExpertCounts counts(experts);
  for (Index b = 0; b < batch_.size; ++b) {
    const Index first = b * positions, count = real_positions(probabilities, b, positions);
    for (Index at = first; at < first + count; ++at)
      counts.add(probabilities.node->value + at * experts, selected.node->value + at * per_token, per_token);
  }
  for (const double share : counts.shares()) values.push_back(float(share));
}

}  // namespace attnlab
