// The loss and the learning rate over the steps.
#include "app/views/training_curves.h"

#include <utility>

#include "app/views/step_curves.h"
#include "app/views/step_plot.h"
#include "app/widgets/controls.h"

namespace attnlab {
namespace {

int g_scale = 0;  ///< 0: linear, 1: logarithmic
StepCurves g_curve(0.9);
MeasuredCurves g_measured;

/// Before the first step: why there is no curve.
void draw_no_loss(ImVec2 size) {
  draw_text_in(window_canvas(), fonts().ui, box_at(ImGui::GetCursorScreenPos(), size),
               theme().palette.text_dim, "the loss will be drawn here", Align::Centre);
}

bool draw_curves(const ViewModel& model, ImVec2 size, const Emit& emit) {
  const Palette& p = theme().palette;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool high = size.y > em() * 6.5f, wide = size.x > em() * 22;
  if (high && wide) {
    ImGui::SetCursorScreenPos({at.x + size.x - scale_width() - em() * 0.8f, at.y});
    draw_scale();
    ImGui::SetCursorScreenPos(at);
  }
  const Series series[] = {{.name = "batch",
                            .x = g_curve.steps(),
                            .y = g_curve.loss(),
                            .colour = faded(p.text_faint, 0.55f),
                            .thickness = 1.0f,
                            .in_legend = false},
                           {.name = "running mean",
                            .x = g_curve.steps(),
                            .y = g_curve.smooth(),
                            .colour = p.accent,
                            .thickness = 2.0f},
                           {.name = "held-out",
                            .x = g_measured.steps(),
                            .y = g_measured.values(model.record->column("validation.loss")),
                            .colour = series_colour(1),
                            .thickness = 1.4f,
                            .points = true}};
  LinePlotOptions o;
  o.size = size;
  o.log_y = g_scale == 1;
  if (!o.log_y) o.y_lo = 0;
  o.legend = high && wide;
  o.compact = size.y < em() * 8 || !wide;
  o.target = "train.loss";
  step_plot(model, "loss", series, std::move(o), emit);
  return high && wide;
}

}  // namespace

bool has_curve(const ViewModel& model) { return model.record && !model.record->steps.empty(); }

float scale_width() { return text_size(fonts().ui, "linearlog").x + em() * 2.8f; }

void draw_scale() {
  constexpr const char* scales[] = {"linear", "log"};
  segmented("train.scale", scales, g_scale);
}

bool draw_loss(const ViewModel& model, ImVec2 size, const Emit& emit) {
  if (!has_curve(model)) return draw_no_loss(size), false;
  g_curve.update(model.record->steps);
  g_measured.update(*model.record);
  return draw_curves(model, size, emit);
}

void draw_rate_curve(const ViewModel& model, ImVec2 size) {
  g_curve.update(model.record->steps);
  const Series series[] = {
      {.name = "learning rate", .x = g_curve.steps(), .y = g_curve.rate(), .colour = series_colour(0)}};
  LinePlotOptions o;
  o.x_title = "step";
  o.size = size;
  o.y_lo = 0;
  o.legend = false;
  o.compact = true;
  o.target = "train.rate_curve";
  line_plot("rate_curve", series, o);
}

}  // namespace attnlab
