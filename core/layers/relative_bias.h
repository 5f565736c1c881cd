// T5's relative position bias (Raffel et al. 2020): each head adds a learned number for the distance.
#pragma once

#include <memory>

#include "core/language/messages.h"
#include "core/layers/parameter_scope.h"
#include "core/layers/score_bias.h"
#include "core/ops/attention/bucket_bias.h"

namespace attnlab {

namespace relative_bias_sites {

using enum Axis;

inline constexpr Site kRelativeBiasWeight{
    .name = "relative_bias.weight",
    .axes = {Bucket, Head},
    .cell = tr_mark("Bucket bias"),
    .title = tr_mark("Bucket biases"),
    .sentence = tr_mark("One learned number for each distance bucket and head, shared by all layers."),
    .term = "relative position bias"};
inline constexpr Site kRelativeBias{
    .name = "relative_bias",
    .axes = {Head, Query, Key},
    .cell = tr_mark("Relative bias"),
    .title = tr_mark("Relative biases"),
    .sentence = tr_mark("The number that each head adds for the distance from query to key."),
    .term = "relative position bias",
    .shown_by = "biased"};

}  // namespace relative_bias_sites

/// Biases of a table [buckets,H] that the stack learns. The table belongs to the self-attention of the first
/// layer, as in the paper's model; all layers read it.
std::shared_ptr<const ScoreBias> relative_bias(const ParameterScope& stack, Index heads,
                                               const DistanceBuckets& buckets, Initializer initializer);

}  // namespace attnlab
