// Positions: the waves that stand for places, and how similar places look to a model.
#pragma once

#include <span>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// Positions over which a column repeats itself: 2π·10000^(2i/C), i = ⌊column/2⌋. For sinusoidal columns of a
/// model of width C (Vaswani et al. 2017) and, with D in the place of C, for rotary ones (Su et al. 2021).
double wavelength(Index column, Index width);

/// A sinusoidal column between the positions too: sinusoid() at whole ones.
double sinusoidal_wave(double position, Index column, Index width);

/// The same of a rotary table: cos of pair i's angle in column 2i, its sin in column 2i + 1.
double rotary_wave(double position, Index column, Index head_size);

/// How one position compares with every other. All vectors are [T].
struct Similarity {
  std::vector<double> distance;  ///< k − position
  std::vector<double> value;     ///< of position and k
  std::vector<double> mean;      ///< over all pairs of positions as far apart as these two
  double spread = 0;  ///< how far a pair is from the mean of its distance at most: 0 where only that counts
};

/// Of the rows of a table [T,width], by their dot product or the cosine of their angle. Of a rotary table the
/// dot product is Σᵢ cos(distance·θᵢ), what turning leaves of q·k where both are 1 in each pair's first cell.
Similarity similarity(std::span<const Real> table, Index width, Index position, bool cosine);

/// q·k after both were turned by their positions: qᵀR(distance)k, `distance` from q to k (Su et al. 2021).
double turned_product(std::span<const Real> query, std::span<const Real> key, double distance);

/// What ALiBi adds to the scores of one query: −slope·|position − k|: [H,keys] (Press et al. 2021).
std::vector<Real> distance_biases(Index heads, Index position, Index keys);

}  // namespace attnlab
