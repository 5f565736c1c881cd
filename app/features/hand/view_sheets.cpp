// The typed matrices. Script names: hand.q, hand.k, hand.v and so on are the matrices as hand_matrices()
// names them, NAME[row,column] their cells and NAME.field the field in a cell; hand.seen[query,key] is the
// mask.
#include <algorithm>
#include <cmath>

#include "app/features/hand/view_frame.h"
#include "app/views/common/stage_frame.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/sheet/sheet.h"
#include "core/io/hand/hand_numbers.h"

namespace attnlab {

namespace {

/// Least width of a cell, in em.
constexpr float kLeastCell = 3.2f;
/// Width of the widest title with its detail, in em.
constexpr float kTitles = 14;

std::string sheet_target(const HandMatrixKind& kind) { return "hand." + std::string(kind.name); }

std::vector<std::string> counted_names(Index count, const char* before) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back(before + std::to_string(i));
  return names;
}

/// The names along the sides of a matrix.
struct SheetNames {
  std::vector<std::string> rows, columns;
};
SheetNames names_of(const HandAttention& numbers, const HandMatrixKind& kind) {
  const HandMatrix& m = numbers.*kind.cells;
  const bool tokens = kind.row_names && !(numbers.*kind.row_names).empty();
  return {tokens ? numbers.*kind.row_names : counted_names(m.rows, ""),
          counted_names(m.columns, kind.score ? "" : "d ")};
}

SheetOptions options_of(const HandFrame& frame, const HandMatrixKind& kind, const SheetNames& names,
                        const HandSheetPlan& plan) {
  const HandMatrix& m = frame.numbers.*kind.cells;
  const HandCursor& c = frame.choice.cursor;
  SheetOptions o{.title = std::string(kind.site->title),
                 .detail = std::to_string(m.rows) + " × " + std::to_string(m.columns),
                 .role = kind.site->role,
                 .row_names = names.rows,
                 .column_names = names.columns,
                 .cell_width = plan.cell,
                 .label_width = plan.labels,
                 .target = sheet_target(kind)};
  if (c.matrix == kind.name)
    o.selected = {{static_cast<int>(c.row), static_cast<int>(c.column)},
                  {static_cast<int>(c.to_row), static_cast<int>(c.to_column)}};
  return o;
}

std::vector<const HandMatrixKind*> shown_matrices(const HandAttention& numbers) {
  std::vector<const HandMatrixKind*> shown;
  for (const HandMatrixKind& kind : hand_matrices())
    if (reads(numbers, kind)) shown.push_back(&kind);
  return shown;
}

std::vector<std::string> place_of(const HandMatrixKind& kind, Cell cell) {
  return {std::string(kind.name), std::to_string(cell.row), std::to_string(cell.col)};
}

void select_cells(const HandFrame& frame, const HandMatrixKind& kind, const SheetRange& range) {
  std::vector<std::string> words = place_of(kind, range.at);
  if (range.to != range.at)
    words.insert(words.end(), {std::to_string(range.to.row), std::to_string(range.to.col)});
  frame.say("select", std::move(words));
}

/// Tab leads from matrix to matrix, and out of the last one.
void leave_sheet(const HandFrame& frame, const HandMatrixKind& from, int by) {
  const std::vector<const HandMatrixKind*> shown = shown_matrices(frame.numbers);
  const auto here = std::ranges::find(shown, &from);
  const bool out = by > 0 ? here + 1 == shown.end() : here == shown.begin();
  if (out) return pass_focus(by);
  const HandMatrixKind& to = **(here + by);
  const HandMatrix& m = frame.numbers.*to.cells;
  const Cell cell = by > 0 ? Cell{0, 0} : Cell{static_cast<int>(m.rows) - 1, static_cast<int>(m.columns) - 1};
  select_cells(frame, to, {cell, cell});
  give_focus(sheet_target(to));
}

void take_result(const HandFrame& frame, const HandMatrixKind& kind, const SheetResult& r) {
  if (r.typed) {
    std::vector<std::string> words = place_of(kind, r.edited);
    words.push_back(*r.typed);
    frame.say("cell", std::move(words));
  }
  if (r.pasted) {
    const HandCursor& c = frame.choice.cursor;
    frame.say("paste", {std::string(kind.name), std::to_string(std::min(c.row, c.to_row)),
                        std::to_string(std::min(c.column, c.to_column)), *r.pasted});
  }
  if (r.cleared) frame.say("clear", {});
  if (r.selected) select_cells(frame, kind, *r.selected);
  if (r.leaves != 0) leave_sheet(frame, kind, r.leaves);
}

/// The mask as numbers for a map: nothing to add, hatched where a key is hidden.
struct HandMaskCells {
  std::vector<float> zeros;
  std::vector<unsigned char> hidden;
};

void draw_mask(const HandFrame& frame, const HandSheetPlan& plan) {
  if (!has_mask(frame.numbers)) return;
  HandMaskCells& cells = frame.model.remembered<HandMaskCells>();
  cells.hidden.clear();
  for (const std::string& row : hand_mask(frame.numbers))
    for (const char seen : row) cells.hidden.push_back(seen == '0');
  cells.zeros.assign(cells.hidden.size(), 0);
  const HandMatrix &query = frame.numbers.query, &key = frame.numbers.key;
  MatrixView view = matrix_view(cells.zeros.data(), static_cast<int>(query.rows), static_cast<int>(key.rows));
  view.mask = cells.hidden.data();
  HeatMapOptions o;
  o.title = "Mask M";
  o.detail = "a click hides or shows";
  o.role = Role::Masked;
  o.scale = signed_scale();
  o.legend = false;
  o.cell_width = plan.cell;
  o.cell_height = std::ceil(em() * 1.65f);
  o.rows.names = frame.numbers.query_names;
  o.cols.names = frame.numbers.key_names;
  o.tensor = "mask";
  o.selected = {static_cast<int>(frame.choice.query), static_cast<int>(frame.choice.key)};
  o.target = "hand.seen";
  const float before = sheet_width(0, {.row_names = frame.numbers.query_names, .label_width = plan.labels});
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(before - heat_map_offset(view, o).x, 0.0f));
  const HeatMapResult r = heat_map("mask", view, o);
  if (!r.clicked) return;
  const std::string row = std::to_string(r.clicked->row), col = std::to_string(r.clicked->col);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return frame.say("see", {row, col, "toggle"});
  frame.say("query", {row});
  frame.say("key", {col});
}

}  // namespace

HandSheetPlan plan_hand_sheets(const HandFrame& frame, float room) {
  HandSheetPlan plan{.cell = usual_sheet_cell()};
  Index columns = has_mask(frame.numbers) ? frame.numbers.key.rows : 1;
  for (const HandMatrixKind* kind : shown_matrices(frame.numbers)) {
    const SheetNames names = names_of(frame.numbers, *kind);
    plan.labels = std::max(plan.labels, sheet_label_width(options_of(frame, *kind, names, plan)));
    columns = std::max(columns, (frame.numbers.*kind->cells).columns);
  }
  const std::string name;
  const float before = sheet_width(0, {.row_names = {&name, 1}, .label_width = plan.labels});
  const float fitting = std::floor((room - before) / static_cast<float>(columns));
  plan.cell = std::clamp(fitting, std::min(std::ceil(em() * kLeastCell), plan.cell), plan.cell);
  plan.width = std::max(before + plan.cell * static_cast<float>(columns), em() * kTitles);
  return plan;
}

void draw_hand_sheets(const HandFrame& frame, const HandSheetPlan& plan) {
  for (const HandMatrixKind* kind : shown_matrices(frame.numbers)) {
    const HandMatrix& m = frame.numbers.*kind->cells;
    const SheetNames names = names_of(frame.numbers, *kind);
    take_result(frame, *kind,
                sheet(kind->member.data(), m.cells, static_cast<int>(m.columns),
                      options_of(frame, *kind, names, plan)));
    ImGui::Dummy({0, em() * 0.3f});
  }
  draw_mask(frame, plan);
}

}  // namespace attnlab
