// Tiles walk: the GPU's kernel run on a head of a trace, with all its intermediate values.
#pragma once

#include <string>

#include "app/feature/results.h"
#include "app/state/app_state.h"
#include "core/ops/attention/attention_device.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Which queries of which head, and the size of the blocks.
struct TilesPlace {
  std::string attention;  ///< "decoder.layers.0.self_attention"
  Index head = 0, key_head = 0;
  Index first_query = 0, block = 1;  ///< queries first_query … first_query + block − 1; keys of a block
  friend bool operator==(const TilesPlace&, const TilesPlace&) = default;
};

/// The tile of the selected query.
TilesPlace tiles_place(const AppState& state, const Trace& trace);

/// A walk, with the trace and the tile that it walks through.
struct TilesWalk {
  TracePtr trace;
  TilesPlace place;
  OnlineSoftmaxWalk walk;  ///< queries are counted from place.first_query
  std::string why_not;     ///< why there is no walk, as a sentence
};

/// The GPU's walk as the screen shows it.
struct ShownWalk {
  const OnlineSoftmaxWalk* by_kernel = nullptr;  ///< null: the processor's walk is on screen
  std::string why_not;  ///< a sentence without its full stop; "" for the kernel's walk, or not known yet
};

/// Empty where no `gpu` is in use. Only a walk through this trace and through the tile of the selected query
/// is shown.
ShownWalk shown_walk(const Results& made, const std::string& gpu, const TracePtr& trace,
                     const AppState& state);

/// Runs the device's kernel on the trace's queries, keys and values. There is no walk where the head does not
/// exist, or where an edit changed scores that the kernel computes itself.
TilesWalk walk_on_device(AttentionDevice& device, const TracePtr& trace, const TilesPlace& place);

}  // namespace attnlab
