// Head effects: what each attention head is worth to the loss.
#pragma once

#include "core/trace/tracer.h"

namespace attnlab {

/// How a head is taken out: its context becomes 0, or the mean of its context over positions, so that it
/// still says what it says on average.
enum class Ablation { Zero, Mean };

/// Takes out head `head` of `attention` ("decoder.layers.0.self_attention"). A head that does not exist is
/// refused when the trace is made.
Intervention ablate_head(const std::string& attention, Index head, Ablation ablation);

struct HeadEffect {
  std::string attention;
  Index head = 0;
  double loss = 0;    ///< with the head taken out
  double effect = 0;  ///< that minus the loss with it: positive where the head helps
};

/// One line a head, in order of computation; as many passes as there are heads. `request` must be the one
/// that `trace` was made with, on the same snapshot; a generated target is kept as it was.
std::vector<HeadEffect> head_effects(const Tracer& tracer, const Trace& trace, TraceRequest request,
                                     Ablation ablation);

}  // namespace attnlab
