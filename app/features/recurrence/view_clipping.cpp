// Clipping: the norm of the whole gradient, the limit, and what is left of it.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/recurrence/view_back.h"
#include "app/views/runs/step_curves.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "core/analysis/recurrence/time_gradients.h"

namespace attnlab {

namespace {

/// The run's gradient by step.
struct ClippingCurves {
  StepCurves steps{0};
};

/// The norm of the text's gradient, computed again for another pass.
struct RememberedNorm {
  TraceKey of;
  double norm = std::nan("");
};

double norm_of_text(const RecurrenceFrame& frame) {
  RememberedNorm& known = frame.model.remembered<RememberedNorm>();
  if (known.of != frame.model.trace_key()) known = {frame.model.trace_key(), gradient_norm(frame.trace)};
  return known.norm;
}

std::string clipped_words(const ClippedGradient& gradient, int digits) {
  if (gradient.limit <= 0)
    return format_number(gradient.before, digits) + "; nothing is clipped (the limit is 0).";
  std::string words = "before " + format_number(gradient.before, digits) + ", limit " +
                      format_number(gradient.limit, digits) + ", after " +
                      format_number(gradient.after(), digits);
  return words + (gradient.factor < 1 ? ": every number of the gradient is multiplied by " +
                                            format_number(gradient.factor, digits) + "."
                                      : ": it is left as it is.");
}

/// The metrics of the step whose weights are on screen; null where they were not recorded.
const StepMetrics* metrics_on_screen(const RecurrenceFrame& frame) {
  if (!frame.model.record) return nullptr;
  const auto& steps = frame.model.record->steps;
  const auto at = static_cast<std::size_t>(frame.trace.step());
  return at >= 1 && at <= steps.size() && steps[at - 1].step == frame.trace.step() ? &steps[at - 1] : nullptr;
}

void draw_norms_by_step(const RecurrenceFrame& frame, const TrainingConfig& config, float width) {
  ClippingCurves& curves = frame.model.remembered<ClippingCurves>();
  curves.steps.update(frame.model.record->steps);
  if (curves.steps.steps().empty()) return;
  const std::vector<double>& x = curves.steps.steps();
  const std::vector<double> limit_x{x.front(), x.back()}, limit{config.clip, config.clip};
  std::vector<Series> series{{.name = "before clipping", .x = x, .y = curves.steps.gradient()}};
  if (config.clip > 0) series.push_back({.name = "the limit now", .x = limit_x, .y = limit});
  step_plot(frame.model, "clipping", series,
            {.y_title = "norm of the gradient",
             .size = {width, em() * 12},
             .log_y = true,
             .target = "recurrence.clipping"},
            frame.emit);
}

}  // namespace

void draw_clipping(const RecurrenceFrame& frame, float width) {
  const TrainingConfig* const config = frame.model.training_config;
  const Box title = reserve({width, std::ceil(em() * 1.4f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text, "Gradient clipping");
  tip_term("gradient clipping", title);
  const TrainingConfig none{.clip = 0};
  draw_recurrence_words(
      "The gradient of this text’s loss, over all weights: norm " +
          clipped_words(clipped(config ? *config : none, norm_of_text(frame)), frame.digits()),
      width);
  if (!config) return draw_recurrence_words("This model cannot be trained here, so it has no limit.", width);
  if (const StepMetrics* const metrics = metrics_on_screen(frame))
    draw_recurrence_words("The batch of step " + format_count(metrics->step) +
                              ", by the limit of now: norm " +
                              clipped_words(clipped(*config, metrics->gradient_norm), frame.digits()),
                          width);
  draw_norms_by_step(frame, *config, width);
}

}  // namespace attnlab
