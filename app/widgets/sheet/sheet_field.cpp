// The field in a cell of a sheet, while a number is typed.
#include <imgui.h>
#include <imgui_internal.h>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/input_queue.h"
#include "app/widgets/base/keys.h"
#include "app/widgets/sheet/sheet_parts.h"

namespace attnlab {

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
  if (changed && field.was_active) result.typed = field.text, result.edited = field.cell;
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
