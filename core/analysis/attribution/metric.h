// Metric: the one number of a pass whose origin attributions look for.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "core/autograd/variable.h"
#include "core/trace/trace.h"

namespace attnlab {

/// A prediction of a pass: what the model gives to a word, or a class, at a position.
struct ChosenPrediction {
  Index position = 0;   ///< row of the logits [1,T,V]; 0 for a model that gives one class
  TokenId word = 0;     ///< column of the logits
  TokenId against = 0;  ///< the word that a difference subtracts; other metrics do not read it
  friend bool operator==(const ChosenPrediction&, const ChosenPrediction&) = default;
};

/// One metric: which number of the prediction it is.
struct MetricKind {
  std::string_view name;      ///< as options write it: "logit"
  std::string_view title;     ///< on screen
  std::string_view sentence;  ///< what it is, for a student
  bool normalized = false;    ///< of the log-probabilities, and not of the logits
  bool subtracts = false;     ///< `against` is subtracted
};

std::span<const MetricKind> metric_kinds();
/// Throws std::invalid_argument with near names.
const MetricKind& metric_kind(std::string_view name);

/// The logits [T,V] of the pass, as the last step of the model left them.
const TraceTensor& prediction_logits(const Trace& trace);

/// Throws std::out_of_range for a position or a word that the pass does not predict.
void check_prediction(const Trace& trace, const ChosenPrediction& prediction);

/// The metric of the pass, worked out in double from its logits. Throws as check_prediction().
double metric_of(const Trace& trace, const MetricKind& metric, const ChosenPrediction& prediction);

/// The metric as a scalar on the tape of a pass; see TraceHooks::objective.
std::function<Variable(Tape&, Variable logits)> metric_objective(const MetricKind& metric,
                                                                 const ChosenPrediction& prediction);

}  // namespace attnlab
