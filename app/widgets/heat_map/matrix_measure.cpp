// Gathers the facts of rows.
#include "app/widgets/heat_map/matrix_measure.h"

#include <algorithm>

#include "app/widgets/base/frame_share.h"

namespace attnlab {

MatrixMeasure::MatrixMeasure(const MatrixView& m, const ColourScale& scale) : scale_(scale) {
  if (scale.mode == RangeMode::PerRow) rows_.resize(m.rows, ValueRange{0, 0});
}

bool MatrixMeasure::go_on(const MatrixView& m, std::size_t& cells_left) {
  while (next_row_ < m.rows && cells_left > 0) {
    const NumberFacts row = facts_of_row(m, next_row_);
    if (!rows_.empty()) rows_[next_row_] = row.range;
    all_.add(row);
    ++next_row_;
    cells_left -= std::min(cells_left, measured_cells(static_cast<std::size_t>(m.cols)));
  }
  return next_row_ == m.rows;
}

MatrixFacts MatrixMeasure::facts() const {
  MatrixFacts facts{rows_, all_.largest, all_.any_masked, all_.any_negative, all_.all_whole};
  if (rows_.empty()) facts.ranges = {adjusted(all_.range, scale_)};
  return facts;
}

}  // namespace attnlab
