// The field in a cell of a sheet, while a number is typed.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/input_queue.h"
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

namespace {

/// Frames in which the field may wait for the keyboard.
constexpr int kMostWaits = 8;

/// The one open field, and where it is.
struct SheetField {
  ImGuiID sheet = 0;  ///< 0: none is open
  Cell cell{};
  std::string begun, text;  ///< as it was opened, and now
  bool to_end = false, replaces = false, was_active = false;
  int waits = 0;  ///< frames since it was opened without the keyboard
};

SheetField& open_field() { return remembered<SheetField>(); }

/// Whether the key went down; unlike chord_pressed(), while a field has the keyboard.
bool hit(std::string_view key) {
  const ImGuiIO& io = ImGui::GetIO();
  return !io.KeyCtrl && !io.KeyAlt && key_pressed(parse_key(key).key, true);
}

/// How the cursor goes on after a field: by a cell, to the next cell, or not at all.
struct FieldEnd {
  bool ends = false;
  int rows = 0, columns = 0, steps = 0;
};

FieldEnd end_of(const SheetField& field, bool entered) {
  const bool shift = ImGui::GetIO().KeyShift;
  if (entered) return {true, shift ? -1 : 1, 0, 0};
  if (hit("Tab")) return {true, 0, 0, shift ? -1 : 1};
  if (hit("Up")) return {true, -1, 0, 0};
  if (hit("Down")) return {true, 1, 0, 0};
  if (field.replaces && hit("Left")) return {true, 0, -1, 0};
  if (field.replaces && hit("Right")) return {true, 0, 1, 0};
  return {};
}

/// Closes the field; what was changed in it counts as typed.
void close_field(SheetResult& result) {
  SheetField& field = open_field();
  const bool changed = field.replaces || field.text != field.begun;
  if (changed && field.was_active) result.typed = typed_number(field.text), result.edited = field.cell;
  field = {};
}

/// Closes the field and drops what was typed.
void drop_field(const SheetFrame& frame) {
  open_field() = {};
  ImGui::ClearActiveID();
  give_focus(frame.o.target);
}

}  // namespace

void open_sheet_field(const SheetFrame& frame, const std::string& text, SheetEdit how) {
  open_field() = {.sheet = frame.id,
                  .cell = frame.cursor(),
                  .begun = text,
                  .text = text,
                  .to_end = true,
                  .replaces = how == SheetEdit::Replace};
  hold_keys();
}

bool has_sheet_field(const SheetFrame& frame) { return open_field().sheet == frame.id; }

void draw_sheet_field(const SheetFrame& frame, SheetResult& result) {
  SheetField& field = open_field();
  const Box box = frame.box(field.cell);
  move_cursor(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {em() * 0.3f, std::max(0.0f, (box.height() - ImGui::GetFontSize()) / 2)});
  if (!field.was_active) focus_next_field();
  const bool entered =
      text_field((frame.o.target + ".field").c_str(), field.text, "", box.width(), nullptr, &field.to_end);
  ImGui::PopStyleVar();
  const bool active = ImGui::IsItemActive();
  if (!active && !field.was_active && !entered) {
    if (++field.waits > kMostWaits) drop_field(frame);
    return;
  }
  field.was_active = true;
  if (hit("Escape")) return drop_field(frame);
  const FieldEnd end = end_of(field, entered);
  if (!end.ends && active) return;
  const Cell from = field.cell;
  close_field(result);
  if (!end.ends) return;  // the mouse took the keyboard elsewhere
  ImGui::ClearActiveID();
  give_focus(frame.o.target);
  if (end.steps != 0) step_sheet_cursor(frame, from, end.steps, result);
  if (end.rows != 0 || end.columns != 0) move_sheet_cursor(frame, from, end.rows, end.columns, result);
}

}  // namespace attnlab
