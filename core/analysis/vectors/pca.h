// PCA: the directions in which vectors differ most, and how much of their variance each has.
#pragma once

#include <functional>
#include <vector>

#include "core/models/neighbours.h"

namespace attnlab {

/// The principal components of N vectors: eigenvectors of their covariance Σ(v − mean)(v − mean)ᵀ / (N − 1)
/// (Pearson 1901, Hotelling 1933), exact, the largest variance first.
struct Pca {
  Index width = 0;                ///< C
  std::vector<double> mean;       ///< [C]
  std::vector<double> axes;       ///< [C,C]: a unit vector a row; its largest component is positive
  std::vector<double> variances;  ///< [C], falling, none below 0

  std::span<const double> axis(Index component) const {
    return std::span(axes).subspan(component * width, width);
  }
  /// The variances' sum.
  double total() const;
  /// The component's part of the variance, 0 to 1; 0 where all vectors are the same.
  double share(Index component) const;
};

/// Of at least two rows. Of several components as large within rounding, the first decides the sign of an
/// axis. `go_on` is asked now and then; throws std::runtime_error where it says no, or where a number is not
/// finite; std::invalid_argument for fewer than two rows.
Pca principal_components(const VectorRows& rows, const std::function<bool()>& go_on = {});

/// The vectors' own numbers in place of components, from their common zero: axes are those of the numbers,
/// the mean is left at 0, and variances stand in the numbers' order. Of at least two rows.
Pca own_numbers(const VectorRows& rows);

}  // namespace attnlab
