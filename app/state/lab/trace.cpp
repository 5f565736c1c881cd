// Lab: asks for the trace of what is on screen, and takes it.
#include <algorithm>

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

void Lab::take_trace() {
  const TraceService::Result result = tracer_.latest();
  if (result.count == trace_version_ || result.count <= finished_before_) return;
  trace_version_ = result.count;
  trace_error_ = result.error;
  if (result.error.empty()) {
    trace_ = result.trace;
    traced_request_ = result.request;
    take_compared(result.compared);
  }
  dispatcher_.clamp(limits());
}

/// In the order of baselines(): without the edits, if there are any; last, what the user compares with.
void Lab::take_compared(const std::vector<Compared>& compared) {
  diff_ = traced_request_->edits.empty() ? nullptr : compared.front().diff;
  comparison_ = compared.empty() ? Compared{} : compared.back();
  compared_with_ = traced_state_->comparison.with;
}

/// One at a time: what a result means is told by the request before it was taken.
void Lab::request_trace() {
  if (tracer_.busy() || tracer_.latest().count > std::max(trace_version_, finished_before_)) return;
  const AppState& state = dispatcher_.state();
  const SnapshotPtr snapshot = snapshot_on_screen();
  if (traced_state_ && snapshot == traced_snapshot_ && same_trace(*traced_state_, state)) return;
  const bool other_text = !traced_state_ || !same_trace(*traced_state_, state);
  TraceRequest request = trace_request(state, *model_);
  tracer_.request(model_->tracer, snapshot, std::move(request), baselines(state, *model_, snapshot));
  ++requested_;
  if (other_text) text_requested_ = requested_;
  traced_state_ = state;
  traced_snapshot_ = snapshot;
}

/// An inspected weight's next updates are to be told with the snapshots.
void Lab::watch_inspected() {
  if (!model_->run) return;
  const CellName cell = inspected_cell(dispatcher_.state());
  const Index wanted = flat_index(model_->experiment.model->parameters(), cell);
  if (wanted != watched_) model_->run->watch(watched_ = wanted);
}

}  // namespace attnlab
