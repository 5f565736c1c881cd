// Probes over training: what the probe of each layer finds at the kept steps.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/features/probes/view_frame.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

/// One curve's values, at the steps that are known.
struct ProbeCurve {
  std::string name;
  std::vector<double> shares;
};

/// The curves over the kept steps.
struct ProbeCourse {
  std::vector<double> steps;
  std::vector<ProbeCurve> layers;
  ProbeCurve control, majority;
};

ProbeCourse course_of(const ProbesFrame& frame) {
  ProbeCourse course;
  for (const ProbedLayer& layer : frame.report()->layers)
    course.layers.push_back({point_title(layer.point), {}});
  course.control.name = "control of " + course.layers[frame.at].name;
  course.majority.name = "most frequent class";
  for (const AtStep<ProbeReport>& at : frame.results.course) {
    if (!at.value || at.value->layers.size() != course.layers.size()) continue;
    course.steps.push_back(static_cast<double>(at.step));
    for (std::size_t i = 0; i < course.layers.size(); ++i)
      course.layers[i].shares.push_back(at.value->layers[i].accuracy);
    course.control.shares.push_back(at.value->layers[frame.at].control);
    course.majority.shares.push_back(at.value->majority);
  }
  return course;
}

std::vector<Series> course_series(const ProbesFrame& frame, const ProbeCourse& course) {
  std::vector<Series> all;
  const auto add = [&](const ProbeCurve& curve, Colour colour, float thickness) {
    all.push_back({.name = curve.name,
                   .x = course.steps,
                   .y = curve.shares,
                   .colour = colour,
                   .thickness = thickness,
                   .points = true});
  };
  for (std::size_t i = 0; i < course.layers.size(); ++i)
    add(course.layers[i], series_colour(static_cast<int>(i)), i == frame.at ? 2.8f : 1.7f);
  add(course.control, theme().palette.text_dim, 1.2f);
  add(course.majority, role_colour(Role::Gradient), 1.2f);
  return all;
}

/// "9 of 14 kept steps are worked out."
std::string progress_words(const ProbesFrame& frame) {
  const std::size_t all = frame.results.course.size(), known = known_steps(frame.results.course).size();
  return format_count(static_cast<std::int64_t>(known)) + " of " +
         format_count(static_cast<std::int64_t>(all)) + " kept steps are worked out" +
         (known < all && frame.choice.course ? " …" : ".");
}

void draw_progress(const ProbesFrame& frame, float width) {
  bool course = frame.choice.course;
  if (toggle("probes.course", "work out past steps", course,
             "Stop, or go on with the steps that are missing  (X)"))
    frame.choose("course", course ? "on" : "off");
  wrapped_text(fonts().ui, theme().palette.text_dim, progress_words(frame), width);
  const std::size_t all = frame.results.course.size(), known = known_steps(frame.results.course).size();
  if (known == all) return;
  const Box rail = reserve({std::min(width, em() * 30), std::ceil(em() * 0.5f)});
  window_canvas().fill(rail, theme().palette.raised, em() * 0.2f);
  const float share = static_cast<float>(known) / static_cast<float>(all);
  window_canvas().fill({rail.min, {rail.min.x + rail.width() * share, rail.max.y}}, theme().palette.accent,
                       em() * 0.2f);
}

}  // namespace

void draw_probes_training(const ProbesFrame& frame) {
  if (frame.results.course.empty()) return dim_text("No past of this model is at hand.");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float top = ImGui::GetCursorScreenPos().y;
  draw_progress(frame, room.x);
  const ProbeCourse course = course_of(frame);
  const std::vector<Series> series = course_series(frame, course);
  LinePlotOptions o;
  o.y_title = "share found";
  o.y_lo = 0;
  o.y_hi = 1;
  o.size = {room.x, std::max(room.y - (ImGui::GetCursorScreenPos().y - top) - em() * 0.5f, em() * 12)};
  o.target = "probes.over_training";
  step_plot(frame.model, "over_training", series, std::move(o), frame.emit);
}

}  // namespace attnlab
