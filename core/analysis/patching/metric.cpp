// Metric: the rows.
#include "core/analysis/patching/metric.h"

#include <algorithm>
#include <cmath>

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

double logit_of(std::span<const Real> logits, TokenId token) { return double(logits[token]); }

/// ln Σ exp(logits), in double.
double log_total(std::span<const Real> logits) {
  const auto most = double(*std::ranges::max_element(logits));
  double total = 0;
  for (const Real logit : logits) total += std::exp(double(logit) - most);
  return most + std::log(total);
}

double answers_difference(std::span<const Real> logits, TokenId clean, TokenId changed) {
  return logit_of(logits, clean) - logit_of(logits, changed);
}

double answer_probability(std::span<const Real> logits, TokenId clean, TokenId) {
  return std::exp(logit_of(logits, clean) - log_total(logits));
}

double answer_loss(std::span<const Real> logits, TokenId clean, TokenId) {
  return log_total(logits) - logit_of(logits, clean);
}

}  // namespace

std::span<const PatchMetric> patch_metrics() {
  static constexpr PatchMetric kMetrics[] = {
      {"logit_difference", tr_mark("logit difference"),
       tr_mark("logit(clean answer) − logit(corrupted answer)"),
       tr_mark(
           "How much higher the logit of the clean text's answer is than the logit of the corrupted text's "
           "answer."),
       answers_difference},
      {"probability", tr_mark("probability"), tr_mark("p(clean answer)"),
       tr_mark("The probability that the model gives to the clean text's answer."), answer_probability},
      {"loss", tr_mark("loss"), tr_mark("−ln p(clean answer)"),
       tr_mark("How surprised the model is by the clean text's answer."), answer_loss}};
  return kMetrics;
}

const PatchMetric& patch_metric(std::string_view name) {
  return row_named(patch_metrics(), "metric of patching", name);
}

}  // namespace attnlab
