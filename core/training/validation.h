// Validation: loss and accuracy of a model on held-out examples, the same ones each time.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"
#include "core/training/evaluate.h"
#include "core/training/thread_pool.h"

namespace attnlab {

/// Listener to a long measurement: `done` of `all` batches are measured.
using ProgressListener = std::function<void(Index done, Index all)>;

/// How many held-out examples a validation reads.
struct ValidationSize {
  Index batches = 0;   ///< of the loss, drawn as those of training are
  Index examples = 0;  ///< distinct ones whose right answers are counted; all that a task has where these are
                       ///< fewer, none of a task without answers, and none without batches
};

/// At the end of a run, and of a saved model.
inline constexpr ValidationSize kFinalValidation{50, 1000};

/// What held-out examples measured, without dropout or smoothing.
struct Validation {
  double loss = 0;  ///< mean cross-entropy a token of the batches; NaN where there was nothing to predict
  Counts counts;    ///< of the distinct examples, each once; of a task without answers, of the batches
  /// NaN where nothing was counted. See accuracy().
  Accuracy accuracy() const { return counts.shares(); }
};

/// Holds the memory of the passes, and caches the first batches where they are small: drawing pictures takes
/// as long as recognizing them. One thread calls it.
class Validator {
 public:
  /// Batches of `rows` examples, of which up to `workers` go through the model side by side.
  Validator(std::shared_ptr<const Task> task, Index rows, Index workers);
  ~Validator();

  /// Measures on examples of `task` from now on, which has the same vocabularies.
  void change_task(std::shared_ptr<const Task> task);

  /// `batches` batches, and as many distinct examples as they have rows, those of kFinalValidation at most.
  ValidationSize size_of(Index batches) const;

  /// Measures the first `size.batches` batches, and beside each an equal share of the examples, with
  /// attention on `device`; null: on the processor. The bits do not depend on threads and workers. One thread
  /// of the pool calls `progress` with numbers of batches.
  Validation measure(const Model& model, std::span<const Real> weights, const ValidationSize& size,
                     ThreadPool& pool, AttentionDevice* device = nullptr,
                     const ProgressListener& progress = {});

  /// Bytes of the passes' memory.
  std::size_t bytes() const;
  /// Other passes may take this memory until the next measurement.
  void rest();

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
  std::span<const Example> share_of_examples(Index number, Index batches) const;

  std::shared_ptr<const Task> task_;
  Vocabularies vocabularies_;
  Index rows_;
  Index asked_ = 0;                ///< how many distinct examples were asked for last
  std::vector<Example> examples_;  ///< and found
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Batch> cached_;  ///< size 0: not drawn yet, or too large
};

}  // namespace attnlab
