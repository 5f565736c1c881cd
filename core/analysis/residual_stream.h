// Residual stream: its norm after each sublayer, and the norm of what the sublayer adds.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// One sublayer's addition to a stream x ← x + update, position by position.
struct StreamUpdate {
  std::string update;                ///< tensor that is added: "decoder.layers.0.feed_forward.output"
  std::string stream;                ///< tensor after the addition: "decoder.layers.0.feed_forward_residual"
  std::vector<double> update_norms;  ///< ‖update‖₂ [T]
  std::vector<double> stream_norms;  ///< ‖stream‖₂ [T]
};

/// All updates in order of computation, of encoder and decoder.
std::vector<StreamUpdate> stream_updates(const Trace& trace);

}  // namespace attnlab
