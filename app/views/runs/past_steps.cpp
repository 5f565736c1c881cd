// Past steps on screen, and playing them.
#include "app/views/runs/past_steps.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/playing.h"
#include "app/widgets/base/context.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr double kPositionsASecond = 30;

struct PlayedTimeline {
  Playing playing;
};

}  // namespace

bool has_timeline(const ViewModel& model) {
  return model.record && model.record->timeline && !model.record->timeline->states.empty();
}

Index step_on_screen(const ViewModel& model) { return model.state.rewound.value_or(model.training.step); }

bool can_go_back(const ViewModel& model) {
  return has_timeline(model) && step_on_screen(model) > model.record->timeline->states.front()->step();
}

void go_to_step(const ViewModel& model, Index step, const Emit& emit) {
  if (model.screen.timeline_plays) emit({"timeline.play", {"off"}});
  if (step != step_on_screen(model)) emit({"timeline.to", {std::to_string(step)}});
}

const StepMetrics* metrics_at(const Record& record, Index step) {
  // The record has every step from its first.
  if (record.steps.empty() || step < record.steps[0].step) return nullptr;
  const auto at = static_cast<std::size_t>(step - record.steps[0].step);
  return at < record.steps.size() && record.steps[at].step == step ? &record.steps[at] : nullptr;
}

std::optional<double> loss_at(const Record& record, Index step) {
  const StepMetrics* const metrics = metrics_at(record, step);
  return metrics ? std::optional(metrics->loss) : std::nullopt;
}

std::optional<double> rate_on_screen(const ViewModel& model) {
  if (!model.state.rewound) return model.training.learning_rate;
  const StepMetrics* const next =
      model.record ? metrics_at(*model.record, *model.state.rewound + 1) : nullptr;
  return next ? std::optional(next->learning_rate) : std::nullopt;
}

std::optional<MeasuredLoss> held_out_loss_at(const Record& record, Index step) {
  const Index column = record.column("validation.loss");
  if (column < 0) return {};
  const auto& rows = record.measurements;
  for (std::size_t i = rows.size(); i-- > 0;) {
    if (rows[i].step > step) continue;
    const auto loss = double(rows[i].values[column]);
    return std::isfinite(loss) ? std::optional(MeasuredLoss{rows[i].step, loss}) : std::nullopt;
  }
  return {};
}

std::string held_out_name(const MeasuredLoss& measured, Index step) {
  return measured.step == step ? tr("validation loss")
                               : tr("validation loss, step {1}", format_count(measured.step));
}

const RunView& shown_run(const ViewModel& model) {
  return *std::ranges::find(*model.runs, true, &RunView::shown);
}

bool learns_shown_task(const ViewModel& model, const RunView& run) {
  const Preset *const own = run.preset, *const shown = shown_run(model).preset;
  return run.shown || (own && shown && own->task.name == shown->task.name);
}

std::string spoken(std::string_view text) {
  std::string said(text);
  std::ranges::replace(said, '_', ' ');
  return said;
}

void play_timeline(const ViewModel& model, const Emit& emit) {
  Playing& playing = model.remembered<PlayedTimeline>().playing;
  const bool on = model.screen.timeline_plays && has_timeline(model);
  const std::optional<Index>& rewound = model.state.rewound;
  // A step is requested only after the previous one is on screen.
  const bool shown = rewound && model.trace && model.trace->step() == *rewound;
  const double pause = 1 / (kPositionsASecond * model.screen.timeline_pace);
  const Playing::Now now = playing.at(on, ImGui::GetTime(), pause, shown);
  if (!on) return;
  widgets().animating = true;
  if (!rewound && now == Playing::Now::Begins) return emit({"timeline.to", {"0"}});
  if (!rewound) return emit({"timeline.play", {"off"}});
  if (now == Playing::Now::Due) emit({"timeline.next", {}});
}

}  // namespace attnlab
