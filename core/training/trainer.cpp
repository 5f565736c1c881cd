// Trainer: sample, split over shards, reduce in order, clip, update.
#include "core/training/trainer.h"

#include <chrono>
#include <cmath>
#include <stdexcept>

#include "core/config/cores.h"
#include "core/tensor/eigen_maps.h"
#include "core/training/passes.h"
#include "core/training/trainer_parts.h"

namespace attnlab {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

TrainingConfig checked(const TrainingConfig& config) {
  attnlab::validate(config);
  return config;
}

/// Gradients are reduced and weights updated in pieces of this many cells, whatever the threads.
constexpr Index kChunk = 16384;

}  // namespace

Trainer::Trainer(std::shared_ptr<const Model> model, std::shared_ptr<const Task> task, TrainingConfig config,
                 int threads, FirstWeights first)
    : model_(std::move(model)),
      task_(std::move(task)),
      settings_{checked(config), 1, first_live_values(model_->config(), task_.get())},
      first_(std::move(first)),
      trained_(model_->parameters(), config.train),
      weights_(static_cast<std::size_t>(model_->parameters().size())),
      optimizer_(model_->parameters(), config),
      pool_(threads > 0 ? threads : cores()),
      validator_(task_, config.batch, config.shards) {
  check_teacher_forcing(config, model_->config());
  if (first_.given && first_.given->weights.size() != weights_.size())
    throw std::invalid_argument("the given weights have " + std::to_string(first_.given->weights.size()) +
                                " numbers, but the model has " + std::to_string(weights_.size()));
  make_shards();
  chunk_sums_.resize(chunk_count());
  if (first_.of_seed || first_.given) begin_anew();
}

Trainer::Trainer(const Experiment& experiment, int threads)
    : Trainer(experiment.model, experiment.task, experiment.preset.training, threads,
              {!experiment.preset.opened, experiment.first}) {}

/// Makes as many shards as the batch can be split into; existing shards stay.
void Trainer::make_shards() {
  shards_.resize(std::min(config().shards, config().batch));
  for (auto& shard : shards_) {
    if (shard) continue;
    shard = std::make_unique<Shard>();
    shard->gradient.resize(gradient_count());
  }
}

Trainer::~Trainer() = default;

std::size_t Trainer::bytes() const {
  std::size_t cells = weights_.size() + optimizer_.state().mean.size() + optimizer_.state().square.size();
  for (const std::unique_ptr<Shard>& shard : shards_) cells += shard->gradient.size();
  return cells * sizeof(Real);
}

std::size_t Trainer::bytes_with_passes() const {
  std::size_t all = bytes() + validator_.bytes();
  for (const std::unique_ptr<Shard>& shard : shards_) all += shard->tape.arena().capacity();
  return all;
}

void Trainer::rest() {
  validator_.rest();
  for (const std::unique_ptr<Shard>& shard : shards_) shard->tape.rest();
}

Index Trainer::gradient_count() const { return trained_.gradients().end - trained_.gradients().begin; }

Index Trainer::chunk_count() const { return (gradient_count() + kChunk - 1) / kChunk; }

std::span<const Real> Trainer::gradient() const {
  fetch_gradient();
  return shards_[0]->gradient;
}

double Trainer::next_learning_rate() const {
  return settings_.learning_rate_factor * learning_rate_at(config(), steps_done_);
}

void Trainer::sample(Index step) {
  RandomStream random(key_for(config().seed, Purpose::Batch, step));
  task_->sample(Split::Train, random, config().batch, batch_);
}

StepMetrics Trainer::step() {
  const auto begin = Clock::now();
  sample(steps_done_);
  StepMetrics metrics = update(batch_, true);
  metrics.seconds = seconds_since(begin);
  return metrics;
}

StepMetrics Trainer::step(const Batch& batch) {
  const auto begin = Clock::now();
  batch_ = batch;
  StepMetrics metrics = update(batch_, false);
  metrics.seconds = seconds_since(begin);
  return metrics;
}

/// Deals the sequences out to the shards; returns how many have some.
Index Trainer::lay_out(const Batch& batch) {
  const Index used = std::min(count_of(shards_), batch.size);
  const std::uint64_t dropout_key = key_for(config().seed, Purpose::Dropout, steps_done_);
  for (Index i = 0; i < used; ++i) {
    Shard& shard = *shards_[i];
    shard.begin = batch.size * i / used;
    shard.rows = batch.size * (i + 1) / used - shard.begin;
    shard.dropout_key = join_keys(dropout_key, static_cast<std::uint64_t>(i));
  }
  return used;
}

StepMetrics Trainer::update(const Batch& batch, bool sampled) {
  return on_device_ ? update_on_device(batch, sampled) : update_here(batch);
}

StepMetrics Trainer::update_here(const Batch& batch) {
  const Index used = lay_out(batch);
  StepMetrics metrics{steps_done_ + 1, 0, 0, next_learning_rate(), batch.counted_targets(), 0};
  const std::shared_ptr<AttentionDevice> step_device = device();
  pool_.each(used, [&](Index i) { run_shard(*shards_[i], batch, metrics.tokens, step_device.get()); });
  if (observed_) tell_observers(used, batch, metrics.tokens, step_device.get());
  for (Index i = 0; i < used; ++i) metrics.loss += shards_[i]->loss;
  metrics.gradient_norm = reduce_gradients(used);
  if (!std::isfinite(metrics.loss) || !std::isfinite(metrics.gradient_norm)) return metrics;
  apply_update(metrics.gradient_norm, metrics.learning_rate);
  ++steps_done_;
  return metrics;
}

/// Calls `pass` with the key of each piece's dropout; the piece itself is shard.part.
template <typename Pass>
void Trainer::each_piece(Shard& shard, const Batch& batch, AttentionDevice* device, const Pass& pass) {
  const Index piece = rows_a_pass(*model_, batch);
  for (Index done = 0; done < shard.rows; done += piece) {
    take_rows(batch, shard.begin + done, std::min(piece, shard.rows - done), shard.part);
    const std::uint64_t key = join_keys(shard.dropout_key, static_cast<std::uint64_t>(done));
    if (config().teacher_forcing < 1)
      shard.own_choices.mix(*model_, weights_.data(), config().teacher_forcing, mix64(key), shard.part,
                            device);
    pass(key);
  }
}

Model::Loss Trainer::forward(Tape& tape, Real* gradient, WriteMode mode, const Batch& piece,
                             std::uint64_t key, Index counted) {
  tape.reset();
  tape.bind(model_->parameters(), weights_.data(), gradient, &trained_.gradients(), mode);
  tape.set_random_key(key);
  return model_->losses(tape, piece, config().label_smoothing, counted);
}

void Trainer::run_shard(Shard& shard, const Batch& batch, Index counted, AttentionDevice* device) {
  shard.loss = 0;
  WriteMode mode = WriteMode::Overwrite;
  shard.tape.use_device(device);
  each_piece(shard, batch, device, [&](std::uint64_t key) {
    const Model::Loss loss = forward(shard.tape, shard.gradient.data(), mode, shard.part, key, counted);
    mode = WriteMode::Add;
    shard.loss += double(*loss.cross_entropy.data());
    shard.tape.backward(loss.total);
  });
}

/// The passes of the step once more, in order and on one thread.
void Trainer::tell_observers(Index shards, const Batch& batch, Index counted, AttentionDevice* device) {
  observed_->use_device(device);
  for (Index i = 0; i < shards; ++i) {
    Shard& shard = *shards_[i];
    each_piece(shard, batch, device, [&](std::uint64_t key) {
      forward(*observed_, nullptr, WriteMode::Add, shard.part, key, counted);
      observed_->recorded().check_hooks();
    });
  }
}

double Trainer::reduce_gradients(Index shards) {
  Real* total = shards_[0]->gradient.data();
  const Index size = gradient_count(), first = trained_.gradients().begin;
  pool_.each(chunk_count(), [&](Index chunk) {
    const Index begin = chunk * kChunk, count = std::min(kChunk, size - begin);
    ArrayMap sum(total + begin, count);
    for (Index i = 1; i < shards; ++i) sum += array(shards_[i]->gradient.data() + begin, count);
    double& squares = chunk_sums_[chunk] = 0;
    for (const FlatRange& range : trained_.ranges()) {
      const Index from = std::max(begin, range.begin - first),
                  to = std::min(begin + count, range.end - first);
      if (from < to) squares += double(sum.segment(from - begin, to - from).square().sum());
    }
  });
  double squares = 0;
  for (double chunk : chunk_sums_) squares += chunk;
  return std::sqrt(squares);
}

/// Records the numbers with which the watched cell's update begins, if it learns.
void Trainer::remember_before(const UpdateScales& scales) {
  const std::optional<Index> moment = trained_.moment_of(watched_);
  if (!moment) return;
  const auto at = static_cast<std::size_t>(watched_), of_moments = static_cast<std::size_t>(*moment),
             of_gradient = static_cast<std::size_t>(watched_ - trained_.gradients().begin);
  const OptimizerState& state = optimizer_.state();
  watched_update_ = CellUpdate{.cell = watched_,
                               .weight = double(weights_[at]),
                               .gradient = double(gradient()[of_gradient]),
                               .mean = double(state.mean[of_moments]),
                               .square = double(state.square[of_moments]),
                               .clip_factor = double(scales.gradient),
                               .learning_rate = double(scales.learning_rate),
                               .update = state.updates + 1};
}

void Trainer::apply_update(double gradient_norm, double learning_rate) {
  const UpdateScales scales{Real(clip_factor(config(), gradient_norm)), Real(learning_rate)};
  const Index first = trained_.gradients().begin, end = trained_.gradients().end;
  if (watched_ >= 0) remember_before(scales);
  optimizer_.begin_update();
  pool_.each(chunk_count(), [&](Index chunk) {
    const Index begin = first + chunk * kChunk;
    optimizer_.update_range(begin, std::min(begin + kChunk, end), gradient().data(), scales, weights_.data(),
                            first);
  });
  if (watched_update_) watched_update_->result = double(weights_[watched_]);
}

Validation Trainer::validate(const ValidationSize& size, const ProgressListener& progress) {
  settle();
  return validator_.measure(*model_, weights_, size, pool_, device().get(), progress);
}

}  // namespace attnlab
