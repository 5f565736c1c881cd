// Evaluation: how many held-out examples a model gets right.
#pragma once

#include <span>

#include "core/models/model.h"
#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// Shares, 0 to 1, of what was most probable and right.
struct Accuracy {
  double sequences = 0;  ///< of the examples, those right to the last target
  double tokens = 0;     ///< of the targets
};

/// Numbers of examples that have something to be predicted and of targets, and of the right ones among them.
struct Counts {
  Index rows = 0, right_rows = 0, tokens = 0, right_tokens = 0;
  void add(const Counts& other);
  /// NaN where nothing was counted.
  Accuracy shares() const;
};

/// `logits` [B,Tt,V] against batch.target [B,Tt]; of WordContext [B,1,Tt], where a score over 0 says 1.
Counts count_right(Format format, Variable logits, const Batch& batch);

/// Each target is predicted from the right ones before it. A sequence is right to its last token exactly
/// where greedy decoding, which begins with the same tokens, gives it; so nothing need be decoded. `weights`
/// is laid out as model.parameters(). Throws std::invalid_argument where there are no examples, one is longer
/// than the model's context, or one has nothing to be predicted.
Accuracy accuracy(const Model& model, std::span<const Real> weights, const Vocabularies& vocabularies,
                  std::span<const Example> examples);

/// The same for one batch.
Accuracy accuracy(const Model& model, std::span<const Real> weights, const Batch& batch);

}  // namespace attnlab
