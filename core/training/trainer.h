// Trainer: one synchronous training step, data-parallel over fixed shards.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "core/models/model.h"
#include "core/models/snapshot.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/tasks/base/task.h"
#include "core/training/parameters/trained_parameters.h"
#include "core/training/preset.h"
#include "core/training/step_device.h"
#include "core/training/thread_pool.h"
#include "core/training/training_state.h"
#include "core/training/validation.h"

namespace attnlab {

class Archive;

/// What one step measured.
struct StepMetrics {
  Index step = 0;            ///< steps done, this one included
  double loss = 0;           ///< mean cross-entropy of the batch before the update
  double gradient_norm = 0;  ///< before clipping
  double learning_rate = 0;
  Index tokens = 0;    ///< targets that counted
  double seconds = 0;  ///< that the step took
};

/// Where the weights of a run begin: at those that its seed gives, or at given ones. These are null where
/// they are no longer known: such a run cannot begin anew.
struct FirstWeights {
  bool of_seed = true;
  SnapshotPtr given{};
};

/// Owns the weights, their gradient and the optimizer. One thread calls it; inside a step the shards
/// run on up to `threads` threads. The same configuration gives the same bits whatever `threads` is.
class Trainer {
 public:
  /// Fresh weights from config.seed, or the first ones that are given. `threads` 0: one for each core. Throws
  /// std::invalid_argument for a bad config.
  Trainer(std::shared_ptr<const Model> model, std::shared_ptr<const Task> task, TrainingConfig config,
          int threads = 0, FirstWeights first = {});
  /// The run of an experiment at its beginning.
  explicit Trainer(const Experiment& experiment, int threads = 0);
  ~Trainer();

  /// Attention is computed on what is chosen here when a step or a measurement begins; without it, on the
  /// processor. Only between two steps.
  void use_device(AttentionDeviceChoice device) { device_ = std::move(device); }
  /// The device chosen now; null: the processor.
  std::shared_ptr<AttentionDevice> device() const { return device_.get(); }

  /// Whole steps are made on `device` from now on; null: on the processor. Weights and moments stay there,
  /// and are fetched when this trainer is asked for them. If the device fails, `failed` is called with the
  /// reason, the processor makes the steps since the last fetch again (kStepsBetweenFetches at most), and
  /// those that follow: nothing is lost. Batches and dropout are as on the processor, but sums are rounded
  /// differently. Only between two steps. Throws std::invalid_argument, "this device cannot train the model:
  /// model.experts is 4".
  void use_step_device(std::shared_ptr<StepDevice> device,
                       std::function<void(const std::string& why)> failed = {});
  /// Whether the next step is made on a step device.
  bool steps_on_device() const { return on_device_ != nullptr; }
  static constexpr Index kStepsBetweenFetches = 100;

  /// Samples a batch (given by seed and step alone) and makes one update. If the loss or the gradient is not
  /// finite, the weights are unchanged and `metrics.loss` is not finite.
  StepMetrics step();
  /// One update on a given batch.
  StepMetrics step(const Batch& batch);
  /// The batch of the last step.
  const Batch& batch() const { return batch_; }

  /// Validates on fixed batches of held-out data, as large as the first settings' batch, and on distinct
  /// examples.
  Validation validate(const ValidationSize& size, const ProgressListener& progress = {});
  /// `batches` batches, with as many distinct examples as Validator::size_of says.
  Validation validate(Index batches) { return validate(validator_.size_of(batches)); }
  double validation_loss(Index batches) { return validate({.batches = batches}).loss; }

  /// From the next step on, `observers` are told of the tensors of each step, on the thread that steps,
  /// before the update; none: no observer, which costs nothing. For them each piece in which the batch goes
  /// through the model goes through once more, with the same dropout, in steps that have names: the values
  /// agree with the training pass's to rounding, and the weights become the same, bit for bit, as without
  /// observers. The caller keeps the observers alive. Only between two steps; in the next one, a pattern that
  /// no tensor has is an error, as Observer says. Throws std::invalid_argument for a pattern with more than
  /// one wildcard.
  void observe(std::span<Observer* const> observers) { observed_ = Tape::for_observers(observers); }
  void observe(std::initializer_list<Observer*> observers) {
    observe(std::span<Observer* const>(observers.begin(), observers.size()));
  }

  Index steps_done() const { return steps_done_; }
  std::span<const Real> weights() const {
    settle();
    return weights_;
  }
  /// A copy of the weights, and of the watched cell's update, for a Tracer or to keep.
  SnapshotPtr snapshot() const { return make_snapshot(steps_done_, weights(), watched_update_); }
  /// Lets `change` write the weights; the optimizer's moments stay. Only between two steps.
  void change_weights(const std::function<void(std::span<Real>)>& change);
  /// Of the cells in trained().gradients(): all, where all parameters learn.
  std::span<const Real> gradient() const;
  const TrainedParameters& trained() const { return trained_; }
  /// Bytes of weights, moments and gradients: all but what a pass keeps.
  std::size_t bytes() const;
  /// With what the passes keep, of training and of validation.
  std::size_t bytes_with_passes() const;
  /// For a trainer that makes no step for a while: other passes may take the memory of its own until then.
  void rest();
  const OptimizerState& optimizer_state() const {
    settle();
    return optimizer_.state();
  }
  const TrainingConfig& config() const { return settings_.config; }
  /// The model with the live options of the settings.
  const Model& model() const { return *model_; }
  /// The task with the live options of the settings.
  const Task& task() const { return *task_; }

  const TrainingSettings& settings() const { return settings_; }
  /// Changes the settings from the next step on; seed, shards and train stay, and so do live options of which
  /// `settings` say nothing. Throws std::invalid_argument for
  /// settings that are not allowed; the old ones then stay.
  void change(const TrainingSettings& settings);
  double next_learning_rate() const;

  /// Records the next updates of one cell of the flat buffer; −1: of none, which costs nothing.
  void watch(Index cell);
  /// The latest update of the watched cell; nothing before its first one, after `restore` and `reset`, and of
  /// a cell that does not learn.
  const std::optional<CellUpdate>& watched_update() const { return watched_update_; }

  /// A copy of all that the next steps depend on; weights and moments are in a block of `archive`, if there
  /// is one.
  TrainingState state(Archive* archive = nullptr) const;
  /// Continues from a state, with its settings, seed and shards. Throws std::invalid_argument if sizes
  /// differ from the model's, or as change().
  void restore(const TrainingState& state);
  /// Back to step 0 with the weights with which the run began; of another seed, those that this gives. Throws
  /// std::runtime_error where the run began with weights that are no longer known.
  void reset();
  void reset(Index seed);

 private:
  struct Shard;
  struct OnDevice;

  void sample(Index step);
  Index lay_out(const Batch& batch);
  StepMetrics update(const Batch& batch, bool sampled);
  StepMetrics update_here(const Batch& batch);
  StepMetrics update_on_device(const Batch& batch, bool sampled);
  void step_on_device(const Batch& batch, Index shards, StepMetrics& metrics);
  std::vector<StepPiece> pieces_of(const Batch& batch, Index shards) const;
  void settle() const;
  void fetch_gradient() const;
  void go_on_here(const std::string& why);
  void take_over(const TrainingSettings& settings);
  void make_shards();
  template <typename Pass>
  void each_piece(Shard& shard, const Batch& batch, AttentionDevice* device, const Pass& pass);
  Model::Loss forward(Tape& tape, Real* gradient, WriteMode mode, const Batch& piece, std::uint64_t key,
                      Index counted);
  void run_shard(Shard& shard, const Batch& batch, Index counted, AttentionDevice* device);
  void tell_observers(Index shards, const Batch& batch, Index counted, AttentionDevice* device);
  double reduce_gradients(Index shards);
  void apply_update(double gradient_norm, double learning_rate);
  void begin_anew();
  void remember_before(const UpdateScales& scales);
  Index gradient_count() const;
  Index chunk_count() const;

  std::shared_ptr<const Model> model_;
  std::shared_ptr<const Task> task_;
  TrainingSettings settings_;
  FirstWeights first_;
  TrainedParameters trained_;
  AttentionDeviceChoice device_;
  AlignedBuffer weights_;
  AdamW optimizer_;
  std::vector<std::unique_ptr<Shard>> shards_;
  std::unique_ptr<Tape> observed_;  ///< null where nobody observes
  ThreadPool pool_;
  Validator validator_;
  std::vector<double> chunk_sums_;
  Batch batch_;
  Index steps_done_ = 0;
  Index watched_ = -1;
  std::optional<CellUpdate> watched_update_;
  std::unique_ptr<OnDevice> on_device_;  ///< null: steps are made on the processor
};

}  // namespace attnlab
