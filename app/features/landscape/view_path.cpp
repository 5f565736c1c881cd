// The path of training over the plane: its line, its points, and the step on screen.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/landscape/view_frame.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

double LandscapeFrame::shown_loss(double loss) const {
  if (!std::isfinite(loss) || (choice.log && loss <= 0)) return static_cast<double>(cells.range.lo);
  return choice.log ? std::log10(loss) : loss;
}

ImVec2 LandscapeFrame::place(WeightPoint point) const {
  const auto along = [&](const std::vector<double>& points, double value) {
    const double way = points.back() - points.front();
    const double last = static_cast<double>(points.size()) - 1;
    return way != 0 ? (value - points.front()) / way * last : last / 2;
  };
  const double last = static_cast<double>(landscape.b.size()) - 1;
  return {static_cast<float>(along(landscape.a, point.a)),
          static_cast<float>(last - along(landscape.b, point.b))};
}

std::size_t point_on_screen(const LandscapeFrame& frame) {
  const auto& path = frame.landscape.path;
  if (!frame.model.state.rewound) return path.size() - 1;
  const Index step = *frame.model.state.rewound;
  const auto distance = [&](const StatePoint& p) { return std::abs(p.step - step); };
  return static_cast<std::size_t>(std::ranges::min_element(path, {}, distance) - path.begin());
}

void path_point_tip(const LandscapeFrame& frame, const StatePoint& point) {
  const int digits = widgets().digits;
  begin_tooltip();
  ImGui::TextUnformatted(("step " + format_count(point.step)).c_str());
  value_line("loss of its weights", format_number(point.loss, digits));
  value_line("a", format_number(point.at.a, digits));
  value_line("b", format_number(point.at.b, digits));
  if (has_timeline(frame.model)) dim_text("A click goes to this step.");
  end_tooltip();
}

std::string landscape_axis(const char* name, double share) {
  return std::string(name) + " · " + format_percent(share, 1);
}

namespace {

void draw_path_point(const LandscapeFrame& frame, std::size_t i, ImVec2 at, bool on_screen) {
  const Palette& p = theme().palette;
  const float radius = em() * (on_screen ? 0.38f : 0.2f);
  const Canvas canvas = window_canvas();
  canvas.disc(at, radius + 1.5f, p.panel);
  canvas.disc(at, radius, on_screen ? role_colour(Role::Gradient) : p.text);
  const float reach = em() * 0.45f;
  const Box box{{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(i));
  const bool pressed = ImGui::InvisibleButton("path", box.size());
  const bool over = ImGui::IsItemHovered();
  ImGui::PopID();
  mark("landscape.path[" + std::to_string(i) + ",0]", box);
  if (over) path_point_tip(frame, frame.landscape.path[i]);
  if (pressed && has_timeline(frame.model)) go_to_step(frame.model, frame.landscape.path[i].step, frame.emit);
}

/// "step 800" beside a point.
void draw_path_label(const LandscapeFrame& frame, std::size_t i, ImVec2 at) {
  const std::string text = "step " + format_count(frame.landscape.path[i].step);
  const ImVec2 size = text_size(fonts().small, text);
  const Box face =
      box_at({at.x + em() * 0.6f, at.y - size.y - em() * 0.3f}, {size.x + em() * 0.5f, size.y + 2});
  window_canvas().fill(face, faded(theme().palette.panel, 0.8f), em() * 0.2f);
  draw_text_in(window_canvas(), fonts().small, face, theme().palette.text, text, Align::Centre);
}

}  // namespace

void draw_landscape_path(const LandscapeFrame& frame, const std::vector<ImVec2>& at) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  for (const auto& [width, colour] : {std::pair{4.5f, p.panel}, {2.0f, p.text}}) {
    for (const ImVec2& point : at) canvas.line_to(point);
    canvas.stroke(colour, width);
  }
  const std::size_t now = point_on_screen(frame);
  for (std::size_t i = 0; i < at.size(); ++i)
    if (i != now) draw_path_point(frame, i, at[i], false);
  draw_path_point(frame, now, at[now], true);
  if (now != 0) draw_path_label(frame, 0, at.front());
  draw_path_label(frame, now, at[now]);
}

}  // namespace attnlab
