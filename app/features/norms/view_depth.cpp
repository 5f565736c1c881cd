// Norms before or after: the gradient's norm by depth in two models that learn the open model's task.
// Script names: norms.start and norms.stop; norms.layers.less, norms.layers.more, norms.steps.less and
// norms.steps.more; norms.loss and norms.gradient are the plots.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/norms/choice.h"
#include "app/features/norms/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "app/widgets/plots/line_plot.h"
#include "core/analysis/experiments/norm_experiment.h"

namespace attnlab {

namespace {

Colour run_colour(const NormRun& run) {
  return series_colour(static_cast<int>(run.placement - norm_placements().data()));
}

std::string run_name(const NormRun& run) { return std::string(run.placement->title); }

void step(const NormsFrame& frame, const char* option, Index now, Index less, Index more) {
  const Index chosen = stepper(std::string("norms.") + option, option, now, {.less = less, .more = more});
  if (chosen != now) frame.choose(option, std::to_string(chosen));
}

void draw_controls(const NormsFrame& frame, const NormExperiment* result) {
  const NormsChoice& c = frame.choice;
  if (!c.experiment) {
    if (text_button("norms.start", Icon::Play, "Train both", "Two small models learn here, beside your own",
                    {.primary = true}))
      frame.choose("experiment", "on");
  } else {
    const bool done = result && result->finished;
    if (text_button("norms.stop", done ? Icon::Reset : Icon::Close, done ? "Clear" : "Stop"))
      frame.choose("experiment", "off");
  }
  ImGui::SameLine(0, em() * 1.4f);
  step(frame, "layers", c.layers, std::max<Index>(c.layers - 2, 2), std::min<Index>(c.layers + 2, 16));
  ImGui::SameLine(0, em() * 1.4f);
  step(frame, "steps", c.steps, std::max<Index>(c.steps / 2, 25), std::min<Index>(c.steps * 2, 3200));
  if (!result) return;
  ImGui::SameLine(0, em() * 1.4f);
  ImGui::AlignTextToFramePadding();
  dim_text(result->finished ? "done"
                            : "step " + std::to_string(result->runs.front().loss.size()) + " of " +
                                  std::to_string(result->settings.steps));
}

std::string settings_text(const NormExperiment& e) {
  const ModelConfig& m = e.preset.model;
  const TrainingConfig& t = e.preset.training;
  return e.preset.name + " · " + std::to_string(m.layers) + " layers · width " + std::to_string(m.width) +
         " · " + std::to_string(m.heads) + " heads · Glorot weights · batch " + std::to_string(t.batch) +
         " · learning rate " + format_exact(static_cast<float>(t.learning_rate)) +
         " from the first step · seed " + std::to_string(t.seed);
}

struct DepthCurve {
  std::string name;
  std::vector<double> x, y;
  Colour colour;
  float thickness;
  bool points;
};

DepthCurve by_depth(const NormRun& run, std::size_t measurement, bool now) {
  DepthCurve curve{run_name(run) + (now ? ", step " + std::to_string(run.at[measurement]) : ", start"),
                   {},
                   run.gradients[measurement],
                   now ? run_colour(run) : faded(run_colour(run), 0.45f),
                   now ? 2.4f : 1.6f,
                   true};
  for (std::size_t layer = 0; layer < curve.y.size(); ++layer) curve.x.push_back(static_cast<double>(layer));
  return curve;
}

std::vector<Series> series_of(const std::vector<DepthCurve>& curves) {
  std::vector<Series> all;
  for (const DepthCurve& c : curves)
    all.push_back({.name = c.name,
                   .x = c.x,
                   .y = c.y,
                   .colour = c.colour,
                   .thickness = c.thickness,
                   .points = c.points});
  return all;
}

void draw_losses(const NormExperiment& e, ImVec2 size) {
  std::vector<DepthCurve> curves;
  for (const NormRun& run : e.runs) {
    curves.push_back({run_name(run), {}, run.loss, run_colour(run), 1.8f, false});
    for (std::size_t i = 0; i < run.loss.size(); ++i) curves.back().x.push_back(static_cast<double>(i + 1));
  }
  line_plot("loss", series_of(curves),
            {.x_title = "step",
             .y_title = "loss",
             .size = size,
             .x_values = AxisValues::Whole,
             .smoothing = 0.8f,
             .x_lo = 0,
             .x_hi = static_cast<double>(e.settings.steps),
             .target = "norms.loss"});
}

void draw_gradients(const NormExperiment& e, ImVec2 size) {
  std::vector<DepthCurve> curves;
  for (const NormRun& run : e.runs) {
    if (run.gradients.empty()) continue;
    curves.push_back(by_depth(run, 0, false));
    if (run.gradients.size() > 1) curves.push_back(by_depth(run, run.gradients.size() - 1, true));
  }
  line_plot("gradient", series_of(curves),
            {.x_title = e.stack + " layer, from the input to the output",
             .y_title = "size of the gradient",
             .size = size,
             .x_values = AxisValues::Whole,
             .log_y = true,
             .x_lo = -0.3,
             .x_hi = static_cast<double>(e.settings.layers) - 0.7,
             .target = "norms.gradient"});
}

/// How many times the first layer's gradient is the last layer's, before the first step.
std::string growth(const NormRun& run) {
  return format_number(run.gradients[0].back() / run.gradients[0].front(), 2);
}

/// The result of the experiment, in one sentence.
std::string finding(const NormExperiment& e) {
  if (std::ranges::any_of(e.runs, [](const NormRun& run) { return run.gradients.empty(); })) return "";
  for (const NormRun& run : e.runs)
    if (!run.failure.empty()) return run_name(run) + ": " + run.failure;
  std::string text;
  for (auto run = e.runs.rbegin(); run != e.runs.rend(); ++run)
    text += (text.empty()
                 ? "At the start the last layer's gradient is " + growth(*run) + " times the first layer's "
                 : ", " + growth(*run) + " times ") +
            std::string(run->placement->phrase);
  return text + ".";
}

void draw_note(const NormsFrame& frame) {
  if (!frame.model.training_config)
    return empty_note("The open model's task is not at hand, so nothing can be trained on it.",
                      "Choose a preset in the menu.");
  if (!frame.model.analyses->error<NormExperiment>().empty())
    return empty_note("This could not be trained: " + frame.model.analyses->error<NormExperiment>(),
                      "Choose other settings above.");
  if (frame.choice.experiment) return empty_note("The two models are being built …");
  empty_note("Two small models learn the open model's task, from the same seed and with the same batches:",
             "one with its norms before the sublayers, one with its norms after the sums.");
}

}  // namespace

void draw_norm_depth(const NormsFrame& frame) {
  const NormExperiment* result = frame.model.found<NormExperiment>();
  draw_controls(frame, result);
  if (!result || result->runs.front().loss.empty()) return draw_note(frame);
  dim_text(settings_text(*result));
  wrapped_text(fonts().ui, theme().palette.text, finding(*result));
  ImGui::Dummy({0, em() * 0.3f});
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const float left = std::floor(room.x * 0.4f), gap = em() * 1.2f;
  draw_losses(*result, {left, room.y});
  move_cursor({start.x + left + gap, start.y});
  draw_gradients(*result, {room.x - left - gap, room.y});
}

}  // namespace attnlab
