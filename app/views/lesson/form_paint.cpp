// Painting: a grid of cells to press or to drag over. Masks have cells of 0 and 1, weights of 0, 3, 6 and 9
// tenths, as shares of their row. Script names: lesson.ID.cells[r,c].
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/lessons/judging.h"
#include "app/views/lesson/exercise_forms.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/keys.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/heat_map/matrix_view.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

std::vector<std::string>& rows_of(const ExerciseFrame& frame) {
  std::vector<std::string>& rows = frame.draft.rows;
  const std::vector<std::string>& picture = frame.exercise.picture;
  if (rows.size() != picture.size()) {
    rows.clear();
    for (const std::string& row : picture) rows.emplace_back(row.size(), '0');
  }
  return rows;
}

char next_value(char now, bool weights) {
  if (!weights) return now == '0' ? '1' : '0';
  return now >= '9' ? '0' : static_cast<char>(std::min(now + 3, static_cast<int>('9')));
}

/// The places of a grid's cells and labels.
struct GridPlan {
  Box cells;
  float side = 0, left = 0, top = 0;
  bool upright = false;  ///< labels of columns read upwards
};

float widest_of(const std::vector<std::string>& labels) {
  float width = 0;
  for (const std::string& label : labels) width = std::max(width, text_size(fonts().small, label).x);
  return width;
}

GridPlan plan_grid(const Exercise& exercise, ImVec2 at, float width) {
  GridPlan plan;
  const auto rows = float(exercise.picture.size()), columns = float(exercise.picture.front().size());
  const float gap = std::floor(em() * 0.4f);
  plan.left = exercise.rows.empty() ? 0 : std::ceil(std::min(widest_of(exercise.rows), width * 0.4f)) + gap;
  plan.side = std::floor(std::clamp((width - plan.left) / columns, em() * 1.1f, em() * 2.2f));
  const float labels = widest_of(exercise.columns);
  plan.upright = labels > plan.side - em() * 0.2f;
  if (!exercise.columns.empty())
    plan.top = plan.upright ? std::ceil(std::min(labels, em() * 6)) + gap : std::ceil(em() * 1.3f);
  plan.cells = box_at({at.x + plan.left, at.y + plan.top}, {plan.side * columns, plan.side * rows});
  return plan;
}

void draw_labels(const Exercise& exercise, const GridPlan& plan) {
  const Canvas canvas = window_canvas();
  const Colour ink = theme().palette.text_dim;
  const float gap = std::floor(em() * 0.4f);
  for (std::size_t r = 0; r < exercise.rows.size(); ++r) {
    const float y = plan.cells.min.y + plan.side * float(r);
    draw_text_in(canvas, fonts().small,
                 {{plan.cells.min.x - plan.left, y}, {plan.cells.min.x - gap, y + plan.side}}, ink,
                 exercise.rows[r], Align::Right);
  }
  for (std::size_t c = 0; c < exercise.columns.size(); ++c) {
    const float x = plan.cells.min.x + plan.side * float(c);
    const Box box{{x, plan.cells.min.y - plan.top}, {x + plan.side, plan.cells.min.y - gap / 2}};
    if (plan.upright)
      draw_text_upwards(canvas, fonts().small, box, ink, exercise.columns[c]);
    else
      draw_text_in(canvas, fonts().small, box, ink, exercise.columns[c], Align::Centre);
  }
}

/// How strong each cell is drawn, 0 to 1.
using Strengths = std::vector<std::vector<double>>;

/// Cells while they are painted: 1 of a mask is all there is, and so are 9 tenths.
Strengths drafted_strengths(const Exercise& exercise, const std::vector<std::string>& rows) {
  const double most = paints_weights(exercise) ? 9 : 1;
  Strengths all;
  for (const std::string& row : rows) {
    all.emplace_back();
    for (const char digit : row) all.back().push_back((digit - '0') / most);
  }
  return all;
}

/// Cells of an answer, as it is judged.
Strengths judged_strengths(const Exercise& exercise, const std::vector<std::string>& rows) {
  Strengths all;
  for (const std::string& row : rows) all.push_back(painted_row(exercise, row));
  return all;
}

void draw_cells(const GridPlan& plan, const Strengths& rows) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const Box box =
          box_at({plan.cells.min.x + plan.side * float(c), plan.cells.min.y + plan.side * float(r)},
                 {plan.side - 1, plan.side - 1});
      canvas.fill(box, blend(p.background, p.accent, float(rows[r][c])));
      canvas.frame(box, p.text_faint);
    }
  }
}

/// The cell under the pointer.
Cell cell_at(const GridPlan& plan, ImVec2 point) {
  if (!plan.cells.contains(point)) return {};
  return {static_cast<int>((point.y - plan.cells.min.y) / plan.side),
          static_cast<int>((point.x - plan.cells.min.x) / plan.side)};
}

/// The value that a drag began with is painted over all cells that it meets.
void paint(const ExerciseFrame& frame, const GridPlan& plan) {
  std::vector<std::string>& rows = rows_of(frame);
  AnswerDraft& draft = frame.draft;
  if (!ImGui::IsItemActive()) return void(draft.brush = 0);
  const Cell cell = cell_at(plan, ImGui::GetIO().MousePos);
  if (!cell.valid() || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  char& value = rows[cell.row][cell.col];
  if (draft.brush == 0) draft.brush = next_value(value, paints_weights(frame.exercise));
  value = draft.brush;
  draft.row = cell.row, draft.column = cell.col;
}

/// Arrows move to another cell, Space and Enter change it.
void paint_by_keys(const ExerciseFrame& frame, const GridPlan& plan) {
  const ImGuiDir arrow = focus_arrow();
  if (!item_focused()) return;
  std::vector<std::string>& rows = rows_of(frame);
  AnswerDraft& draft = frame.draft;
  const int columns = static_cast<int>(rows.front().size());
  if (arrow == ImGuiDir_Left || arrow == ImGuiDir_Right)
    draft.column = moved_by(arrow, draft.column, columns);
  if (arrow == ImGuiDir_Up || arrow == ImGuiDir_Down)
    draft.row = moved_by(arrow, draft.row, static_cast<int>(rows.size()), ArrowAxis::Vertical);
  char& value = rows[draft.row][draft.column];
  if (take_chord(parse_key("Space"), false) || take_chord(parse_key("Enter"), false))
    value = next_value(value, paints_weights(frame.exercise));
  const Box box = box_at(
      {plan.cells.min.x + plan.side * float(draft.column), plan.cells.min.y + plan.side * float(draft.row)},
      {plan.side - 1, plan.side - 1});
  draw_outline(window_canvas(), box, theme().palette.text, std::max(2.0f, em() / 8));
}

bool draw_paint(const ExerciseFrame& frame) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const GridPlan plan = plan_grid(frame.exercise, at, ImGui::GetContentRegionAvail().x);
  draw_labels(frame.exercise, plan);
  draw_cells(plan, drafted_strengths(frame.exercise, rows_of(frame)));
  const std::string name = frame.name("cells");
  move_cursor(plan.cells.min);
  ImGui::InvisibleButton(name.c_str(), plan.cells.size());
  mark(name, plan.cells);
  const Box seen = intersection(plan.cells, clip_box());
  mark_target_grid(name, {plan.cells.min.x, plan.cells.min.y, plan.cells.max.x, plan.cells.max.y},
                   {seen.min.x, seen.min.y, seen.max.x, seen.max.y},
                   static_cast<int>(frame.exercise.picture.size()),
                   static_cast<int>(frame.exercise.picture.front().size()));
  paint(frame, plan);
  paint_by_keys(frame, plan);
  move_cursor({at.x, plan.cells.max.y + std::floor(em() * 0.3f)});
  dim_text(paints_weights(frame.exercise) ? tr("Click a cell to raise its weight; after the highest, a click "
                                               "clears it. Only the proportions within a row matter.")
                                          : tr("Click a cell, or drag across several."));
  return false;
}

std::optional<Answer> painted(const ExerciseFrame& frame) { return rows_of(frame); }

std::vector<std::string> rows_in(const std::string& text) {
  std::vector<std::string> rows(1);
  for (const char c : text) c == '/' ? void(rows.emplace_back()) : rows.back().push_back(c);
  return rows;
}

/// A grid with its words above; returns its right lower corner.
ImVec2 draw_small_grid(const ExerciseFrame& frame, const char* words, const std::vector<std::string>& rows,
                       ImVec2 at, float width) {
  draw_text(window_canvas(), fonts().small, at, theme().palette.text_dim, words);
  const GridPlan plan = plan_grid(frame.exercise, {at.x, at.y + std::ceil(em() * 1.2f)}, width);
  draw_labels(frame.exercise, plan);
  draw_cells(plan, judged_strengths(frame.exercise, rows));
  return plan.cells.max;
}

/// The learner's picture and the correct one, beside each other if both fit.
void draw_painted(const ExerciseFrame& frame) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, gap = em();
  const std::size_t columns = frame.exercise.picture.front().size();
  const std::string truth = frame.attempt.judgement ? frame.attempt.judgement->truth : std::string();
  const bool fits = float(columns) * em() * 1.1f + em() * 2 < (width - gap) / 2;
  const float each = fits ? (width - gap) / 2 : width;
  ImVec2 end = draw_small_grid(frame, tr("You painted"), frame.attempt.answer, at, each);
  if (!truth.empty()) {
    const ImVec2 beside{at.x + each + gap, at.y}, below{at.x, end.y + em() * 0.6f};
    const ImVec2 other =
        draw_small_grid(frame, paints_weights(frame.exercise) ? tr("The model") : tr("Correct answer"),
                        rows_in(truth), fits ? beside : below, each);
    end.y = std::max(end.y, other.y);
  }
  move_cursor(at);
  ImGui::Dummy({width, end.y - at.y});
}

}  // namespace

const ExerciseForm kPaintForm{.kind = "paint",
                              .draw = draw_paint,
                              .answer = painted,
                              .draw_answered = draw_painted,
                              .give = tr_mark("Check"),
                              .answered = nullptr,
                              .truth = nullptr,
                              .wrong = tr_mark("Incorrect")};

}  // namespace attnlab
