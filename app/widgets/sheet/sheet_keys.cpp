// The keys of a sheet while no field is open in it.
#include <imgui.h>

#include <algorithm>

#include "app/base/format.h"
#include "app/widgets/base/keys.h"
#include "app/widgets/sheet/sheet_parts.h"
#include "core/io/hand/hand_numbers.h"

namespace attnlab {

namespace {

bool went_down(std::string_view chord) { return chord_pressed(parse_key(chord)); }

/// The characters typed in this frame.
std::string typed_text() {
  std::string text;
  for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters)
    if (letter > ' ' && letter < 127) text += static_cast<char>(letter);
  return text;
}

std::string copied_cells(const SheetFrame& frame) {
  const Cell a = frame.cursor(), b = frame.corner();
  std::vector<std::vector<double>> block;
  for (int row = std::min(a.row, b.row); row <= std::max(a.row, b.row); ++row) {
    block.emplace_back();
    for (int col = std::min(a.col, b.col); col <= std::max(a.col, b.col); ++col)
      block.back().push_back(frame.at({row, col}));
  }
  return hand_block_text(block);
}

void extend(const SheetFrame& frame, int rows, int columns, SheetResult& result) {
  const Cell corner = frame.corner();
  result.selected = {frame.cursor(), frame.within({corner.row + rows, corner.col + columns})};
}

struct ArrowKey {
  std::string_view name, with_shift;
  int rows, columns;
};
constexpr ArrowKey kArrowKeys[] = {{"Left", "Shift+Left", 0, -1},
                                   {"Right", "Shift+Right", 0, 1},
                                   {"Up", "Shift+Up", -1, 0},
                                   {"Down", "Shift+Down", 1, 0}};

/// Keys that choose cells; true where there was one.
bool take_moves(const SheetFrame& frame, SheetResult& result) {
  const Cell at = frame.cursor();
  for (const ArrowKey& key : kArrowKeys) {
    if (went_down(key.name)) return move_sheet_cursor(frame, at, key.rows, key.columns, result), true;
    if (went_down(key.with_shift)) return extend(frame, key.rows, key.columns, result), true;
  }
  const Cell last{frame.rows - 1, frame.columns - 1};
  if (went_down("Enter")) return move_sheet_cursor(frame, at, 1, 0, result), true;
  if (went_down("Shift+Enter")) return move_sheet_cursor(frame, at, -1, 0, result), true;
  if (went_down("Tab")) return step_sheet_cursor(frame, at, 1, result), true;
  if (went_down("Shift+Tab")) return step_sheet_cursor(frame, at, -1, result), true;
  if (went_down("Home")) return move_sheet_cursor(frame, at, 0, -last.col, result), true;
  if (went_down("End")) return move_sheet_cursor(frame, at, 0, last.col, result), true;
  if (went_down("Ctrl+A")) return result.selected = SheetRange{{0, 0}, last}, true;
  return false;
}

}  // namespace

void move_sheet_cursor(const SheetFrame& frame, Cell from, int rows, int columns, SheetResult& result) {
  const Cell to = frame.within({from.row + rows, from.col + columns});
  result.selected = SheetRange{to, to};
}

void step_sheet_cursor(const SheetFrame& frame, Cell from, int by, SheetResult& result) {
  const int place = from.row * frame.columns + from.col + by;
  if (place < 0 || place >= frame.rows * frame.columns) {
    result.leaves = by;
    return;
  }
  const Cell to{place / frame.columns, place % frame.columns};
  result.selected = SheetRange{to, to};
}

void take_sheet_keys(const SheetFrame& frame, SheetResult& result) {
  if (!frame.o.selected.at.valid() || take_moves(frame, result)) return;
  if (went_down("Ctrl+C")) return ImGui::SetClipboardText(copied_cells(frame).c_str());
  if (went_down("Ctrl+V")) {
    if (const char* const text = ImGui::GetClipboardText()) result.pasted = text;
    return;
  }
  if (went_down("Delete")) {
    result.cleared = true;
    return;
  }
  if (went_down("F2"))
    return open_sheet_field(frame, hand_number_text(frame.at(frame.cursor())), SheetEdit::Keep);
  if (went_down("Backspace")) return open_sheet_field(frame, "", SheetEdit::Replace);
  if (const std::string text = typed_text(); !text.empty()) open_sheet_field(frame, text, SheetEdit::Replace);
}

}  // namespace attnlab
