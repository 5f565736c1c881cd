// Complex plane: eigenvalues as points in a square, with the unit circle.
#pragma once

#include <complex>
#include <span>

#include "app/widgets/base/draw.h"

namespace attnlab {

/// The complex plane in a square box.
struct ComplexPlane {
  Box box;
  double most;  ///< the value at the edges
  ImVec2 at(double real, double imaginary) const;
  float length(double value) const { return float(value / most) * box.width() / 2; }
};

/// Draws frame, axes and the unit circle.
void draw_plane(const ComplexPlane& plane);

/// Draws the values, each in its colour; the one under the pointer has a tooltip.
void draw_eigen_points(const ComplexPlane& plane, std::span<const std::complex<double>> values,
                       Colour (*colour)(const std::complex<double>& value));

}  // namespace attnlab
