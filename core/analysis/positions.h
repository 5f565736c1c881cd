// Positions: the waves that stand for places, and how similar places look to a model.
#pragma once

#include <span>
#include <vector>

#include "core/ops/attention/rotary.h"

namespace attnlab {

/// The wavelength of a column, in positions: 2π·10000^(2i/C), i = ⌊column/2⌋. For sinusoidal columns of a
/// model of width C (Vaswani et al. 2017) and, with D in the place of C, for rotary ones (Su et al. 2021).
double wavelength(Index column, Index width);

/// A sinusoidal column at any real position; sinusoid() at whole positions.
double sinusoidal_wave(double position, Index column, Index width);

enum class SimilarityMeasure { DotProduct, Cosine };

/// How one position compares with every other. All vectors are [T].
struct Similarity {
  std::vector<double> distance;  ///< k − position
  std::vector<double> value;     ///< similarity of `position` and k
  std::vector<double> mean;      ///< over all pairs of positions as far apart as these two
  double spread = 0;  ///< largest deviation of a pair from its distance's mean; 0 where only distance counts
};

/// The similarity of row `position` of a table [T,width] to every row. For a rotary table the dot product is
/// Σᵢ cos(distance·θᵢ): q·k after rotation, where both are 1 in each pair's first cell.
Similarity similarity(std::span<const Real> table, Index width, Index position, SimilarityMeasure measure);

/// q·k after both are rotated by their positions: qᵀR(distance)k, `distance` from q to k (Su et al. 2021).
double turned_product(std::span<const Real> query, std::span<const Real> key, double distance,
                      const RotaryTurns& turns);

/// The biases that ALiBi adds to the scores of one query: −slope·|position − k|: [H,keys] (Press et al.
/// 2021).
std::vector<Real> distance_biases(Index heads, Index position, Index keys);

}  // namespace attnlab
