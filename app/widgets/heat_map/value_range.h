// Value ranges: the numbers at the ends of a colour scale.
#pragma once

#include <string>
#include <vector>

#include "app/theme/colour_map.h"
#include "app/widgets/heat_map/matrix_view.h"

namespace attnlab {

enum class RangeMode {
  PerMatrix,  ///< from the smallest to the largest value of this matrix (and zero)
  PerRow,     ///< from the smallest to the largest value of each row (and zero)
  Symmetric,  ///< from −m to m, the largest absolute value of the matrix
  Fixed       ///< two given ends, so that matrices can be compared
};

struct ValueRange {
  float lo = 0, hi = 1;
};

/// How numbers turn into positions on a colour map.
struct ColourScale {
  Scale scale = Scale::Diverging;
  RangeMode mode = RangeMode::PerMatrix;
  ValueRange fixed{0, 1};  ///< for RangeMode::Fixed
};

/// "per matrix", "per row", "symmetric", "fixed".
const char* range_mode_name(RangeMode mode);

/// Smallest and largest finite, unmasked value in rows [first, last), widened to include zero. {0, 0} if
/// none.
ValueRange measure_range(const MatrixView& matrix, int first_row, int last_row);

/// The ends of a scale for a matrix whose numbers reach from `range.lo` to `range.hi`.
ValueRange adjusted(ValueRange range, const ColourScale& scale);

/// The ends for each row of the matrix (PerRow), or one range (all other modes).
std::vector<ValueRange> colour_ranges(const MatrixView& matrix, const ColourScale& scale);

/// Position of `value` on the colour map, in [0, 1]. A diverging map keeps zero at its neutral middle: both
/// of its halves share one unit, so that equal absolute values look equally strong.
float colour_position(float value, ValueRange range, Scale scale);

/// The colour of one value; NaN gets the theme's warning colour.
Colour value_colour(float value, ValueRange range, Scale scale);

}  // namespace attnlab
