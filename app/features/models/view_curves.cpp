// Curves of both runs laid over each other: the loss of batches and of held-out examples, and what is right.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/models/view_frame.h"
#include "app/views/runs/step_curves.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/line_plot.h"

namespace attnlab {
namespace {

constexpr double kModelsSmoothing = 0.9;

/// The metrics of both runs as curves.
struct TwoRunCurves {
  StepCurves mine{kModelsSmoothing}, other{kModelsSmoothing};
  MeasuredCurves my_measures, other_measures;
};

/// One curve of each run: a measurement, as shares in percent.
struct MeasuredPair {
  std::string_view column;  ///< of the record
  const char* title;
};
constexpr MeasuredPair kRightMeasures[] = {{"validation.tokens", "right tokens"},
                                           {"validation.sequences", "right examples"}};

Series run_series(const std::string& name, const std::vector<double>& x, const std::vector<double>& y,
                  Colour colour, float thickness) {
  return {.name = name, .x = x, .y = y, .colour = colour, .thickness = thickness};
}

void add_loss(std::vector<Series>& all, const std::string& name, const Record& record,
              const StepCurves& steps, const MeasuredCurves& measures, Colour colour) {
  if (!steps.steps().empty()) all.push_back(run_series(name, steps.steps(), steps.smooth(), colour, 2));
  const std::vector<double>& held_out = measures.values(record.column("validation.loss"));
  if (held_out.empty()) return;
  all.push_back(run_series(name + ", held out", measures.steps(), held_out, faded(colour, 0.7f), 1.4f));
  all.back().points = true;
}

void add_right(std::vector<Series>& all, std::string_view column, const std::string& name,
               const Record& record, const MeasuredCurves& measures, Colour colour) {
  const std::vector<double>& values = measures.values(record.column(column));
  if (std::ranges::none_of(values, [](double v) { return std::isfinite(v); })) return;
  all.push_back(run_series(name, measures.steps(), values, colour, 2));
  all.back().points = true;
}

LinePlotOptions curve_options(const char* y, ImVec2 size, const char* target) {
  LinePlotOptions o;
  o.x_title = "step";
  o.x_values = AxisValues::Whole;
  o.y_title = y;
  o.size = size;
  o.target = target;
  return o;
}

/// The shares of what is right, the first kind that any of the two has measured.
std::vector<Series> right_series(const ModelsFrame& frame, const TwoRunCurves& curves, const char*& title) {
  std::vector<Series> all;
  for (const MeasuredPair& measure : kRightMeasures) {
    add_right(all, measure.column, frame.my_name, *frame.model.record, curves.my_measures,
              my_run_colour(frame));
    add_right(all, measure.column, frame.other_name, frame.results.other->record, curves.other_measures,
              other_run_colour(frame));
    title = measure.title;
    if (!all.empty()) break;
  }
  return all;
}

void draw_two_losses(const ModelsFrame& frame, const std::vector<Series>& series, ImVec2 size) {
  LinePlotOptions o = curve_options("loss", size, "models.loss");
  o.log_y = frame.choice.log_y;
  if (!o.log_y) o.y_lo = 0;
  line_plot("models.loss", series, o);
}

}  // namespace

void draw_models_curves(const ModelsFrame& frame) {
  if (!frame.model.record) return empty_note("The run on screen has no record, so there are no curves.");
  TwoRunCurves& curves = frame.model.remembered<TwoRunCurves>();
  const Record &mine = *frame.model.record, &other = frame.results.other->record;
  curves.mine.update(mine.steps);
  curves.other.update(other.steps);
  curves.my_measures.update(mine);
  curves.other_measures.update(other);
  std::vector<Series> losses;
  add_loss(losses, frame.my_name, mine, curves.mine, curves.my_measures, my_run_colour(frame));
  add_loss(losses, frame.other_name, other, curves.other, curves.other_measures, other_run_colour(frame));
  if (losses.empty()) return empty_note("Neither run has made a step whose loss could be drawn.");
  bool log_y = frame.choice.log_y;
  if (!frame.model.figure && toggle("models.log_y", "logarithmic loss", log_y))
    frame.choose("log_y", log_y ? "on" : "off");
  const char* title = "";
  std::vector<Series> right = right_series(frame, curves, title);
  const ImVec2 left_over = ImGui::GetContentRegionAvail();
  const ImVec2 room{left_over.x, std::max(left_over.y, em() * (right.empty() ? 10 : 20))};
  if (right.empty()) return draw_two_losses(frame, losses, room);
  const float gap = em() * 0.8f, high = std::floor((room.y - gap) * 0.55f);
  draw_two_losses(frame, losses, {room.x, high});
  ImGui::Dummy({0, gap - ImGui::GetStyle().ItemSpacing.y});
  LinePlotOptions o = curve_options(title, {room.x, room.y - high - gap - em() * 0.3f}, "models.right");
  o.y_lo = 0;
  o.y_hi = 1;
  line_plot("models.right", right, o);
}

}  // namespace attnlab
