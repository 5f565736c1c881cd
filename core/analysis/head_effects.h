// Head effects: what each attention head is worth to the loss.
#pragma once

#include "core/trace/edit.h"
#include "core/trace/tracer.h"

namespace attnlab {

struct HeadEffect {
  std::string attention;
  Index head = 0;
  double loss = 0;    ///< with the head taken out
  double effect = 0;  ///< that minus the loss with it: positive where the head helps
};

/// One line a head, in order of computation, with each taken out as `ablation` says: as many passes as there
/// are heads. `request` must be the one that `trace` was made with, on the same snapshot; a generated target
/// is kept as it was.
std::vector<HeadEffect> head_effects(const Tracer& tracer, const Trace& trace, TraceRequest request,
                                     HeadEdit::How ablation);

}  // namespace attnlab
