// Model: the loss, and making one.
#include "core/models/model.h"

#include <algorithm>

#include "core/config/no_such_kind.h"
#include "core/models/architecture_kind.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/loss/cross_entropy.h"
#include "core/ops/loss/penalty.h"

namespace attnlab {

namespace {

Variable prediction_loss(Tape& tape, Variable scores, const CrossEntropyOptions& options,
                         const model_sites::OutputSites& output) {
  if (!tape.recording()) return cross_entropy(tape, scores, options);
  Variable logs;
  {
    const Scope scope(tape, model_sites::kOutput);
    tape.name(softmax(tape, scores), output.probabilities);
    logs = tape.name(log_softmax(tape, scores), output.log_probabilities);
  }
  const Scope scope(tape, model_sites::kLoss);
  const Variable per_token = tape.name(cross_entropy_per_token(tape, logs, options), output.per_token);
  return tape.name(mean_loss(tape, per_token, options.normalizer), model_sites::kMeanLoss);
}

/// Each sequence's share of the targets that count.
std::span<const Real> target_shares(Tape& tape, const Batch& batch, Real counted) {
  Real* shares = tape.arena().array<Real>(batch.size);
  const TokenId* row = batch.target.data();
  for (Index b = 0; b < batch.size; ++b, row += batch.target_length) {
    const auto ignored = std::count(row, row + batch.target_length, kIgnoredTarget);
    shares[b] = Real(batch.target_length - ignored) / counted;
  }
  return {shares, static_cast<std::size_t>(batch.size)};
}

}  // namespace

const model_sites::OutputSites& output_sites(const ModelConfig& config) {
  switch (format_of(config)) {
    case Format::WordContext: return model_sites::kEachCandidate;
    case Format::Numbers: return model_sites::kEachNumber;
    case Format::Class:
    case Format::Picture: return model_sites::kOneClass;
    case Format::Stream:
    case Format::Pairs:
    case Format::PictureText:
    case Format::Masked:
    case Format::Labels: return model_sites::kEachToken;
  }
  no_such_kind("format");
}

Variable Model::name_logits(Tape& tape, Variable logits) const {
  const Scope scope(tape, model_sites::kOutput);
  return tape.name(logits, output_sites(config_).logits);
}

Model::Loss Model::losses(Tape& tape, const Batch& batch, double label_smoothing, Index counted) const {
  const auto normalizer = Real(std::max<Index>(counted, 1));
  const Variable scores = logits(tape, batch);
  const Variable mean =
      prediction_loss(tape, scores, {batch.target, label_smoothing, normalizer}, output_sites(config_));
  if (tape.penalties().empty()) return {mean, mean, scores};
  const Scope scope(tape, model_sites::kLoss);
  const Variable balance =
      tape.name(total_penalty(tape, tape.penalties(), target_shares(tape, batch, normalizer)),
                model_sites::kBalanceLoss);
  const auto weight = Real(config_.balance_weight);
  return {mean, tape.name(add_penalty(tape, mean, balance, weight), model_sites::kTotalLoss), scores};
}

std::unique_ptr<Model> make_model(const ModelConfig& config) {
  validate(config);
  return architecture_of(config).make(config);
}

SnapshotPtr first_snapshot(const Model& model, std::uint64_t seed) {
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.resize(model.parameters().size());
  model.parameters().initialize(snapshot->weights, seed);
  return snapshot;
}

Index parameter_count(const ModelConfig& config) { return make_model(config)->parameters().size(); }

}  // namespace attnlab
