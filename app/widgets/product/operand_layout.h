// The columns of a table of operands: as wide as their contents, on one line or on two. Pure.
#pragma once

namespace attnlab {

/// Widths that the contents of the columns need, in pixels.
struct OperandWidths {
  float index = 0;                         ///< the longest name of a term
  float left = 0, right = 0, product = 0;  ///< numbers and headings; `right` and `product` 0: a plain sum
};

/// The places of the columns from the left edge of the table, in pixels; numbers end at their right edge.
struct OperandColumns {
  float index = 0;  ///< width of the names; longer ones end with an ellipsis
  float left = 0, right = 0, product = 0;
  float bar = 0, bar_end = 0;  ///< equal: there is no room for bars
  bool two_lines = false;      ///< name, bar and product above, both factors below
};

/// Whether the columns of these widths fit into `room` pixels, on two lines if need be.
bool operands_fit(const OperandWidths& widths, float room, float em);

/// One line with bars where that fits, else without bars, else two lines.
OperandColumns operand_columns(const OperandWidths& widths, float room, float em);

}  // namespace attnlab
