// Seconds: forward passes of the open model by this machine's clock, beside what they multiply. Script names:
// cost.measure times the passes, cost.seconds is the plot, cost.times the table.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/cost/view_curves.h"
#include "app/features/cost/view_frame.h"
#include "app/widgets/base/controls.h"
#include "core/analysis/pass_time.h"

namespace attnlab {
namespace {

/// "1.23 ms".
std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return format_number(seconds * 1e6, 3) + " µs";
  return seconds < 1 ? format_number(seconds * 1e3, 3) + " ms" : format_number(seconds, 3) + " s";
}

bool is_measured(const CostFrame& frame) {
  return frame.choice.measurement > 0 && frame.model.analyses->of<std::vector<PassTime>>() &&
         !frame.model.analyses->of<std::vector<PassTime>>()->empty();
}

void draw_measure_button(const CostFrame& frame) {
  const bool busy = frame.model.analyses->busy<std::vector<PassTime>>();
  if (text_button("cost.measure", is_measured(frame) ? Icon::Reset : Icon::Play,
                  is_measured(frame) ? "Measure again" : "Measure this machine",
                  "Runs the open model forward, several times for each length",
                  {.primary = !is_measured(frame), .enabled = !busy}))
    frame.choose("measurement", std::to_string(frame.choice.measurement + 1));
  if (busy) {
    ImGui::SameLine(0, em());
    ImGui::AlignTextToFramePadding();
    dim_text("Passes are being timed …");
  }
}

/// Measured milliseconds, and those that the counted work takes at the pace of the longest text.
CostCurves time_curves(const std::vector<PassTime>& times) {
  CostCurves curves{{}, {{"measured", {}, true}, {"counted, at the pace of the longest", {}}}};
  const double pace = times.back().multiplications_a_second();
  for (const PassTime& time : times) {
    curves.x.push_back(static_cast<double>(time.positions));
    curves.curves[0].y.push_back(1e3 * time.seconds);
    curves.curves[1].y.push_back(1e3 * time.multiplications / pace);
  }
  return curves;
}

CostTable times_table(const std::vector<PassTime>& times) {
  CostTable table{"cost.times",
                  "Forward passes by the clock",
                  {"positions", "multiplications", "median", "a second", "passes"}};
  for (const PassTime& time : times)
    table.rows.push_back(
        {{format_count(time.positions), format_whole(time.multiplications), seconds_text(time.seconds),
          format_compact(time.multiplications_a_second()), format_count(time.runs)}});
  return table;
}

std::string conditions_text(const CostFrame& frame) {
  std::string text = "One sequence, one thread, float32, the open model’s own weights; ";
  text += frame.model.gpu.empty() ? "attention on the processor." : "attention on " + frame.model.gpu + ".";
  if (frame.model.training.state == TrainingView::State::Running)
    text += " A run learns beside the passes and takes a part of the processor.";
  return text;
}

void draw_times(const CostFrame& frame, const std::vector<PassTime>& times) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (times.size() > 1) {
    const float height = em() * (1.45f * static_cast<float>(times.size() + 1) + 6);
    const CostCurves curves = time_curves(times);
    draw_cost_legend(curves);
    draw_cost_curves("seconds", curves,
                     {.x_title = "positions",
                      .y_title = "milliseconds",
                      .size = {std::min(room.x, em() * 60), std::max(room.y - height, em() * 12)},
                      .x_values = AxisValues::Whole,
                      .target = "cost.seconds"});
    ImGui::Dummy({0, em() * 0.2f});
  }
  draw_cost_table(times_table(times));
  draw_cost_note(conditions_text(frame));
}

}  // namespace

void draw_cost_seconds(const CostFrame& frame) {
  if (frame.choice.of != "model")
    return empty_note("Only the open model can run here.", "Choose “This model” above.");
  draw_measure_button(frame);
  ImGui::Dummy({0, em() * 0.2f});
  if (!frame.model.analyses->error<std::vector<PassTime>>().empty())
    return empty_note("No pass could be timed: " + frame.model.analyses->error<std::vector<PassTime>>());
  if (is_measured(frame)) return draw_times(frame, *frame.model.analyses->of<std::vector<PassTime>>());
  draw_cost_note(
      "A pass of the open model is run several times for texts of several lengths, up to its context, "
      "and the median of its times stands beside the multiplications that were counted.");
}

}  // namespace attnlab
