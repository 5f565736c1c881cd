// The points: dots, labels that never overlap, paths over training, and the tooltip of a point. Also the
// mouse over them.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/vectors/choice.h"
#include "app/features/vectors/view_plot.h"
#include "app/views/map/seen_map.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr float kLeastDrag = 4;  // pixels

void move_plot(const VectorsFrame& frame, const SeenThrough& seen, const PanZoom& wanted) {
  if (wanted == seen.look()) return;
  frame.emit({"vectors.look", look_arguments(wanted)});
}

/// The points within the line become the selection.
void end_lasso(const VectorsFrame& frame, const PlottedPoints& plotted, const VectorLasso& lasso) {
  std::vector<Index> rows;
  for (const std::size_t point : plotted.seen)
    if (is_inside(lasso.line, plotted.at[point])) rows.push_back(frame.results().row(point));
  std::ranges::sort(rows);
  frame.emit({"vectors.choose", {rows_text(rows)}});
}

void press(const VectorsFrame& frame, int hovered) {
  if (hovered < 0) return;
  const Index row = frame.results().row(static_cast<std::size_t>(hovered));
  if (ImGui::GetIO().KeyCtrl) return frame.emit({"vectors.pick", {std::to_string(row)}});
  frame.look_at(row);
}

void drag_on(const VectorsFrame& frame, const SeenThrough& seen, VectorLasso& lasso) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 at = io.MousePos;
  if (std::hypot(at.x - lasso.start.x, at.y - lasso.start.y) >= kLeastDrag) lasso.moved = true;
  if (!lasso.moved) return;
  if (lasso.draws) {
    if (lasso.line.empty() || lasso.line.back().x != at.x || lasso.line.back().y != at.y)
      lasso.line.push_back(at);
  } else if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) {
    move_plot(frame, seen, seen.dragged(io.MouseDelta));
  }
}

/// Wheel, drag, lasso and click.
void follow_plot_mouse(const VectorsFrame& frame, const Box& box, const PlottedPoints& plotted,
                       const SeenThrough& seen, int hovered) {
  VectorLasso& lasso = frame.model.remembered<VectorLasso>();
  const ImGuiIO& io = ImGui::GetIO();
  const bool over =
      ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && box.contains(io.MousePos);
  if (over && ImGui::IsMouseClicked(0))
    lasso = {.dragging = true,
             .moved = false,
             .draws = frame.choice.lasso || io.KeyShift,
             .start = io.MousePos,
             .line = {io.MousePos}};
  if (lasso.dragging) drag_on(frame, seen, lasso);
  if (lasso.dragging && !ImGui::IsMouseDown(0)) {
    if (!lasso.moved) press(frame, hovered);
    if (lasso.moved && lasso.draws && lasso.line.size() > 2) end_lasso(frame, plotted, lasso);
    lasso = {};
  }
  if (!over || io.MouseWheel == 0) return;
  move_plot(frame, seen, wheeled(seen, VectorsChoice::kMostZoom));
}

constexpr std::size_t kMostRound = 1500;  // points in sight that are drawn as discs; more are squares
constexpr std::size_t kTipNeighbours = 5;

Colour chosen_colour() { return series_colour(1); }
Colour text_word_colour() { return role_colour(Role::Key); }

Colour dot_colour(const VectorsFrame& frame, const PlottedPoints& plotted, std::size_t point) {
  const Palette& p = theme().palette;
  const Index row = frame.results().row(point);
  if (row == frame.focus) return p.accent;
  if (frame.is_chosen(row)) return chosen_colour();
  const bool searched = !frame.choice.search.empty();
  if (searched && plotted.found[point]) return p.good;
  if (frame.is_in_text(row)) return faded(text_word_colour(), searched ? 0.3f : 1);
  return faded(p.text_dim, searched ? 0.2f : plotted.seen.size() > kMostRound ? 0.45f : 0.7f);
}

bool stands_out(const VectorsFrame& frame, const PlottedPoints& plotted, std::size_t point) {
  const Index row = frame.results().row(point);
  return row == frame.focus || frame.is_chosen(row) || plotted.found[point] || frame.is_in_text(row);
}

void draw_dot(const VectorsFrame& frame, const PlottedPoints& plotted, std::size_t point, bool round) {
  const ImVec2 at = plotted.at[point];
  const bool out = stands_out(frame, plotted, point);
  const float radius = em() * (out ? 0.24f : round ? 0.16f : 0.1f);
  const Colour colour = dot_colour(frame, plotted, point);
  if (round || out) {
    window_canvas().disc(at, radius, colour);
  } else {
    window_canvas().fill(grown({at, at}, radius), colour);
  }
}

void draw_other_dots(const VectorsFrame& frame, const PlottedPoints& plotted) {
  const bool round = plotted.seen.size() <= kMostRound;
  for (const std::size_t point : plotted.seen)
    if (!stands_out(frame, plotted, point)) draw_dot(frame, plotted, point, round);
}

/// Dots that stand out are drawn over the faces of labels near them.
void draw_outstanding_dots(const VectorsFrame& frame, const PlottedPoints& plotted) {
  const bool round = plotted.seen.size() <= kMostRound;
  for (const std::size_t point : plotted.seen)
    if (stands_out(frame, plotted, point)) draw_dot(frame, plotted, point, round);
  for (const std::size_t point : plotted.seen)
    if (frame.results().row(point) == frame.focus)
      window_canvas().ring(plotted.at[point], em() * 0.42f, theme().palette.accent, em() / 9);
}

/// Behind the labels: dots below them show through, and the labels stay readable.
void draw_label_faces(const PlottedPoints& plotted) {
  for (const PlacedLabel& label : plotted.labels)
    window_canvas().fill(label.box, faded(theme().palette.panel, 0.75f), em() * 0.2f);
}

void draw_labels(const VectorsFrame& frame, const PlottedPoints& plotted) {
  const Palette& p = theme().palette;
  for (const PlacedLabel& label : plotted.labels) {
    const Index row = frame.results().row(label.point);
    const bool faint = !frame.choice.search.empty() && !stands_out(frame, plotted, label.point);
    const Colour ink = row == frame.focus || frame.is_chosen(row) ? p.text
                       : faint                                    ? p.text_faint
                                                                  : p.text_dim;
    draw_text_in(window_canvas(), fonts().small, label.box, ink, frame.name(row), Align::Left, Cut::Meant);
    mark("vectors.point[" + std::to_string(row) + ",0]",
         grown({plotted.at[label.point], plotted.at[label.point]}, em() * 0.2f));
  }
}

/// Vectors that are drawn as they are, from 0 to their points.
void draw_arrows(const VectorsFrame& frame, const PlottedPoints& plotted, const SeenThrough& seen) {
  const auto& shown = frame.results().shown;
  if (frame.results().by == "neighbours" || !shown[0].number || !shown[1].number) return;
  const ImVec2 from = seen.screen(plotted.fit.pixel({0, 0}));
  for (std::size_t point = 0; point < plotted.at.size(); ++point)
    window_canvas().line(from, plotted.at[point], faded(dot_colour(frame, plotted, point), 0.6f), em() / 8);
}

/// A path as a line, older parts fainter, with a dot at the step on screen.
void draw_path(const VectorPath& path, Index step, const PlotFit& fit, const SeenThrough& seen) {
  const Colour colour = chosen_colour();
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    const float age = static_cast<float>(i) / static_cast<float>(path.points.size());
    window_canvas().line(seen.screen(fit.pixel(path.points[i - 1].at)),
                         seen.screen(fit.pixel(path.points[i].at)),
                         faded(colour, (path.points[i].step <= step ? 0.35f : 0.12f) + 0.5f * age), em() / 9);
  }
  for (const PathPoint& p : path.points)
    window_canvas().disc(seen.screen(fit.pixel(p.at)), em() * 0.09f,
                         faded(colour, p.step <= step ? 0.9f : 0.3f));
}

/// The point under the pointer, or whose label is under it; −1 for none.
int hovered_point(const PlottedPoints& plotted, const Box& box) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) || !box.contains(pointer))
    return -1;
  int found = -1;
  float nearest = em() * 0.6f;
  for (const std::size_t point : plotted.seen) {
    const float far = std::hypot(plotted.at[point].x - pointer.x, plotted.at[point].y - pointer.y);
    if (far < nearest) nearest = far, found = static_cast<int>(point);
  }
  for (const PlacedLabel& label : plotted.labels)
    if (found < 0 && label.box.contains(pointer)) found = static_cast<int>(label.point);
  return found;
}

void draw_point_tip(const VectorsFrame& frame, std::size_t point) {
  const VectorResults& r = frame.results();
  const Index row = r.row(point);
  begin_tooltip();
  ImGui::PushFont(fonts().ui_bold);
  wrapped_text(fonts().ui_bold, theme().palette.text, frame.name_with_position(row), em() * 16);
  ImGui::PopFont();
  const int digits = widgets().digits;
  if (r.by == "neighbours") {
    value_line(tr("cosine"), format_number(r.cosines[point], digits));
  } else {
    value_line(tr("across"), format_number(r.points[point].x, digits));
    value_line(tr("up"), format_number(r.points[point].y, digits));
  }
  dim_text(tr("nearest by cosine"));
  const std::vector<Neighbour>& near = nearest_of_hovered(frame, row);
  for (std::size_t i = 0; i < std::min(near.size(), kTipNeighbours); ++i)
    value_line(frame.name_with_position(near[i].id), format_fixed(near[i].cosine, 3));
  end_tooltip();
}

void draw_lasso(const VectorsFrame& frame) {
  const VectorLasso& lasso = frame.model.remembered<VectorLasso>();
  if (!lasso.draws || !lasso.moved || lasso.line.size() < 2) return;
  const Canvas canvas = window_canvas();
  canvas.line_to(lasso.line.front());
  for (const ImVec2 at : lasso.line) canvas.line_to(at);
  canvas.stroke(theme().palette.accent, em() / 8, PathEnds::Closed);
}

/// The room of numbers and titles around the points.
Box plot_box(const VectorsFrame& frame, const Box& box) {
  if (frame.results().by == "neighbours") return box;
  return {{box.min.x + em() * 4.2f, box.min.y}, {box.max.x, box.max.y - em() * 2.6f}};
}

}  // namespace

void draw_vector_points(const VectorsFrame& frame, const Box& whole) {
  const VectorResults& r = frame.results();
  const Box box = plot_box(frame, whole);
  move_cursor(whole.min);
  ImGui::BeginChild(
      "points", whole.size(), false,
      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  if (r.points.empty()) {
    empty_note(r.error.empty() ? tr("There are no vectors.") : r.error);
    return ImGui::EndChild();
  }
  const SeenThrough seen(pan_zoom_of(frame.choice), box.size(), box);
  const PlottedPoints& plotted = plotted_points(frame, box, seen);
  draw_plot_axes(frame, box, plotted.fit, seen);
  const Canvas canvas = window_canvas();
  canvas.frame(box, theme().palette.border);
  canvas.push_clip(box);
  for (const VectorPath& path : r.paths) draw_path(path, r.step, plotted.fit, seen);
  draw_arrows(frame, plotted, seen);
  draw_other_dots(frame, plotted);
  draw_label_faces(plotted);
  draw_outstanding_dots(frame, plotted);
  draw_labels(frame, plotted);
  draw_lasso(frame);
  canvas.pop_clip();
  const int hovered = hovered_point(plotted, box);
  if (hovered >= 0 && !ImGui::IsMouseDown(0)) {
    canvas.ring(plotted.at[static_cast<std::size_t>(hovered)], em() * 0.36f, theme().palette.text, em() / 10);
    draw_point_tip(frame, static_cast<std::size_t>(hovered));
  }
  move_cursor(box.min);
  ImGui::Dummy(box.size());
  mark("vectors.plot", box);
  mark_part("vectors.plot", frame.table().title, whole);
  follow_plot_mouse(frame, box, plotted, seen, hovered);
  ImGui::EndChild();
}

}  // namespace attnlab
