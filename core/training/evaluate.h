// Evaluation: how many examples a model gets right, and how surprised it is.
#pragma once

#include <span>

#include "core/models/model.h"
#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// Shares, from 0 to 1, of correct predictions.
struct Accuracy {
  double sequences = 0;  ///< of the examples, those right to the last target
  double tokens = 0;     ///< of the targets
};

/// Numbers of examples that have something to be predicted and of targets, and of the right ones among them.
struct Counts {
  Index rows = 0, right_rows = 0, tokens = 0, right_tokens = 0;
  void add(const Counts& other);
  bool operator==(const Counts& other) const = default;
  /// NaN where nothing was counted.
  Accuracy shares() const;
};

/// `logits` [B,Tt,V] against batch.target [B,Tt]; of WordContext [B,1,Tt], where a score over 0 says 1;
/// of Numbers [B,1,Tt], where the nearest digit is said.
Counts count_right(Format format, Variable logits, const Batch& batch);

/// What is right of `examples`, each counted once. Throws std::invalid_argument if one is longer than the
/// model's context. Attention is computed on `device`; null: on the processor.
Counts count_right(const Model& model, std::span<const Real> weights, const Vocabularies& vocabularies,
                   std::span<const Example> examples, AttentionDevice* device = nullptr);

/// What every share of right ones that is shown of a task with answers means: of distinct held-out examples
/// of the task (Task::validation_examples), each once, in training and at its end. Each target is predicted
/// from the right ones before it. A sequence is right to its last token exactly where greedy decoding, which
/// begins with the same tokens, gives it; so nothing need be decoded. `weights` is laid out as
/// model.parameters(). Throws std::invalid_argument if there are no examples, one is longer than the
/// model's context, or one has nothing to be predicted. Attention is computed on `device`; null: on the
/// processor.
Accuracy accuracy(const Model& model, std::span<const Real> weights, const Vocabularies& vocabularies,
                  std::span<const Example> examples, AttentionDevice* device = nullptr);

/// Cross-entropies summed over counted targets, in nats, without dropout or smoothing.
struct SummedLoss {
  double sum = 0;
  Counts counts;
  void add(const SummedLoss& other);
  /// A target; NaN where nothing was counted.
  double mean() const { return sum / double(counts.tokens); }
};

/// Of one batch, which must not be longer than the model's context. Attention is computed on `device`; null:
/// on the processor.
SummedLoss summed_loss(const Model& model, std::span<const Real> weights, const Batch& batch,
                       AttentionDevice* device = nullptr);

/// accuracy() of one batch.
Accuracy accuracy(const Model& model, std::span<const Real> weights, const Batch& batch);

}  // namespace attnlab
