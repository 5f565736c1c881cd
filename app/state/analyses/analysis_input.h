// Analysis input: what the views' analyses are worked out from.
#pragma once

#include <memory>

#include "app/state/runs/opening.h"
#include "core/training/timeline.h"

namespace attnlab {

/// Rows and columns of a head's thumbnail.
inline constexpr Index kThumbnailCells = 40;

struct AnalysisInput {
  const AppState& state;
  const OpenModel& model;
  TracePtr trace;
  std::shared_ptr<const TraceRequest> request;  ///< that the trace was made of
  TimelinePtr timeline;                         ///< of the run on screen; null where there is none
  bool learns = false;                          ///< that run, now

  /// Whether the pass on screen is of newer weights every moment.
  bool changes() const { return learns && !state.rewound; }
};

}  // namespace attnlab
