// What the parts of a sheet share: its plan, its keys, and the field in one of its cells.
#pragma once

#include "app/widgets/sheet/sheet.h"

namespace attnlab {

/// One frame of a sheet.
struct SheetFrame {
  const SheetOptions& o;
  std::span<const double> numbers;
  int rows, columns;
  Box cells;            ///< the place of all cells
  float width, height;  ///< of a cell
  ImGuiID id;

  Box box(Cell cell) const {
    return box_at({cells.min.x + width * float(cell.col), cells.min.y + height * float(cell.row)},
                  {width, height});
  }
  double at(Cell cell) const { return numbers[cell.row * columns + cell.col]; }
  Cell within(Cell cell) const;
  Cell cursor() const { return within(o.selected.at); }
  Cell corner() const { return within(o.selected.to); }
};

/// What opens the field in a cell.
enum class SheetEdit { Replace, Keep };

/// Opens the field in the cursor's cell with this text.
void open_sheet_field(const SheetFrame& frame, const std::string& text, SheetEdit how);
/// Whether the field is open in this sheet.
bool has_sheet_field(const SheetFrame& frame);
/// Draws the open field and takes what ends it.
void draw_sheet_field(const SheetFrame& frame, SheetResult& result);

/// Takes the keys of a sheet that has the keyboard and no open field.
void take_sheet_keys(const SheetFrame& frame, SheetResult& result);

/// Moves the cursor by cells, as the arrows do.
void move_sheet_cursor(const SheetFrame& frame, Cell from, int rows, int columns, SheetResult& result);
/// Moves it to the next cell or the one before, row by row; beyond the ends the sheet is left.
void step_sheet_cursor(const SheetFrame& frame, Cell from, int by, SheetResult& result);

}  // namespace attnlab
