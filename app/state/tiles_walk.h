// Tiles walk: the GPU's kernel run on a head of a trace, with all that it keeps on its way.
#pragma once

#include <string>

#include "app/state/analysis_results.h"
#include "app/state/app_state.h"
#include "core/ops/attention/attention_device.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Which queries of which head, in which blocks.
struct TilesPlace {
  std::string attention;  ///< "decoder.layers.0.self_attention"
  Index head = 0, key_head = 0;
  Index first_query = 0, block = 1;  ///< queries first_query … first_query + block − 1; keys of a block
  friend bool operator==(const TilesPlace&, const TilesPlace&) = default;
};

/// The tile of the selected query.
TilesPlace tiles_place(const AppState& state, const Trace& trace);

/// A walk, and what it is of.
struct TilesWalk {
  TracePtr trace;
  TilesPlace place;
  OnlineSoftmaxWalk walk;  ///< queries are counted from place.first_query
  std::string why_not;     ///< in a sentence, where there is no walk
};

/// What is on screen of the GPU's walk.
struct ShownWalk {
  const OnlineSoftmaxWalk* by_kernel = nullptr;  ///< null: the processor's walk is on screen
  std::string why_not;  ///< in a sentence without its point; "" where it is, or is not known yet
};

/// Nothing where no `gpu` is in use. What was made counts where it is of this trace and of the tile of the
/// selected query.
ShownWalk shown_walk(const AnalysisResults& made, const std::string& gpu, const TracePtr& trace,
                     const AppState& state);

/// Runs the device's kernel on the trace's queries, keys and values. There is no walk where there is no such
/// head, and where an edit changed scores that the kernel would make itself.
TilesWalk walk_on_device(AttentionDevice& device, const TracePtr& trace, const TilesPlace& place);

}  // namespace attnlab
