// Attention frame: the heads of one attention at one step of training, small enough to store many of them.
#pragma once

#include "core/analysis/heads/head_overview.h"

namespace attnlab {

/// The metrics and weights of one head.
struct HeadFrame {
  HeadMetrics metrics;
  SmallMatrix weights;  ///< always with cells, however small the matrix
};

/// A frame for each head of `attention` ("decoder.layers.0.self_attention"), from its weights [1,H,Tq,Tk];
/// thumbnails have at most `most` rows and columns. Throws std::invalid_argument where the trace has no such
/// attention.
std::vector<HeadFrame> attention_frame(const Trace& trace, std::string_view attention, Index most);

}  // namespace attnlab
