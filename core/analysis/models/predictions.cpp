// Predictions: the probabilities of two passes, row by row.
#include "core/analysis/models/predictions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/models/model.h"

namespace attnlab {

namespace {

constexpr double kNothingRight = std::numeric_limits<double>::quiet_NaN();

/// The natural logarithms of the shares of one position, [V] in double: from logits, so that none is lost
/// where a probability is too small for a float.
using LogShares = std::vector<double>;

LogShares log_softmax(std::span<const Real> logits) {
  LogShares logs(logits.begin(), logits.end());
  const double most = *std::ranges::max_element(logs);
  double sum = 0;
  for (const double x : logs) sum += std::exp(x - most);
  for (double& x : logs) x -= most + std::log(sum);
  return logs;
}

/// Far and near, of a score: ln(1 − σ(x)) and ln σ(x).
LogShares far_and_near(double score) {
  const auto softplus = [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); };
  return {-softplus(score), -softplus(-score)};
}

/// One list of shares a position.
std::vector<LogShares> log_shares(const Trace& trace) {
  const Site& site = output_sites(trace.config()).logits;
  const auto found = std::ranges::find_if(trace.tensors(), [&](const TraceTensor& t) { return t.is(site); });
  std::vector<LogShares> all;
  if (found == trace.tensors().end() || format_of(trace.config()) == Format::Numbers) return all;
  if (format_of(trace.config()) == Format::WordContext) {
    for (const Real score : found->value) all.push_back(far_and_near(double(score)));
    return all;
  }
  const auto width = static_cast<std::size_t>(found->shape.last());
  for (std::size_t at = 0; at + width <= found->value.size(); at += width)
    all.push_back(log_softmax(found->value.subspan(at, width)));
  return all;
}

std::vector<TokenProbability> most_probable_of(const LogShares& logs, std::size_t count) {
  std::vector<Index> order(logs.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto share = [&](Index i) { return logs[i]; };
  const auto before = [&](Index a, Index b) { return share(a) != share(b) ? share(a) > share(b) : a < b; };
  const std::size_t shown = std::min(count, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(), before);
  std::vector<TokenProbability> best;
  for (std::size_t i = 0; i < shown; ++i) best.push_back({order[i], std::exp(share(order[i]))});
  return best;
}

SaidAtPosition said_by(const LogShares& logs, TokenId wanted, std::size_t best) {
  SaidAtPosition said{most_probable_of(logs, best), kNothingRight, kNothingRight};
  if (wanted < 0) return said;
  const double log_right = logs[wanted];
  said.right = std::exp(log_right);
  said.loss = -log_right;
  return said;
}

double divergence_of(const LogShares& p, const LogShares& q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (const double share = std::exp(p[i]); share > 0) sum += share * (p[i] - q[i]);
  return std::max(sum, 0.0);
}

}  // namespace

std::vector<TwoPredictions> compare_predictions(const Trace& mine, const Trace& other, std::size_t best) {
  const std::vector<LogShares> a = log_shares(mine), b = log_shares(other);
  std::vector<TwoPredictions> all;
  if (a.size() != b.size() || a.empty() || a.front().size() != b.front().size()) return all;
  const std::vector<TokenId>& targets = mine.batch().target;
  for (std::size_t t = 0; t < a.size(); ++t) {
    const TokenId wanted = t < targets.size() ? targets[t] : kIgnoredTarget;
    all.push_back(
        {wanted, said_by(a[t], wanted, best), said_by(b[t], wanted, best), divergence_of(a[t], b[t])});
  }
  return all;
}

PredictionTotals totals_of(const std::vector<TwoPredictions>& predictions) {
  PredictionTotals totals;
  for (const TwoPredictions& p : predictions) {
    ++totals.positions;
    totals.agree += p.agree();
    totals.divergence += p.divergence;
    if (!p.counts()) continue;
    ++totals.counted;
    totals.right += p.mine.best.front().token == p.wanted;
    totals.other_right += p.other.best.front().token == p.wanted;
    totals.loss += p.mine.loss;
    totals.other_loss += p.other.loss;
  }
  const auto mean = [](double sum, Index count) { return count > 0 ? sum / double(count) : kNothingRight; };
  totals.loss = mean(totals.loss, totals.counted);
  totals.other_loss = mean(totals.other_loss, totals.counted);
  totals.divergence = mean(totals.divergence, totals.positions);
  return totals;
}

}  // namespace attnlab
