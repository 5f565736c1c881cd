// ALiBi: attention with linear biases (Press et al. 2021), scores that fall with distance.
#pragma once

#include <memory>

#include "core/language/messages.h"
#include "core/layers/parameter_scope.h"
#include "core/layers/score_bias.h"

namespace attnlab {

namespace alibi_sites {

using enum Axis;

inline constexpr Site kDistanceBias{.name = "position_bias",
                                    .axes = {Head, Query, Key},
                                    .cell = tr_mark("Distance bias"),
                                    .title = tr_mark("Distance biases"),
                                    .sentence = tr_mark("The bias of each head, which falls with distance."),
                                    .term = "ALiBi",
                                    .shown_by = "biased"};

}  // namespace alibi_sites

/// −slope·|distance|, the slopes those of distance_slopes(). It learns nothing, so it adds no parameter.
std::shared_ptr<const ScoreBias> alibi(const ParameterScope& stack, Index heads);

}  // namespace attnlab
