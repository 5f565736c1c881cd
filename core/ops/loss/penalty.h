// Penalty: a term that is added to the cross-entropy.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// Σ over `penalties` (each [B], one a layer) of Σ_b shares[b]·penalty[b]: a scalar. shares [B] is each
/// sequence's share of the targets that count in the whole batch, so that parts of a batch add up to it.
Variable total_penalty(Tape& tape, std::span<const Variable> penalties, std::span<const Real> shares);

/// loss + weight·penalty, all scalars.
Variable add_penalty(Tape& tape, Variable loss, Variable penalty, Real weight);

}  // namespace attnlab
