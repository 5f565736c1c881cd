// Validation: what a model gets right of held-out examples, the same ones each time.
#pragma once

#include <memory>
#include <vector>

#include "core/tasks/base/task.h"
#include "core/training/evaluate.h"
#include "core/training/thread_pool.h"

namespace attnlab {

/// Means over held-out examples, without dropout or smoothing. NaN where there was nothing to predict.
struct Validation {
  double loss = 0;  ///< cross-entropy a token
  Accuracy accuracy;
};

/// Keeps the memory that the passes need, and the first batches where they are small: drawing pictures takes
/// as long as recognising them. One thread calls it.
class Validator {
 public:
  /// Batches of `rows` examples, of which up to `workers` go through the model side by side.
  Validator(std::shared_ptr<const Task> task, Index rows, Index workers);
  ~Validator();

  /// Over the first `batches` batches. The same bits whatever the threads and workers are.
  Validation measure(const Model& model, std::span<const Real> weights, Index batches, ThreadPool& pool);

 private:
  struct Worker;
  struct Sums {
    double loss = 0;
    Counts counts;
  };

  const Batch& batch(Index number, Batch& passing);
  Sums measure_batch(const Model& model, std::span<const Real> weights, Index number, Worker& worker);

  std::shared_ptr<const Task> task_;
  Index rows_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Batch> kept_;  ///< size 0: not drawn yet, or too large
};

}  // namespace attnlab
