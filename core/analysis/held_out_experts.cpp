// Held-out experts: recorded passes over held-out batches, and what their routers say.
#include "core/analysis/held_out_experts.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/layers/feed_forward_sites.h"
#include "core/models/real_positions.h"
#include "core/training/passes.h"

namespace attnlab {

namespace {

constexpr Index kRowsABatch = 16, kPositionsABatch = 512;
constexpr Index kClassVector = -1;  ///< in the place of a token's id

/// One router's tensors in a recorded pass.
struct RecordedRouter {
  Place place;  ///< of the mixture
  const Node* probabilities = nullptr;
  const Node* selected = nullptr;
};

std::vector<RecordedRouter> routers_in(const Tape& tape) {
  std::vector<RecordedRouter> routers;
  for (const Named& named : tape.recorded().names()) {
    if (named.before_edits) continue;
    if (named.site == &expert_sites::kProbabilities) routers.push_back({named.place.outer(), named.node});
    if (named.site == &expert_sites::kSelected) routers.back().selected = named.node;
  }
  return routers;
}

/// Passes over the batches, one after another on one tape.
class HeldOutPasses {
 public:
  HeldOutPasses(const Model& model, std::span<const Real> weights, AttentionDevice* device)
      : model_(model), weights_(weights), device_(device) {}

  void change(const Edit& edit) {
    for (Intervention& intervention : interventions_of(edit, model_.config()))
      tape_.recorded().attach(std::move(intervention));
  }

  /// The tape holds the pass until the next.
  const Tape& pass(const Batch& batch) {
    const Index counted = batch.counted_targets();
    tape_.reset();
    tape_.bind(model_.parameters(), weights_.data(), nullptr);
    tape_.use_device(device_);
    const Model::Loss loss = model_.losses(tape_, batch, 0, std::max<Index>(counted, 1));
    if (counted > 0) sum_ += double(*loss.cross_entropy.data()) * double(counted);
    targets_ += counted;
    return tape_;
  }

  Index targets() const { return targets_; }
  double loss() const {
    return targets_ > 0 ? sum_ / double(targets_) : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  const Model& model_;
  std::span<const Real> weights_;
  AttentionDevice* device_;
  Tape tape_{Mode::Record};
  double sum_ = 0;
  Index targets_ = 0;
};

/// The tokens that a layer reads, by their ids.
class ReadTokens {
 public:
  ReadTokens(const Model& model, const Vocabularies& vocabularies, const Place& place)
      : config_(model.config()),
        names_(vocabularies.of(place.text() == Text::Source)),
        source_(place.text() == Text::Source),
        before_(RealPositions(config_).before_text(place)) {}

  /// The id at a position of example `row`; of a picture, the number of the patch.
  Index id(const Batch& batch, Index row, Index position) const {
    const Index at = position - before_;
    if (at < 0) return kClassVector;
    if (source_ && has_picture(format_of(config_))) return at;
    const std::vector<TokenId>& tokens = source_ ? batch.source : batch.input;
    const Index length = source_ ? batch.source_length : batch.input_length;
    return tokens[row * length + at];
  }

  std::string text(Index id) const {
    if (id == kClassVector) return "[CLS]";
    if (!source_ || !has_picture(format_of(config_))) return names_.entry(static_cast<TokenId>(id));
    const Index across = config_.picture_size / config_.patch_size;
    return std::to_string(id / across) + "," + std::to_string(id % across);
  }

 private:
  const ModelConfig& config_;
  const Tokenizer& names_;
  bool source_;
  Index before_;
};

/// A layer while its tokens are counted.
struct CountedLayer {
  Place place;
  ReadTokens read;
  ExpertCounts counts;
  std::map<Index, RoutedToken> tokens;  ///< by id
};

void count_token(const RecordedRouter& router, Index at, Index id, CountedLayer& layer) {
  const Index experts = router.probabilities->shape.last(), per_token = router.selected->shape.last();
  const Real* const selected = router.selected->value + at * per_token;
  layer.counts.add(router.probabilities->value + at * experts, selected, per_token);
  RoutedToken& token = layer.tokens[id];
  if (token.taken.empty()) {
    token.text = layer.read.text(id);
    token.taken.assign(experts, 0);
  }
  ++token.seen;
  for (Index rank = 0; rank < per_token; ++rank) ++token.taken[static_cast<std::size_t>(selected[rank])];
}

void count_batch(const RecordedRouter& router, const Batch& batch, const RealPositions& real,
                 CountedLayer& layer) {
  const Index positions = router.probabilities->shape[1];
  for (Index row = 0; row < batch.size; ++row) {
    const Index count = real.count(batch, router.place, row, positions);
    for (Index t = 0; t < count; ++t)
      count_token(router, row * positions + t, layer.read.id(batch, row, t), layer);
  }
}

HeldOutLayer finished_layer(CountedLayer& layer) {
  HeldOutLayer done{layer.place.name(), layer.place, std::move(layer.counts), {}};
  for (auto& [id, token] : layer.tokens) done.tokens.push_back(std::move(token));
  return done;
}

/// Every expert that has others beside it.
std::vector<ExpertEdit> one_by_one(const Tape& pass) {
  std::vector<ExpertEdit> edits;
  for (const RecordedRouter& router : routers_in(pass)) {
    const Index experts = router.probabilities->shape.last();
    for (Index e = 0; experts > 1 && e < experts; ++e) edits.push_back({router.place.name(), {e}});
  }
  return edits;
}

/// Positions of one row that the model reads, one after the other where it is recurrent.
Index positions_read(const Model& model, const Batch& batch) {
  return std::max({Index(1), model.positions_a_row(batch), batch.source_length, batch.input_length});
}

}  // namespace

std::vector<Batch> held_out_batches(const Model& model, const Task& task, Index positions) {
  std::vector<Batch> batches;
  Index rows = kRowsABatch, read = 0;
  const auto draw = [&](Index number) {
    Batch batch;
    RandomStream random(validation_key(number));
    task.sample(Split::Validation, random, rows, batch);
    return batch;
  };
  rows = std::clamp<Index>(kPositionsABatch / positions_read(model, draw(0)), 1, kRowsABatch);
  do {
    batches.push_back(draw(count_of(batches)));
    read += batches.back().size * positions_read(model, batches.back());
  } while (read < positions);
  return batches;
}

HeldOutExperts held_out_experts(const Model& model, const Vocabularies& vocabularies,
                                std::span<const Real> weights, std::span<const Batch> batches,
                                AttentionDevice* device) {
  HeldOutPasses passes(model, weights, device);
  const RealPositions real(model.config());
  std::vector<CountedLayer> layers;
  HeldOutExperts found;
  for (const Batch& batch : batches) {
    const std::vector<RecordedRouter> routers = routers_in(passes.pass(batch));
    for (std::size_t i = 0; i < routers.size(); ++i) {
      if (i == layers.size())
        layers.push_back({routers[i].place,
                          ReadTokens(model, vocabularies, routers[i].place),
                          ExpertCounts(routers[i].probabilities->shape.last()),
                          {}});
      count_batch(routers[i], batch, real, layers[i]);
    }
    found.examples += batch.size;
  }
  for (CountedLayer& layer : layers) found.layers.push_back(finished_layer(layer));
  found.targets = passes.targets();
  found.loss = passes.loss();
  return found;
}

std::vector<ExpertEffect> held_out_effects(const Model& model, std::span<const Real> weights,
                                           std::span<const Batch> batches, AttentionDevice* device,
                                           const std::function<bool()>& goes_on) {
  std::vector<ExpertEffect> effects;
  if (batches.empty()) return effects;
  HeldOutPasses whole(model, weights, device);
  std::vector<ExpertEdit> edits;
  for (const Batch& batch : batches) {
    if (!goes_on()) return effects;
    const Tape& pass = whole.pass(batch);
    if (edits.empty()) edits = one_by_one(pass);
  }
  for (const ExpertEdit& edit : edits) {
    HeldOutPasses without(model, weights, device);
    without.change(edit);
    for (const Batch& batch : batches) {
      if (!goes_on()) return effects;
      without.pass(batch);
    }
    effects.push_back({edit.feed_forward, edit.experts[0], without.loss(), without.loss() - whole.loss()});
  }
  return effects;
}

std::vector<const RoutedToken*> tokens_taken(const HeldOutLayer& layer, Index expert, TokenOrder order,
                                             std::size_t most) {
  const auto e = static_cast<std::size_t>(expert);
  std::vector<const RoutedToken*> taken;
  for (const RoutedToken& token : layer.tokens)
    if (token.taken[e] > 0 && (order == TokenOrder::Often || token.seen >= kOftenEnough))
      taken.push_back(&token);
  const auto share = [&](const RoutedToken* t) {
    return order == TokenOrder::Often ? 0 : double(t->taken[e]) / double(t->seen);
  };
  std::ranges::stable_sort(taken, [&](const RoutedToken* a, const RoutedToken* b) {
    return share(a) != share(b) ? share(a) > share(b) : a->taken[e] > b->taken[e];
  });
  if (taken.size() > most) taken.resize(most);
  return taken;
}

}  // namespace attnlab
