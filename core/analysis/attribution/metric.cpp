// The rows of all metrics, in double from a finished pass and as a scalar on the tape.
#include "core/analysis/attribution/metric.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/model.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/chosen_cells.h"

namespace attnlab {

namespace {

void check_position(Index position, Index positions) {
  if (position < 0 || position >= positions)
    throw std::out_of_range(tr("position {1} is not among the {2} positions at which the model predicts",
                               std::to_string(position), std::to_string(positions)));
}

void check_token(Index token, Index tokens) {
  if (token < 0 || token >= tokens)
    throw std::out_of_range(tr("token ID {1} is not among the {2} tokens that the model predicts",
                               std::to_string(token), std::to_string(tokens)));
}

double log_of_sum(std::span<const Real> logits) {
  const double most = double(*std::ranges::max_element(logits));
  double sum = 0;
  for (const Real logit : logits) sum += std::exp(double(logit) - most);
  return most + std::log(sum);
}

std::vector<WeightedCell> metric_cells(const MetricKind& metric, const ChosenPrediction& prediction,
                                       Index words) {
  const Index row = prediction.position * words;
  std::vector<WeightedCell> cells{{row + prediction.word, Real(1)}};
  if (metric.subtracts) cells.push_back({row + prediction.against, Real(-1)});
  return cells;
}

}  // namespace

std::span<const MetricKind> metric_kinds() {
  static constexpr MetricKind kKinds[] = {
      {.name = "logit",
       .title = tr_mark("logit"),
       .sentence = tr_mark("the score of the token before softmax")},
      {.name = "log_probability",
       .title = tr_mark("log-probability"),
       .sentence =
           tr_mark("the logarithm of the token's probability, which depends on the logits of all tokens"),
       .normalized = true},
      {.name = "difference",
       .title = tr_mark("logit difference"),
       .sentence =
           tr_mark("the logit of the token minus the logit of another: what favors one over the other"),
       .subtracts = true},
  };
  return kKinds;
}

const MetricKind& metric_kind(std::string_view name) { return row_named(metric_kinds(), "metric", name); }

const TraceTensor& prediction_logits(const Trace& trace) {
  const model_sites::OutputSites& sites = output_sites(trace.config());
  const TraceTensor* const logits = trace.find(Place().inside(model_sites::kOutput), sites.logits);
  if (!logits) throw std::invalid_argument(tr("this forward pass does not have logits"));
  return *logits;
}

void check_prediction(const Trace& trace, const ChosenPrediction& prediction) {
  const TraceTensor& logits = prediction_logits(trace);
  check_position(prediction.position, logits.shape.rows());
  check_token(prediction.word, logits.shape.last());
  check_token(prediction.against, logits.shape.last());
}

double metric_of(const Trace& trace, const MetricKind& metric, const ChosenPrediction& prediction) {
  check_prediction(trace, prediction);
  const TraceTensor& logits = prediction_logits(trace);
  const Index words = logits.shape.last();
  double sum = 0;
  for (const WeightedCell& chosen : metric_cells(metric, prediction, words))
    sum += double(chosen.factor) * double(logits.value[chosen.offset]);
  if (!metric.normalized) return sum;
  return sum - log_of_sum(logits.value.subspan(prediction.position * words, words));
}

std::function<Variable(Tape&, Variable)> metric_objective(const MetricKind& metric,
                                                          const ChosenPrediction& prediction) {
  return [&metric, prediction](Tape& tape, Variable logits) {
    const Variable scores = metric.normalized ? log_softmax(tape, logits) : logits;
    return chosen_cells(tape, scores, metric_cells(metric, prediction, logits.shape().last()));
  };
}

}  // namespace attnlab
