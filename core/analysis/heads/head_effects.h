// Head effects: how the loss changes without each attention head.
#pragma once

#include "core/trace/edit.h"
#include "core/trace/tracer.h"

namespace attnlab {

struct HeadEffect {
  std::string attention;
  Index head = 0;
  double loss = 0;    ///< without the head
  double effect = 0;  ///< `loss` minus the loss with the head: positive where the head helps
};

/// One entry a head, in order of computation. Each head is ablated as `ablation` says, in a pass of its own.
/// `request` must be the request of `trace`, on its snapshot; a generated target is reused.
std::vector<HeadEffect> head_effects(const Tracer& tracer, const Trace& trace, TraceRequest request,
                                     HeadEdit::How ablation);

}  // namespace attnlab
