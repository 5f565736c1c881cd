// TrainingConfig: everything that decides how weights change, as data.
#pragma once

#include <string>

#include "core/config/fields.h"

namespace attnlab {

/// Optimizer, schedule and batch. `shards` belongs here because it fixes the order in which gradients
/// are summed; the number of threads does not, and changes nothing.
struct TrainingConfig {
  Index steps = 2000;                   ///< where the schedule ends and a run stops
  Index batch = 32;                     ///< B
  Index shards = 4;                     ///< parts of a batch that may run on cores of their own
  double learning_rate = 1e-3;          ///< peak
  double minimum_learning_rate = 1e-4;  ///< cosine: where it ends
  Index warmup = 100;                   ///< steps of linear rise
  std::string schedule = "cosine";      ///< one of schedules()
  double beta1 = 0.9;                   ///< AdamW
  double beta2 = 0.99;                  ///< AdamW
  double epsilon = 1e-8;                ///< AdamW
  double weight_decay = 0.1;            ///< AdamW, on matrices only
  double clip = 1.0;                    ///< greatest norm of the whole gradient; 0: no clipping
  double label_smoothing = 0;           ///< ε
  double teacher_forcing = 1;           ///< probability of reading the correct token, not an own prediction
  std::string train{};                  ///< names of the parameters that learn; empty: all do
  Index seed = 1;                       ///< of weights, batches and dropout
  friend bool operator==(const TrainingConfig&, const TrainingConfig&) = default;
};

/// The option table of `config`, into which it points. Its section is "training".
Fields training_fields(TrainingConfig& config);

/// Throws std::invalid_argument naming the field, its value and what is allowed.
void validate(const TrainingConfig& config);

/// Learning rate of step `step` (0 is the first) by the schedule's row. Throws std::invalid_argument for a
/// schedule that there is not.
double learning_rate_at(const TrainingConfig& config, Index step);

}  // namespace attnlab
