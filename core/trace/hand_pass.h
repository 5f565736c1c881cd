// Hand pass: attention by hand as a pass, whose numbers are explained like those of a model.
#pragma once

#include "core/trace/hand_attention.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The pass: the matrices that the score reads, then every step from the scores to the output, each made by
/// the operations that models use. The tensors are those of hand_sites, with the place hand_place(); there is
/// one of a step that the score or the mask does not need. Throws as validate().
TracePtr hand_trace(const HandAttention& hand);

/// The place of all tensors of a hand_trace().
const Place& hand_place();

/// The computed tensors of a hand_trace(), in order: what was typed, and the mask, are left out.
std::vector<const TraceTensor*> hand_steps(const Trace& trace);

/// The scores that the softmax of a hand_trace() reads: masked, scaled or as they are.
const TraceTensor& softmax_input(const Trace& trace);

}  // namespace attnlab
