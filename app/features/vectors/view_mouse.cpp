// The mouse over the points: the wheel zooms, dragging moves or draws a lasso, a click looks at a word.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/vectors/view_plot.h"

namespace attnlab {
namespace {

constexpr float kPlotWheelStep = 1.2f;
constexpr float kLeastDrag = 4;  // pixels

void move_plot(const VectorsFrame& frame, const SeenThrough& seen, const PanZoom& wanted) {
  if (wanted == seen.look()) return;
  frame.emit({"vectors.look",
              {format_exact(std::clamp(wanted.zoom * 100, 100.0f, static_cast<float>(kMostVectorZoom))),
               format_exact(wanted.x), format_exact(wanted.y)}});
}

/// The points within the line become the chosen ones.
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

}  // namespace

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
  move_plot(frame, seen,
            seen.zoomed(std::pow(kPlotWheelStep, io.MouseWheel), io.MousePos,
                        static_cast<float>(kMostVectorZoom / 100)));
}

}  // namespace attnlab
