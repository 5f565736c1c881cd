// Course of a logit: what each part adds to it, at the kept steps.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/contributions/results.h"
#include "app/features/contributions/view_frame.h"
#include "app/views/common/rest.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

/// So many parts have curves, those that are ever the largest.
constexpr std::size_t kMostPartCurves = 10;

/// One curve a part, in order of computation; the arrays outlive the plot of the frame.
struct PartCurves {
  std::vector<double> steps, logit;
  std::vector<std::vector<double>> parts;
};

PartCurves curves_of(const ContributionsFrame& frame, const ContributionCourse& course) {
  PartCurves curves;
  curves.parts.resize(frame.all.parts.size());
  for (const AtStep<Contributions>& at : course.steps) {
    if (at.value->parts.size() != curves.parts.size()) continue;
    curves.steps.push_back(static_cast<double>(at.step));
    curves.logit.push_back(at.value->logit);
    for (std::size_t i = 0; i < curves.parts.size(); ++i) curves.parts[i].push_back(at.value->parts[i].value);
  }
  return curves;
}

double greatest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

/// The numbers of the parts that have curves: the largest, and the one that is looked at.
std::vector<std::size_t> shown_parts(const ContributionsFrame& frame, const PartCurves& curves) {
  std::vector<std::size_t> order(curves.parts.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return greatest(curves.parts[a]) > greatest(curves.parts[b]);
  });
  const auto looked_at = [&](std::size_t i) { return &frame.all.parts[i] == frame.part; };
  std::vector<std::size_t> shown;
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    if (rank < kMostPartCurves || looked_at(order[rank])) shown.push_back(order[rank]);
  std::ranges::sort(shown);
  return shown;
}

std::vector<Series> course_series(const ContributionsFrame& frame, const PartCurves& curves) {
  std::vector<Series> all;
  for (const std::size_t i : shown_parts(frame, curves)) {
    const bool selected = &frame.all.parts[i] == frame.part;
    const Colour colour = series_colour(static_cast<int>(i));
    all.push_back({.name = part_title(frame.all.parts[i]),
                   .x = curves.steps,
                   .y = curves.parts[i],
                   .colour = selected ? colour : faded(colour, 0.65f),
                   .thickness = selected ? 3.2f : 1.4f,
                   .points = selected});
  }
  all.push_back({.name = "logit", .x = curves.steps, .y = curves.logit, .colour = theme().palette.text});
  return all;
}

/// "The 10 largest of 19 parts at 12 kept steps: the logit is the sum of all."
std::string course_words(const PartCurves& curves) {
  const std::size_t parts = curves.parts.size();
  const std::string which = parts > kMostPartCurves
                                ? "The " + std::to_string(kMostPartCurves) + " largest of "
                                : std::string("All ");
  return which + std::to_string(parts) + " parts at " + std::to_string(curves.steps.size()) +
         " kept steps; the logit is the sum of all.";
}

void draw_curves(const ContributionsFrame& frame, ImVec2 size) {
  const ContributionCourse* const course = frame.model.found<ContributionCourse>();
  const PartCurves curves = course && course->of == frame.all.of ? curves_of(frame, *course) : PartCurves();
  const float top = ImGui::GetCursorScreenPos().y;
  if (curves.steps.size() < 2) {
    wrapped_text(fonts().ui, theme().palette.text_dim,
                 "The curves begin once the model has learned for some steps that are stored.", size.x);
    return;
  }
  wrapped_text(fonts().ui, theme().palette.text_dim, course_words(curves), size.x);
  LinePlotOptions o;
  o.y_title = "contribution";
  o.size = {size.x, std::max(size.y - (ImGui::GetCursorScreenPos().y - top), em() * 9)};
  o.target = "contributions.over_training";
  step_plot(frame.model, "contributions_over_training", course_series(frame, curves), std::move(o),
            frame.emit);
}

}  // namespace

void draw_contribution_course(const ContributionsFrame& frame) {
  const RestOfView rest("contributions course", 14);
  const ImVec2 room = rest.room(), at = ImGui::GetCursorScreenPos();
  const float gap = em() * 1.6f, inside = room.x;
  const bool beside = inside > em() * 59;
  const float list = beside ? std::floor(std::min(inside * 0.45f, em() * 36)) : inside;
  const float plot = beside ? inside - list - gap : inside;
  ImGui::BeginGroup();
  draw_curves(frame, {plot, beside ? std::clamp(room.y - em(), em() * 14, em() * 30) : em() * 18});
  ImGui::EndGroup();
  if (beside) move_cursor({at.x + plot + gap, at.y});
  ImGui::BeginGroup();
  draw_contribution_bars(frame, list);
  ImGui::EndGroup();
}

}  // namespace attnlab
