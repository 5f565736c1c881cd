// Rank correlation: how far two lists of numbers agree in what they put first.
#pragma once

#include <span>
#include <vector>

namespace attnlab {

/// Spearman's ρ: the correlation of the ranks, equal values sharing the mean of theirs; from −1 to 1. NaN for
/// fewer than two values, or where all values of one list are equal. Throws std::invalid_argument for lists
/// of different length.
double rank_correlation(std::span<const double> a, std::span<const double> b);

/// The rank of each value from 1 for the smallest; equal values share the mean of theirs.
std::vector<double> ranks_of(std::span<const double> values);

}  // namespace attnlab
