// The parts and tensors of recurrent stacks beside those of their cells.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::recurrent_sites {

using enum Axis;

/// The cell that reads from the end to the beginning.
inline constexpr Part kReverse{.name = "reverse", .title = tr_mark("backward in time"), .brief = "←"};

inline constexpr Site kOutput{.name = "output",
                              .axes = {Batch, Token, Feature},
                              .cell = tr_mark("Output of both directions"),
                              .title = tr_mark("Both directions"),
                              .sentence = tr_mark("The states of both directions, concatenated."),
                              .term = "hidden state",
                              .role = Role::Residual};

}  // namespace attnlab::recurrent_sites
