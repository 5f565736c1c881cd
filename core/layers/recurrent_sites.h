// The parts and tensors of recurrent stacks beside those of their cells.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"

namespace attnlab::recurrent_sites {

using enum Axis;

/// The cell that reads from the end to the beginning.
inline constexpr Part kReverse{.name = "reverse", .title = "backward in time", .brief = "←"};

inline constexpr Site kOutput{.name = "output",
                              .axes = {Batch, Token, Feature},
                              .cell = "Output of both directions",
                              .title = "Both directions",
                              .sentence = "The states of both directions, concatenated.",
                              .term = "hidden state",
                              .role = Role::Residual};

}  // namespace attnlab::recurrent_sites
