// Cell sizes in whole pixels.
#pragma once

#include <algorithm>
#include <cmath>

namespace attnlab {

/// Rounds large cells down to whole pixels, for crisp edges.
inline float whole_cell(float cell) { return cell >= 3.0f ? std::floor(cell) : cell; }

/// whole_cell(), but at least `least` pixels, so that the smallest cells stay visible.
inline float visible_cell(float cell, float least = 0.25f) { return std::max(whole_cell(cell), least); }

/// By how much the largest cells grow in a room that is `height` pixels high: 1 in windows of usual size.
inline float room_growth(float height, float em) { return std::max(1.0f, height / (50 * em)); }

}  // namespace attnlab
