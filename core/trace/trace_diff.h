// TraceDiff: two passes of one model compared, tensor by tensor.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// One tensor that both passes have in the same shape.
struct TensorChange {
  std::string name;
  const TraceTensor* before = nullptr;
  const TraceTensor* after = nullptr;
  double largest = 0;  ///< greatest |after − before| of a cell; infinite where a cell came to be or ceased to
                       ///< be infinite or NaN
  double relative = 0;  ///< ‖after − before‖ / ‖before‖ over finite cells; 0 where nothing changed
};

/// A token and its probability.
struct TokenProbability {
  Index token = 0;
  double probability = 0;
};

/// The most probable tokens at one position, most probable first.
struct PredictionChange {
  std::vector<TokenProbability> before, after;
};

/// Two passes of one model compared. Immutable; shares both.
class TraceDiff {
 public:
  /// `predictions`: how many tokens to list at each position.
  TraceDiff(TracePtr before, TracePtr after, std::size_t predictions = 5);

  /// All tensors that both have in one shape, in order of computation.
  const std::vector<TensorChange>& tensors() const { return tensors_; }
  /// Tensors of only one of them, or of different shapes.
  const std::vector<std::string>& unmatched() const { return unmatched_; }
  /// after − before of each cell, in double; throws std::invalid_argument for a name that is not in
  /// tensors().
  std::vector<double> difference(std::string_view name) const;

  const Trace& before() const { return *before_; }
  const Trace& after() const { return *after_; }
  double loss_before() const { return before_->loss(); }
  double loss_after() const { return after_->loss(); }
  /// Position by position, where both predict as many.
  const std::vector<PredictionChange>& predictions() const { return predictions_; }

 private:
  TracePtr before_, after_;
  std::vector<TensorChange> tensors_;
  std::vector<std::string> unmatched_;
  std::vector<PredictionChange> predictions_;
};

}  // namespace attnlab
