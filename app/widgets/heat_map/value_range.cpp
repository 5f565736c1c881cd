// Ranges of matrices and positions on colour maps.
#include "app/widgets/heat_map/value_range.h"

#include <algorithm>
#include <cmath>

#include "app/theme/theme.h"
#include "app/widgets/heat_map/row_facts.h"
#include "core/language/messages.h"

namespace attnlab {

const char* range_mode_name(RangeMode mode) {
  constexpr const char* names[] = {tr_mark("per matrix"), tr_mark("per row"), tr_mark("symmetric"),
                                   tr_mark("fixed")};
  return tr(names[static_cast<std::size_t>(mode)]);
}

ValueRange measure_range(const MatrixView& m, int first_row, int last_row) {
  NumberFacts facts;
  for (int r = first_row; r < last_row; ++r) facts.add(facts_of_row(m, r));
  return facts.range;
}

ValueRange adjusted(ValueRange range, const ColourScale& scale) {
  if (scale.mode == RangeMode::Fixed) return scale.fixed;
  if (scale.mode != RangeMode::Symmetric) return range;
  const float largest = std::max(std::abs(range.lo), std::abs(range.hi));
  return {-largest, largest};
}

std::vector<ValueRange> colour_ranges(const MatrixView& m, const ColourScale& scale) {
  if (scale.mode == RangeMode::Fixed) return {scale.fixed};
  if (scale.mode != RangeMode::PerRow) return {adjusted(measure_range(m, 0, m.rows), scale)};
  std::vector<ValueRange> ranges;
  for (int r = 0; r < m.rows; ++r) ranges.push_back(measure_range(m, r, r + 1));
  return ranges;
}

float colour_position(float value, ValueRange range, Scale scale) {
  if (scale == Scale::Sequential) {
    const float span = range.hi - range.lo;
    return span > 0 ? std::clamp((value - range.lo) / span, 0.0f, 1.0f) : 0.0f;
  }
  const float largest = std::max(std::abs(range.lo), std::abs(range.hi));
  return largest > 0 ? std::clamp(0.5f + 0.5f * value / largest, 0.0f, 1.0f) : 0.5f;
}

Colour value_colour(float value, ValueRange range, Scale scale) {
  if (std::isnan(value)) return theme().palette.bad;
  return colour_map(scale).at(colour_position(value, range, scale));
}

}  // namespace attnlab
