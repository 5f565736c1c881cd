// Attention frame: the heads of one attention at one step of training, small enough to keep many of them.
#pragma once

#include "core/analysis/head_overview.h"

namespace attnlab {

/// One head.
struct HeadFrame {
  HeadMetrics metrics;
  SmallMatrix weights;  ///< with its cells, however small it is
};

/// One a head of `attention` ("decoder.layers.0.self_attention"), from its weights [1,H,Tq,Tk]; thumbnails
/// have at most `most` rows and columns. Throws std::invalid_argument where the trace has no such attention.
std::vector<HeadFrame> attention_frame(const Trace& trace, std::string_view attention, Index most);

}  // namespace attnlab
