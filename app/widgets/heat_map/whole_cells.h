// Cell sizes in whole pixels.
#pragma once

#include <algorithm>
#include <cmath>

namespace attnlab {

/// Whole pixels where cells are large enough for the difference not to matter: crisp edges.
inline float whole_cell(float cell) { return cell >= 3.0f ? std::floor(cell) : cell; }

/// The same for cells that are to be seen however small they get.
inline float visible_cell(float cell, float least = 0.25f) { return std::max(whole_cell(cell), least); }

}  // namespace attnlab
