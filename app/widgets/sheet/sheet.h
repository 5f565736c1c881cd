// A sheet: numbers to be typed, as in a spreadsheet. A click or Tab gives it the keyboard: arrows move the
// cursor, typing replaces a number, F2 or a double click edits it, Enter and Tab go on, Delete clears, Ctrl
// with C, V and A copies, pastes and chooses all.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/matrix_view.h"

namespace attnlab {

/// The chosen cells: a rectangle with the cursor at one corner.
struct SheetRange {
  Cell at{}, to{};  ///< the cursor, and the opposite corner; invalid: no cell is chosen here
  bool holds(Cell cell) const;
  friend bool operator==(const SheetRange&, const SheetRange&) = default;
};

struct SheetOptions {
  std::string title{};   ///< above, in the role's colour
  std::string detail{};  ///< dim, after the title
  Role role = Role::None;
  std::span<const std::string> row_names{}, column_names{};  ///< empty: no labels on that side
  SheetRange selected{};
  float cell_width = 0;   ///< pixels; 0: usual_sheet_cell()
  float label_width = 0;  ///< of the rows' names; 0: as they need
  std::string target{};   ///< script name; cells are NAME[row,column], the field in a cell NAME.field
};

/// What was done in this frame; at most one of `typed`, `pasted`, `cleared` and `leaves`.
struct SheetResult {
  Box bounds;
  std::optional<SheetRange> selected;  ///< another choice of cells
  std::optional<std::string> typed;    ///< for the cell `edited`, as it was typed
  Cell edited{};
  std::optional<std::string> pasted;  ///< the text of the clipboard, for the cells from the cursor on
  bool cleared = false;               ///< the chosen cells
  int leaves = 0;                     ///< Tab behind the last cell (1), or before the first (−1)
};

/// Draws rows × columns numbers, row-major, at the cursor and advances it.
SheetResult sheet(const char* id, std::span<const double> numbers, int columns, const SheetOptions& options);

/// The width of a sheet with cells of this width.
float sheet_width(int columns, const SheetOptions& options);
/// The width that the names of its rows need.
float sheet_label_width(const SheetOptions& options);

/// The width of a cell that holds a number of seven letters, in pixels.
float usual_sheet_cell();

/// The number as a cell shows it: all its digits, or as many as fit `width`.
std::string sheet_text(double number, float width);

}  // namespace attnlab
