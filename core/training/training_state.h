// TrainingState: all that is needed to train on from one moment. Immutable.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/snapshot.h"
#include "core/training/live_options.h"
#include "core/training/optimizer.h"
#include "core/training/training_config.h"

namespace attnlab {

/// The settings of the next steps, which may change between two steps.
struct TrainingSettings {
  TrainingConfig config;            ///< except for what stays: seed, shards and train
  double learning_rate_factor = 1;  ///< multiplies the schedule's rate
  OptionValues live{};              ///< take the place of those live options of model and task

  /// The value of a live option. Throws std::invalid_argument if the run has no such option.
  double& option(std::string_view name);
};

/// Whether an option of training_fields() stays as it is while a run learns.
bool stays(std::string_view training_option);

/// The settings with which a run begins.
TrainingSettings first_settings(const Preset& preset);

/// The option table of `settings`, into which it points: that of training_fields() without what stays,
/// "learning_rate_factor", and the live options that the run has. Its section is "training".
Fields settings_fields(TrainingSettings& settings);

/// The value of "batch" and the like as text. Throws std::invalid_argument for another name.
std::string setting_text(TrainingSettings settings, std::string_view option);

/// Throws std::invalid_argument naming the field, its value and what is allowed.
void validate(const TrainingSettings& settings);

/// Names of the options that differ.
std::vector<std::string> differing_settings(TrainingSettings before, TrainingSettings after);

/// "batch 32 → 64, dropout 0 → 0.1": what differs; "" where nothing does.
std::string settings_difference(TrainingSettings before, TrainingSettings after);

/// Weights, moments and settings after `snapshot->step` steps. The same state gives the same next weights,
/// bit for bit.
struct TrainingState {
  SnapshotPtr snapshot;
  std::shared_ptr<const OptimizerState> optimizer;
  TrainingSettings settings;

  Index step() const { return snapshot->step; }
  /// Whether weights and moments lie in a file.
  bool lies_in_file() const {
    const MemorySourcePtr& source = snapshot->weights.get_allocator().source;
    return source && source->lies_in_file();
  }
  /// Bytes of weights and moments.
  std::size_t bytes() const {
    const std::size_t moments = optimizer ? optimizer->mean.size() + optimizer->square.size() : 0;
    return sizeof(Real) * (snapshot->weights.size() + moments);
  }
};

using StatePtr = std::shared_ptr<const TrainingState>;

}  // namespace attnlab
