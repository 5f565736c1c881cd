// Matrix measure: the facts of a matrix, gathered row by row.
#pragma once

#include <cstddef>
#include <vector>

#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/row_facts.h"

namespace attnlab {

class MatrixMeasure {
 public:
  MatrixMeasure(const MatrixView& matrix, const ColourScale& scale);

  /// Measures rows until `cells_left` are used up; returns whether all are measured. The
  /// matrix holds the same numbers at each call.
  bool go_on(const MatrixView& matrix, std::size_t& cells_left);
  /// Of the rows measured so far.
  MatrixFacts facts() const;

 private:
  ColourScale scale_;
  int next_row_ = 0;
  NumberFacts all_;
  std::vector<ValueRange> rows_;  ///< for RangeMode::PerRow
};

}  // namespace attnlab
