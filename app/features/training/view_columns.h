// Columns: a table whose columns are as wide as their cells, for runs and sweeps.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/base/draw.h"

namespace attnlab {

/// A column: its heading, and a text for each row.
struct TableColumn {
  std::string title;
  std::vector<std::string> cells;
  bool number = true;        ///< in the number font, at the right
  float width = 0, gap = 0;  ///< by fit_columns(); `gap`: room before the column
};

/// Widths that hold headings and cells. Columns that do not fit into `room` are dropped from the right; a
/// wider window shows them.
void fit_columns(std::vector<TableColumn>& columns, float room);

/// Draws the headings as a line at the cursor, `left` pixels from it.
void draw_headings(const std::vector<TableColumn>& columns, float left);
/// Draws the cells of row `at` in `row`.
void draw_cells(const std::vector<TableColumn>& columns, std::size_t at, const Box& row, float left);

/// A row's line of colour before its cells.
void draw_row_colour(const Box& row, Colour colour);

}  // namespace attnlab
