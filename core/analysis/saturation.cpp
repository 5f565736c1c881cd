// Saturation: scores of random vectors, feature by feature.
#include "core/analysis/saturation.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/ops/attention/softmax_steps.h"
#include "core/tensor/random.h"

namespace attnlab {

namespace {

/// 1, 2, 3, 4, 6, 8, 12, … up to `most`, which is the last.
std::vector<Index> feature_counts(Index most) {
  std::vector<Index> counts;
  for (Index power = 1; power < most; power *= 2) {
    counts.push_back(power);
    if (power > 1 && power / 2 * 3 < most) counts.push_back(power / 2 * 3);
  }
  counts.push_back(most);
  return counts;
}

std::vector<double> normal_vector(std::uint64_t seed, std::uint64_t stream, Index size) {
  RandomStream random(join_keys(seed, stream));
  std::vector<double> cells(size);
  for (double& cell : cells) cell = random.normal();
  return cells;
}

ScoreSpread spread_of(std::span<const double> scores, Index keys, double divisor) {
  ScoreSpread spread;
  std::vector<Real> row(keys);
  const auto count = double(scores.size()), queries = count / double(keys);
  for (; !scores.empty(); scores = scores.subspan(row.size())) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      const double score = scores[k] / divisor;
      spread.variance += score * score / count;
      row[k] = Real(score);
    }
    const SoftmaxSteps steps = softmax_steps(row);
    spread.entropy += steps.entropy / queries;
    spread.largest += std::ranges::max(steps.probabilities) / queries;
  }
  return spread;
}

}  // namespace

std::vector<SaturationPoint> saturation(const SaturationSettings& s) {
  if (s.queries < 1 || s.keys < 2 || s.most_features < 1)
    throw std::invalid_argument(tr("saturation needs at least one query, two keys and one feature"));
  std::vector<double> scores(s.queries * s.keys, 0.0);
  std::vector<SaturationPoint> points;
  Index features = 0;
  for (const Index wanted : feature_counts(s.most_features)) {
    for (; features < wanted; ++features) {
      const auto stream = 2 * static_cast<std::uint64_t>(features);
      const std::vector<double> q = normal_vector(s.seed, stream, s.queries),
                                k = normal_vector(s.seed, stream + 1, s.keys);
      double* score = scores.data();
      for (const double of_query : q)
        for (const double of_key : k) *score++ += of_query * of_key;
    }
    const double root = std::sqrt(double(features));
    points.push_back({features, spread_of(scores, s.keys, 1), spread_of(scores, s.keys, root)});
  }
  return points;
}

}  // namespace attnlab
