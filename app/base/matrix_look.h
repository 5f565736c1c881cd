// Looks: which part of a matrix is seen where its map is zoomed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// One axis of a map: a zoom of 1 shows the whole axis, a larger zoom a part. `middle` is the centre of that
/// part, as a fraction of the axis.
struct AxisLook {
  double zoom = 1, middle = 0.5;
  friend bool operator==(const AxisLook&, const AxisLook&) = default;
};

/// Which part of a map is seen. `rows` and `columns` restrict the look to axes of that length: another matrix
/// in the same place shows the same rows if it has as many, and else all.
struct MatrixLook {
  std::string map{};  ///< its script name
  AxisLook across{}, down{};
  Index rows = 0, columns = 0;  ///< 0: axes of any length
  friend bool operator==(const MatrixLook&, const MatrixLook&) = default;
};

/// The looks of all maps, the most recently changed one last.
using MatrixLooks = std::vector<MatrixLook>;

inline constexpr double kMostMatrixZoom = 4096;

/// The look of a map; null where none was chosen.
const MatrixLook* find_look(const MatrixLooks& looks, std::string_view map);

/// Replaces the look of its map and puts it last. The oldest looks are dropped.
void remember_look(MatrixLooks& looks, MatrixLook look);

}  // namespace attnlab
