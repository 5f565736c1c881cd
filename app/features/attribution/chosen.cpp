// Attribution choice: from options, which may name nothing, to a prediction of the pass.
#include "app/features/attribution/chosen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/features/attribution/choice.h"
#include "core/analysis/recurrence/time_gradients.h"

namespace attnlab {

namespace {

std::span<const Real> logits_at(const Trace& trace, Index position) {
  const TraceTensor& logits = prediction_logits(trace);
  const auto words = static_cast<std::size_t>(logits.shape.last());
  return logits.value.subspan(static_cast<std::size_t>(position) * words, words);
}

/// The most probable word at the position but for `not_this`.
TokenId most_probable(const Trace& trace, Index position, TokenId not_this) {
  const std::span<const Real> logits = logits_at(trace, position);
  TokenId best = -1;
  for (TokenId word = 0; word < static_cast<TokenId>(logits.size()); ++word)
    if (word != not_this &&
        (best < 0 || logits[static_cast<std::size_t>(word)] > logits[static_cast<std::size_t>(best)]))
      best = word;
  return std::max<TokenId>(best, 0);
}

bool is_word_of(const Trace& trace, Index word) {
  return word >= 0 && word < prediction_logits(trace).shape.last();
}

}  // namespace

std::vector<LikelyWord> likely_words(const Trace& trace, Index position, std::size_t count) {
  const std::span<const Real> logits = logits_at(trace, position);
  std::vector<TokenId> order(logits.size());
  std::iota(order.begin(), order.end(), TokenId{0});
  count = std::min(count, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](TokenId a, TokenId b) {
                      const Real x = logits[static_cast<std::size_t>(a)],
                                 y = logits[static_cast<std::size_t>(b)];
                      return x > y || (x == y && a < b);
                    });
  std::vector<LikelyWord> likely;
  if (order.empty()) return likely;
  const auto logit = [&](TokenId word) {
    return static_cast<double>(logits[static_cast<std::size_t>(word)]);
  };
  const double first =
      std::exp(metric_of(trace, metric_kind("log_probability"), {.position = position, .word = order[0]}));
  for (std::size_t i = 0; i < count; ++i)
    likely.push_back({order[i], first * std::exp(logit(order[i]) - logit(order[0]))});
  return likely;
}

Index predictions_of(const Trace& trace) { return prediction_logits(trace).shape.rows(); }

Index attributed_position(const AttributionChoice& choice, const Trace& trace) {
  const Index count = predictions_of(trace);
  if (choice.position >= 0 && choice.position < count) return choice.position;
  const std::vector<Index> counted = counted_targets(trace);
  if (counted.empty() || counted.back() >= count) return count - 1;
  return writes_answer(format_of(trace.config())) ? counted.front() : counted.back();
}

ChosenPrediction attributed_prediction(const AttributionChoice& choice, const Trace& trace) {
  ChosenPrediction prediction{.position = attributed_position(choice, trace)};
  prediction.word = is_word_of(trace, choice.word) ? static_cast<TokenId>(choice.word)
                                                   : most_probable(trace, prediction.position, -1);
  prediction.against = is_word_of(trace, choice.against)
                           ? static_cast<TokenId>(choice.against)
                           : most_probable(trace, prediction.position, prediction.word);
  return prediction;
}

AttributionSettings attribution_settings(const AttributionChoice& choice, const Trace& trace) {
  AttributionSettings settings{.prediction = attributed_prediction(choice, trace),
                               .metric = choice.metric,
                               .baseline = choice.baseline,
                               .steps = choice.steps,
                               .methods = {}};
  // Another word to subtract changes nothing for other metrics.
  if (!metric_kind(settings.metric).subtracts) settings.prediction.against = 0;
  return settings;
}

}  // namespace attnlab
