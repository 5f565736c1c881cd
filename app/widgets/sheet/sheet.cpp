// Draws a sheet, and takes the mouse.
#include "app/widgets/sheet/sheet.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/sheet/sheet_parts.h"
#include "app/widgets/tokens/token_text.h"
#include "core/io/hand/hand_numbers.h"

namespace attnlab {

namespace {

float title_height() { return std::ceil(em() * 1.5f); }
float names_height() { return std::ceil(em() * 1.25f); }
float row_height() { return std::ceil(em() * 1.65f); }
float gap_after_labels() { return std::ceil(em() * 0.5f); }

float cell_width_of(const SheetOptions& o) { return o.cell_width > 0 ? o.cell_width : usual_sheet_cell(); }

float label_width_of(const SheetOptions& o) {
  return o.label_width > 0 ? o.label_width : sheet_label_width(o);
}

Cell cell_under_pointer(const SheetFrame& frame) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return frame.within({static_cast<int>(std::floor((mouse.y - frame.cells.min.y) / frame.height)),
                       static_cast<int>(std::floor((mouse.x - frame.cells.min.x) / frame.width))});
}

/// A click chooses a cell, dragging and Shift a rectangle; a double click edits.
void take_mouse(const SheetFrame& frame, bool focused, SheetResult& result) {
  const Cell under = cell_under_pointer(frame);
  const bool chosen = frame.o.selected.at.valid(), over = ImGui::IsItemHovered();
  if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    const bool extends = ImGui::GetIO().KeyShift && chosen;
    result.selected = SheetRange{extends ? frame.cursor() : under, under};
    give_focus(frame.o.target);
  } else if (focused && chosen && ImGui::IsMouseDragging(ImGuiMouseButton_Left) && frame.corner() != under &&
             frame.cells.contains(ImGui::GetIO().MouseClickedPos[0])) {
    result.selected = SheetRange{frame.cursor(), under};
  }
  if (over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && chosen && frame.cursor() == under)
    open_sheet_field(frame, hand_number_text(frame.at(under)), SheetEdit::Keep);
}

void draw_labels(const SheetFrame& frame, const Box& bounds) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box title{bounds.min,
                  {std::max(bounds.max.x, bounds.min.x + em() * 13), bounds.min.y + title_height()}};
  draw_text_in(canvas, fonts().ui_bold, title, role_text(frame.o.role), frame.o.title);
  const float x = title.min.x + text_size(fonts().ui_bold, frame.o.title).x + em() * 0.6f;
  if (x < title.max.x)
    draw_text_in(canvas, fonts().small, {{x, title.min.y}, title.max}, p.text_dim, frame.o.detail);
  for (std::size_t i = 0; i < frame.o.column_names.size(); ++i) {
    const Box cell = frame.box({0, static_cast<int>(i)});
    draw_text_in(canvas, fonts().small,
                 {{cell.min.x, cell.min.y - names_height()}, {cell.max.x - em() * 0.3f, cell.min.y}},
                 p.text_dim, display_token(frame.o.column_names[i]), Align::Right, Cut::Meant);
  }
  for (std::size_t i = 0; i < frame.o.row_names.size(); ++i) {
    const Box cell = frame.box({static_cast<int>(i), 0});
    draw_text_in(canvas, fonts().ui,
                 {{bounds.min.x, cell.min.y}, {cell.min.x - gap_after_labels(), cell.max.y}}, p.text_dim,
                 display_token(frame.o.row_names[i]), Align::Right, Cut::Meant);
  }
}

void draw_number(const SheetFrame& frame, Cell cell) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box box = frame.box(cell);
  canvas.fill(box, frame.o.selected.holds(cell) ? p.accent_soft : p.raised);
  canvas.frame(box, p.border);
  Box inner = box;
  inner.max.x -= em() * 0.3f;
  draw_text_in(canvas, fonts().mono, inner, p.text, sheet_text(frame.at(cell), box.width() - em() * 0.6f),
               Align::Right, Cut::Meant);
}

void draw_cells_of(const SheetFrame& frame) {
  for (int row = 0; row < frame.rows; ++row)
    for (int col = 0; col < frame.columns; ++col) draw_number(frame, {row, col});
  if (frame.o.selected.at.valid())
    draw_outline(control_canvas(), frame.box(frame.cursor()), theme().palette.accent,
                 std::max(2.0f, em() / 8));
}

}  // namespace

bool SheetRange::holds(Cell cell) const {
  return at.valid() && cell.row >= std::min(at.row, to.row) && cell.row <= std::max(at.row, to.row) &&
         cell.col >= std::min(at.col, to.col) && cell.col <= std::max(at.col, to.col);
}

Cell SheetFrame::within(Cell cell) const {
  return {std::clamp(cell.row, 0, rows - 1), std::clamp(cell.col, 0, columns - 1)};
}

float sheet_width(int columns, const SheetOptions& o) {
  const float labels = o.row_names.empty() ? 0 : label_width_of(o) + gap_after_labels();
  return labels + cell_width_of(o) * float(columns);
}

float sheet_label_width(const SheetOptions& o) {
  float width = 0;
  for (const std::string& name : o.row_names)
    width = std::max(width, text_size(fonts().ui, display_token(name)).x);
  return std::min(std::ceil(width), em() * 7);
}

float usual_sheet_cell() { return std::ceil(text_size(fonts().mono, "−0.1234").x + em() * 0.7f); }

std::string sheet_text(double number, float width) {
  std::string text = hand_number_text(number);
  for (std::size_t at; (at = text.find('-')) != std::string::npos;) text.replace(at, 1, "−");
  for (int digits = kMaxDigits; digits >= kMinDigits && text_size(fonts().mono, text).x > width; --digits)
    text = format_number(number, digits);
  return text;
}

SheetResult sheet(const char* id, std::span<const double> numbers, int columns, const SheetOptions& o) {
  const int rows = static_cast<int>(numbers.size()) / std::max(columns, 1);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float labels = sheet_width(0, o),
              above = title_height() + (o.column_names.empty() ? 0 : names_height());
  const float width = cell_width_of(o), height = row_height();
  const Box cells =
      box_at({start.x + labels, start.y + above}, {width * float(columns), height * float(rows)});
  SheetResult result;
  result.bounds = {start, cells.max};
  KeepsDirection kept;
  kept.within(result.bounds);
  const SheetFrame frame{o, numbers, rows, columns, cells, width, height, ImGui::GetID(id)};
  move_cursor(cells.min);
  let_next_be_overlapped();
  ImGui::InvisibleButton(id, cells.size());
  let_last_be_overlapped();
  add_focus_stop(o.target, cells);
  const Box seen = intersection(cells, clip_box());
  mark_target_grid(o.target, {cells.min.x, cells.min.y, cells.max.x, cells.max.y},
                   seen.empty() ? TargetRect{} : TargetRect{seen.min.x, seen.min.y, seen.max.x, seen.max.y},
                   rows, columns);
  mark_part(o.target, o.title, result.bounds, FigurePartKind::Matrix);
  const bool types = focus_types();
  take_mouse(frame, types, result);
  if (types && !has_sheet_field(frame)) take_sheet_keys(frame, result);
  draw_labels(frame, result.bounds);
  draw_cells_of(frame);
  if (has_sheet_field(frame)) draw_sheet_field(frame, result);
  move_cursor(start);
  ImGui::Dummy(result.bounds.size());
  return result;
}

}  // namespace attnlab
