// Saturation: how dot products grow with the number of features, and what that does to their softmax.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// Random queries and keys: every feature is drawn from a normal distribution of mean 0 and variance 1.
struct SaturationSettings {
  Index queries = 128, keys = 64;
  Index most_features = 512;
  std::uint64_t seed = 1;
  friend bool operator==(const SaturationSettings&, const SaturationSettings&) = default;
};

/// What scores of one kind are like, over all queries and keys.
struct ScoreSpread {
  double variance = 0;  ///< of the scores, about their mean 0
  double entropy = 0;   ///< of a query's attention weights in bits, mean over the queries
  double largest = 0;   ///< a query's largest weight, mean over the queries
};

/// Of vectors with so many features, scores as they are and divided by √d_k.
struct SaturationPoint {
  Index features = 1;  ///< d_k
  ScoreSpread plain, scaled;
};

/// Points from 1 feature to the most: 1, 2, 3, 4, 6, 8, 12, … . The vectors of a point are the beginnings of
/// those of the last one. The expected variance is d_k of the plain scores, and 1 of the scaled ones (Vaswani
/// et al. 2017, section 3.2.1). Throws std::invalid_argument for fewer than one query, two keys or one
/// feature.
std::vector<SaturationPoint> saturation(const SaturationSettings& settings);

}  // namespace attnlab
