// Lab: asks for the trace of what is on screen, and takes it.
#include "app/state/lab/lab.h"
#include "app/state/lab/trace_request.h"

namespace attnlab {

/// The newest weights, or those of the past step that is looked at. A step that was thinned away meanwhile
/// is the one nearest to it.
SnapshotPtr Lab::snapshot_on_screen() const {
  const std::optional<Index> rewound = dispatcher_.state().rewound;
  const Timeline* kept = timeline();
  if (!rewound || !kept || kept->kept.empty()) return model_->snapshot();
  return kept->nearest(*rewound)->snapshot;
}

WantedTrace Lab::wanted_trace() const {
  const AppState& state = dispatcher_.state();
  TraceJob job{model_->tracer, snapshot_on_screen(), trace_request(state, *model_), baselines(state, *model_),
               device_.gpu()};
  return {std::move(job), state.comparison, state.rewound};
}

void Lab::update_trace() {
  if (traced_.take()) dispatcher_.clamp(limits());
  if (traced_.ready()) traced_.ask(wanted_trace());
}

/// An inspected weight's next updates are to be told with the snapshots.
void Lab::watch_inspected() {
  if (!model_->run) return;
  const CellName cell = inspected_cell(dispatcher_.state());
  const Index wanted = flat_index(model_->experiment.model->parameters(), cell);
  if (wanted != watched_) model_->run->watch(watched_ = wanted);
}

}  // namespace attnlab
