// Expert counts: how many tokens a router sent to each of its experts, and how evenly.
#pragma once

#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// Counts of the tokens that one router read: its E experts, of which each token goes through k. Where no
/// token was counted, shares, means, entropy and balance are NaN.
class ExpertCounts {
 public:
  explicit ExpertCounts(Index experts);

  /// One token: the router's probabilities [E], and its choices [k], numbers of experts. Throws
  /// std::invalid_argument for a choice that is not the number of an expert.
  void add(const Real* probabilities, const Real* selected, Index per_token);

  Index experts() const { return count_of(chosen_); }
  Index tokens() const { return tokens_; }
  /// How many tokens went through the expert.
  Index chosen(Index expert) const { return chosen_[static_cast<std::size_t>(expert)]; }

  /// f [E]: the share of the tokens' k·T choices that fell on each expert; they sum to 1, and each is 1/E
  /// where all experts are used alike.
  std::vector<double> shares() const;
  /// P [E]: the mean probability that the router gave each expert.
  std::vector<double> mean_probabilities() const;
  /// Entropy of the shares in bits: log₂ E where all experts are used alike, 0 where one takes every token.
  double entropy() const;
  /// E·Σ f[e]·P[e] over all tokens together (Fedus et al. 2021, equation 4): 1 where all experts are used
  /// alike.
  double balance() const;

 private:
  Index tokens_ = 0, choices_ = 0;
  std::vector<Index> chosen_;
  std::vector<double> probabilities_;  ///< sums over the tokens
};

}  // namespace attnlab
