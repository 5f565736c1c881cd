// Looks: which part of a matrix is seen where its map is zoomed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// One axis of a map: a zoom of 1 shows all of it, larger ones a part. What is in the middle is told as a
/// share of the axis.
struct AxisLook {
  double zoom = 1, middle = 0.5;
  friend bool operator==(const AxisLook&, const AxisLook&) = default;
};

/// What is seen of the map of this script name. With a number of rows or columns it holds for axes of that
/// length, so that another matrix in the same place shows the same rows if it has as many, and else all.
struct MatrixLook {
  std::string map{};
  AxisLook across{}, down{};
  Index rows = 0, columns = 0;  ///< 0: whatever there are
  friend bool operator==(const MatrixLook&, const MatrixLook&) = default;
};

/// Those of all maps; the one that changed last is the last.
using MatrixLooks = std::vector<MatrixLook>;

inline constexpr double kMostMatrixZoom = 4096;

/// The look of a map, null where it was never chosen.
const MatrixLook* find_look(const MatrixLooks& looks, std::string_view map);

/// Puts a map's look last, instead of the one that it had. The oldest are forgotten.
void keep_look(MatrixLooks& looks, MatrixLook look);

}  // namespace attnlab
