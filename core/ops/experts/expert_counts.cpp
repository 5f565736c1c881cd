// Expert counts: sums over tokens, and what follows from them.
#include "core/ops/experts/expert_counts.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace attnlab {

namespace {

constexpr double kNoToken = std::numeric_limits<double>::quiet_NaN();

}  // namespace

ExpertCounts::ExpertCounts(Index experts)
    : chosen_(static_cast<std::size_t>(experts), 0), probabilities_(static_cast<std::size_t>(experts), 0) {}

void ExpertCounts::add(const Real* probabilities, const Real* selected, Index per_token) {
  for (Index rank = 0; rank < per_token; ++rank)
    if (!(selected[rank] >= 0 && selected[rank] < Real(experts())))
      throw std::invalid_argument("a token is sent to an expert that does not exist: experts are 0 to " +
                                  std::to_string(experts() - 1));
  for (Index rank = 0; rank < per_token; ++rank) ++chosen_[static_cast<std::size_t>(selected[rank])];
  for (std::size_t e = 0; e < probabilities_.size(); ++e) probabilities_[e] += double(probabilities[e]);
  choices_ += per_token;
  ++tokens_;
}

std::vector<double> ExpertCounts::shares() const {
  std::vector<double> shares(chosen_.size(), kNoToken);
  for (std::size_t e = 0; choices_ > 0 && e < shares.size(); ++e)
    shares[e] = double(chosen_[e]) / double(choices_);
  return shares;
}

std::vector<double> ExpertCounts::mean_probabilities() const {
  std::vector<double> means(probabilities_.size(), kNoToken);
  for (std::size_t e = 0; tokens_ > 0 && e < means.size(); ++e)
    means[e] = probabilities_[e] / double(tokens_);
  return means;
}

double ExpertCounts::entropy() const {
  if (choices_ == 0) return kNoToken;
  double bits = 0;
  for (const double share : shares())
    if (share > 0) bits -= share * std::log2(share);
  return bits;
}

double ExpertCounts::balance() const {
  const std::vector<double> load = shares(), importance = mean_probabilities();
  double sum = 0;
  for (std::size_t e = 0; e < load.size(); ++e) sum += load[e] * importance[e];
  return double(experts()) * sum;
}

}  // namespace attnlab
