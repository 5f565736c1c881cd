// Trainer on a step device: steps there, fetching, and going on without it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/training/passes.h"
#include "core/training/trainer_parts.h"

namespace attnlab {

void require_known(const StepDevice& device, const Model& model, const TrainingConfig& config) {
  const std::string why = device.refuses(model, config);
  if (!why.empty()) throw std::invalid_argument("this device cannot train the model: " + why);
}

void Trainer::use_step_device(std::shared_ptr<StepDevice> device,
                              std::function<void(const std::string& why)> failed) {
  if (device) require_known(*device, *model_, config());
  settle();
  on_device_.reset();
  if (device) on_device_ = std::make_unique<OnDevice>(OnDevice{std::move(device), std::move(failed)});
}

void Trainer::change_weights(const std::function<void(std::span<Real>)>& change) {
  settle();
  if (on_device_) on_device_->forget();
  change(weights_);
}

/// The batch as it goes through the model on the processor, so that dropout is the same.
std::vector<StepPiece> Trainer::pieces_of(const Batch& batch, Index shards) const {
  std::vector<StepPiece> pieces;
  const Index most = rows_a_pass(*model_, batch);
  for (Index i = 0; i < shards; ++i) {
    const Shard& shard = *shards_[i];
    for (Index done = 0; done < shard.rows; done += most)
      pieces.push_back({shard.begin + done, std::min(most, shard.rows - done),
                        join_keys(shard.dropout_key, static_cast<std::uint64_t>(done))});
  }
  return pieces;
}

StepMetrics Trainer::update_on_device(const Batch& batch, bool sampled) {
  StepMetrics metrics{steps_done_ + 1, 0, 0, next_learning_rate(), batch.counted_targets(), 0};
  const Index shards = lay_out(batch);
  if (observed_) {
    settle();
    tell_observers(shards, batch, metrics.tokens, device().get());
  }
  try {
    step_on_device(batch, shards, metrics);
  } catch (const StepDeviceFailure& failure) {
    const Batch again = batch;
    go_on_here(failure.what());
    return update_here(batch_ = again);
  }
  if (!std::isfinite(metrics.loss) || !std::isfinite(metrics.gradient_norm)) return metrics;
  ++steps_done_;
  on_device_->made.push_back(sampled ? std::nullopt : std::optional(batch));
  if (count_of(on_device_->made) >= kStepsBetweenFetches) settle();
  return metrics;
}

void Trainer::step_on_device(const Batch& batch, Index shards, StepMetrics& metrics) {
  OnDevice& on = *on_device_;
  if (!on.training) on.training = on.device->begin(model_);
  if (!on.has_weights) on.training->send(weights_, optimizer_.state());
  on.has_weights = true;
  const std::vector<StepPiece> pieces = pieces_of(batch, shards);
  const Index update = optimizer_.state().updates + count_of(on.made) + 1;
  const TrainedCell before = watched_ >= 0 ? on.training->cell(watched_) : TrainedCell();
  const StepOutcome outcome =
      on.training->step({batch, metrics.tokens, pieces, config(), metrics.learning_rate, update});
  metrics.loss = outcome.loss;
  metrics.gradient_norm = outcome.gradient_norm;
  on.newer_gradient = true;
  if (watched_ < 0 || !std::isfinite(metrics.loss) || !std::isfinite(metrics.gradient_norm)) return;
  const TrainedCell after = on.training->cell(watched_);
  watched_update_ = CellUpdate{.cell = watched_,
                               .weight = before.weight,
                               .gradient = after.gradient,
                               .mean = before.mean,
                               .square = before.square,
                               .clip_factor = double(Real(clip_factor(config(), metrics.gradient_norm))),
                               .learning_rate = double(Real(metrics.learning_rate)),
                               .update = update,
                               .result = after.weight};
}

/// Fetches weights and moments where the device has newer ones. Constant to its callers: what the trainer has
/// is what it would have had at once.
void Trainer::settle() const {
  if (!on_device_ || on_device_->made.empty()) return;
  Trainer& self = const_cast<Trainer&>(*this);
  try {
    on_device_->training->fetch(self.weights_, self.optimizer_.state());
    self.optimizer_.state().updates += count_of(on_device_->made);
    on_device_->made.clear();
  } catch (const StepDeviceFailure& failure) {
    self.go_on_here(failure.what());
  }
}

void Trainer::fetch_gradient() const {
  if (!on_device_ || !on_device_->newer_gradient) return;
  try {
    on_device_->training->fetch_gradient(shards_[0]->gradient);
    on_device_->newer_gradient = false;
  } catch (const StepDeviceFailure& failure) {
    const_cast<Trainer&>(*this).go_on_here(failure.what());
  }
}

/// Makes the steps again that only the device had made, and leaves the device.
void Trainer::go_on_here(const std::string& why) {
  const std::unique_ptr<OnDevice> left = std::move(on_device_);
  std::unique_ptr<Tape> observed = std::move(observed_);  // they saw these steps
  const Batch last = batch_;
  steps_done_ -= count_of(left->made);
  for (const std::optional<Batch>& given : left->made) {
    if (!given) sample(steps_done_);
    update_here(given ? *given : batch_);
  }
  batch_ = last;
  observed_ = std::move(observed);
  if (left->failed) left->failed(why);
}

}  // namespace attnlab
