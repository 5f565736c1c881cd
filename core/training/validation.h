// Validation: loss and accuracy of a model on held-out examples, the same ones each time.
#pragma once

#include <memory>
#include <vector>

#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"
#include "core/training/evaluate.h"
#include "core/training/thread_pool.h"

namespace attnlab {

/// Means over held-out examples, without dropout or smoothing. NaN where there was nothing to predict.
struct Validation {
  double loss = 0;    ///< cross-entropy a token, of batches drawn as those of training are
  Accuracy accuracy;  ///< of the first distinct examples, each once, as accuracy() says; of a task without
                      ///< answers, of the loss's batches
};

/// Holds the memory of the passes, and caches the first batches where they are small: drawing pictures takes
/// as long as recognising them. One thread calls it.
class Validator {
 public:
  /// Batches of `rows` examples, of which up to `workers` go through the model side by side.
  Validator(std::shared_ptr<const Task> task, Index rows, Index workers);
  ~Validator();

  /// Measures the first `batches` batches, and as many distinct examples as they have rows (1000 at most), if
  /// the task has so many, with attention on `device`; null: on the processor. The bits do not depend on
  /// threads and workers. One thread of the pool calls `progress`.
  Validation measure(const Model& model, std::span<const Real> weights, Index batches, ThreadPool& pool,
                     AttentionDevice* device = nullptr, const ProgressListener& progress = {});

 private:
  struct Worker;
  struct Sums {
    double loss = 0;
    Counts counts;    ///< of the loss's examples
    Counts distinct;  ///< of the distinct ones
  };

  const Batch& batch(Index number, Batch& passing);
  Sums measure_batch(const Model& model, std::span<const Real> weights, Index number, Worker& worker,
                     AttentionDevice* device);
  void find_examples(Index count);
  std::span<const Example> examples(Index number) const;

  std::shared_ptr<const Task> task_;
  Vocabularies vocabularies_;
  Index rows_;
  Index asked_ = 0;                ///< how many distinct examples were asked for
  std::vector<Example> examples_;  ///< and found
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Batch> cached_;  ///< size 0: not drawn yet, or too large
};

}  // namespace attnlab
