// Tracing: requests the trace for the screen, and the analyses of the views.
#include "app/state/lab/tracing.h"

#include "app/state/lab/screen_trace.h"

namespace attnlab {

void Tracing::forget() {
  screen_.forget();
  watched_ = -1;
  gradients_->forget();
  analyses_.clear();
}

/// The newest weights, or those of the past step on screen. The nearest step stands for one that was thinned
/// away.
SnapshotPtr Tracing::snapshot(const AppState& state) const {
  const Timeline* timeline = runs_.timeline();
  if (!state.rewound || !timeline || timeline->states.empty()) return runs_.shown()->snapshot();
  return timeline->nearest(*state.rewound)->snapshot;
}

/// Those of the step on screen.
TrainingSettings Tracing::settings(const AppState& state) const {
  const Timeline* timeline = runs_.timeline();
  const bool past = state.rewound && timeline && !timeline->states.empty();
  return past ? timeline->nearest(*state.rewound)->settings : runs_.training().settings;
}

WantedTrace Tracing::wanted(const AppState& state) const {
  const OpenModel& model = *runs_.shown();
  TraceJob job{model.tracer, snapshot(state), trace_request(state, model), baselines(state, model),
               device_.gpu()};
  job.request.model_options = values_in_passes(settings(state).live);
  job.request.kept_bytes = budget_;
  for (Baseline& baseline : job.baselines) baseline.request.model_options = job.request.model_options;
  return {std::move(job), state.comparison, state.rewound};
}

void Tracing::update(const AppState& state) {
  if (screen_.ready()) screen_.ask(wanted(state), gradients_->looked_at());
  watch_inspected(state);
  const RunView& run = *runs_.shown_view();
  if (screen_.trace())
    analyses_.update({state, *runs_.shown(), screen_.trace(), screen_.request(), run.record.timeline,
                      run.training.state == TrainingView::State::Running, &runs_});
}

/// Requests that snapshots record the updates of the inspected weight.
void Tracing::watch_inspected(const AppState& state) {
  const OpenModel& model = *runs_.shown();
  if (!model.run) return;
  const Index cell = flat_index(model.experiment.model->parameters(), inspected_cell(state));
  if (cell != watched_) model.run->watch(watched_ = cell);
}

bool Tracing::idle(const AppState& state) const {
  const WantedTrace now = wanted(state);
  if (runs_.training().state == TrainingView::State::Running && !state.rewound)
    return screen_.is_of_text(now);
  return screen_.is_of(now) && !analyses_.busy() && !gradients_->busy();
}

/// The update of the snapshot on screen, so that its result is the shown weight.
std::optional<WeightUpdate> Tracing::inspected_update() const {
  const TracePtr trace = screen_.trace();
  if (!trace || !trace->snapshot()->update) return {};
  const CellUpdate& update = *trace->snapshot()->update;
  if (update.cell != watched_) return {};
  return named_update(runs_.shown()->experiment.model->parameters(), update);
}

}  // namespace attnlab
