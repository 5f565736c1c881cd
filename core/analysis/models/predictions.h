// Predictions of two models on one text, position by position.
#pragma once

#include <vector>

#include "core/trace/trace_diff.h"

namespace attnlab {

/// What one model says at one position.
struct SaidAtPosition {
  std::vector<TokenProbability> best;  ///< most probable first
  double right = 0;  ///< probability of what is right there; NaN where nothing is known to be
  double loss = 0;   ///< −ln of it, in nats; NaN likewise
};

/// One position of the target, or one candidate of word vectors.
struct TwoPredictions {
  TokenId wanted = kIgnoredTarget;  ///< what is right; kIgnoredTarget: nothing counts here
  SaidAtPosition mine, other;
  /// Kullback–Leibler divergence Σ p ln(p / q) of the first model's p from the other's q, in nats; infinite
  /// where q is 0 and p is not.
  double divergence = 0;

  bool counts() const { return wanted >= 0; }
  bool agree() const { return mine.best.front().token == other.best.front().token; }
};

/// Both traces are of one text, by models of one vocabulary. One entry a position, with the `best` most
/// probable tokens; of word vectors, token 1 for near and 0 for far. Empty where the passes predict other
/// numbers of things, or nothing.
std::vector<TwoPredictions> compare_predictions(const Trace& mine, const Trace& other, std::size_t best = 5);

/// The sums under the rows.
struct PredictionTotals {
  Index positions = 0, counted = 0;
  Index agree = 0;                   ///< positions where both say the same, of all
  Index right = 0, other_right = 0;  ///< of those that count
  double loss = 0, other_loss = 0;   ///< means over those that count; NaN where none does
  double divergence = 0;             ///< mean over all positions
};
PredictionTotals totals_of(const std::vector<TwoPredictions>& predictions);

}  // namespace attnlab
