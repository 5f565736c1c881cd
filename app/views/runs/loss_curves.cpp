// The loss and the learning rate over the steps.
#include "app/views/runs/loss_curves.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/state/divergence.h"
#include "app/theme/theme.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/run_colours.h"
#include "app/views/runs/step_curves.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {

void add_baselines(std::span<const TaskBaseline> baselines, const std::vector<double>& steps,
                   BaselineLines& lines, std::vector<Series>& series) {
  constexpr int kFirstColour = 2;  // behind those of the loss
  if (baselines.empty() || steps.empty()) return;
  lines.steps = {steps.front(), steps.back()};
  for (const TaskBaseline& each : baselines) lines.losses.push_back({each.loss, each.loss});
  for (std::size_t i = 0; i < baselines.size(); ++i)
    series.push_back({.name = std::string(baselines[i].name),
                      .x = lines.steps,
                      .y = lines.losses[i],
                      .colour = faded(series_colour(kFirstColour + static_cast<int>(i)), 0.85f),
                      .thickness = 1.2f});
}

namespace {

constexpr double kCurveMemory = 0.9;  ///< of the running mean

/// The axis of the loss; state of this view alone.
struct LossAxis {
  int scale = 0;  ///< 0: linear, 1: logarithmic
};

struct PanelCurves {
  StepCurves shown{kCurveMemory};
  MeasuredCurves measured;
  std::map<Index, StepCurves> others;  ///< of the other open runs, by number
};

void update_curves(const ViewModel& model) {
  PanelCurves& all = model.remembered<PanelCurves>();
  all.shown.update(model.record->steps);
  all.measured.update(*model.record);
  std::map<Index, StepCurves> others;
  for (const RunView& run : *model.runs) {
    if (run.shown) continue;
    auto known = all.others.extract(run.number);
    StepCurves& curve =
        others.try_emplace(run.number, known ? std::move(known.mapped()) : StepCurves(kCurveMemory))
            .first->second;
    curve.update(run.record.steps);
  }
  all.others = std::move(others);
}

/// The running means of the other runs, in their colours.
void add_others(const ViewModel& model, std::vector<Series>& all) {
  const auto& others = model.remembered<PanelCurves>().others;
  for (const RunView& run : *model.runs) {
    if (run.shown || !learns_shown_task(model, run) || others.at(run.number).steps().empty()) continue;
    const StepCurves& curve = others.at(run.number);
    all.push_back({.name = short_run_label(run),
                   .x = curve.steps(),
                   .y = curve.smooth(),
                   .colour = faded(run_colour(run), 0.7f),
                   .thickness = 1.2f});
  }
}

/// The note before the first step: why there is no curve.
void draw_no_loss(ImVec2 size) {
  draw_text_in(window_canvas(), fonts().ui, box_at(ImGui::GetCursorScreenPos(), size),
               theme().palette.text_dim, tr("The loss will appear here."), Align::Centre);
}

/// The curves of the loss; with several runs, each run has its colour.
std::vector<Series> loss_series(const ViewModel& model) {
  const bool alone = std::ranges::count_if(*model.runs, [&](const RunView& other) {
                       return learns_shown_task(model, other);
                     }) == 1;
  const RunView& run = shown_run(model);
  const PanelCurves& curves = model.remembered<PanelCurves>();
  std::vector<Series> all;
  add_others(model, all);
  all.push_back({.name = tr("batch"),
                 .x = curves.shown.steps(),
                 .y = curves.shown.loss(),
                 .colour = faded(theme().palette.text_faint, 0.55f),
                 .thickness = 1.0f,
                 .in_legend = false});
  all.push_back({.name = alone ? tr("running mean") : short_run_label(run),
                 .x = curves.shown.steps(),
                 .y = curves.shown.smooth(),
                 .colour = alone ? theme().palette.accent : run_colour(run),
                 .thickness = 2.0f});
  all.push_back({.name = tr("validation"),
                 .x = curves.measured.steps(),
                 .y = curves.measured.values(model.record->column("validation.loss")),
                 .colour = alone ? held_out_colour() : faded(run_colour(run), 0.75f),
                 .thickness = 1.4f,
                 .points = true});
  return all;
}

bool draw_curves(const ViewModel& model, ImVec2 size, const Emit& emit) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool high = size.y > em() * 6.5f, wide = size.x > em() * 22;
  if (high && wide) {
    move_cursor({at.x + size.x - scale_width() - em() * 0.8f, at.y});
    draw_scale(model);
    move_cursor(at);
  }
  std::vector<Series> series = loss_series(model);
  BaselineLines lines;
  add_baselines(model.baselines, model.remembered<PanelCurves>().shown.steps(), lines, series);
  LinePlotOptions o;
  o.size = size;
  // Beside one loss that is a million times as great, all others would lie on the axis.
  o.log_y = model.remembered<LossAxis>().scale == 1 || diverges(model.training, *model.record);
  if (!o.log_y) o.y_lo = 0;
  o.legend = high && wide;
  o.beside_legend = o.legend ? scale_width() + em() * 0.5f : 0;
  o.compact = size.y < em() * 8 || !wide;
  o.target = "train.loss";
  step_plot(model, "loss", series, std::move(o), emit);
  return high && wide;
}

}  // namespace

bool has_curve(const ViewModel& model) { return model.record && !model.record->steps.empty(); }

float scale_width() {
  return text_size(fonts().ui, tr("linear")).x + text_size(fonts().ui, tr("log")).x + em() * 2.8f;
}

void draw_scale(const ViewModel& model) {
  const char* const scales[] = {tr("linear"), tr("log")};
  segmented("train.scale", scales, model.remembered<LossAxis>().scale);
}

bool draw_loss(const ViewModel& model, ImVec2 size, const Emit& emit) {
  if (!has_curve(model)) return draw_no_loss(size), false;
  update_curves(model);
  return draw_curves(model, size, emit);
}

void draw_rate_curve(const ViewModel& model, ImVec2 size) {
  StepCurves& curve = model.remembered<PanelCurves>().shown;
  curve.update(model.record->steps);
  const Series series[] = {
      {.name = tr("learning rate"), .x = curve.steps(), .y = curve.rate(), .colour = series_colour(0)}};
  LinePlotOptions o;
  o.x_title = tr("step");
  o.x_values = AxisValues::Whole;
  o.size = size;
  o.y_lo = 0;
  o.legend = false;
  o.compact = true;
  o.target = "train.rate_curve";
  line_plot("rate_curve", series, o);
}

}  // namespace attnlab
