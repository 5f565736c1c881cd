// Analysis input: the state, model and trace that analyses are computed from.
#pragma once

#include <memory>

#include "app/state/runs/opening.h"
#include "app/state/runs/run_list.h"
#include "core/training/run/timeline.h"

namespace attnlab {

/// Rows and columns of a head's thumbnail.
inline constexpr Index kThumbnailCells = 40;

struct AnalysisInput {
  const AppState& state;
  const OpenModel& model;
  TracePtr trace;
  std::shared_ptr<const TraceRequest> request;  ///< of the trace
  TimelinePtr timeline;                         ///< of the run on screen; null where there is none
  bool learns = false;                          ///< whether the run on screen learns now
  const RunList* runs = nullptr;                ///< all that are open

  /// Whether each pass on screen has newer weights.
  bool changes() const { return learns && !state.rewound; }
};

}  // namespace attnlab
