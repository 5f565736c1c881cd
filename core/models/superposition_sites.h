// The parameters and tensors of the toy model of superposition, except for its predictions.
#pragma once

#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::model_sites {

using enum Axis;

inline constexpr Site kFeatureWeight{
    .name = "features.weight",
    .axes = {Property, Dimension},
    .cell = tr_mark("Feature weight"),
    .title = tr_mark("Feature vectors"),
    .sentence = tr_mark("One learned vector for each feature: its direction in the few dimensions."),
    .term = "superposition"};
inline constexpr Site kNumberBias{
    .name = "bias",
    .axes = {Property},
    .cell = tr_mark("Bias of a number"),
    .title = tr_mark("Biases of the numbers"),
    .sentence = tr_mark("Added before ReLU: a negative bias removes small errors."),
    .term = "bias"};
inline constexpr Site kNumbers{.name = "numbers",
                               .axes = {Batch, One, Property},
                               .cell = tr_mark("Number"),
                               .title = tr_mark("Numbers"),
                               .sentence = tr_mark("The input: how strong each feature is, from 0 to 1."),
                               .term = "superposition",
                               .values = Values::Shares};
inline constexpr Site kFeatureSum{
    .name = "sum",
    .axes = {Batch, One, Dimension},
    .cell = tr_mark("Sum of the features"),
    .title = tr_mark("Sum of the features"),
    .sentence =
        tr_mark("The sum of all feature vectors, each times its number: fewer dimensions than features."),
    .term = "superposition",
    .role = Role::Residual};
inline constexpr Site kOverlaps{
    .name = "overlaps",
    .axes = {Property, Property},
    .cell = tr_mark("Overlap of two features"),
    .title = tr_mark("Overlaps of the features"),
    .sentence = tr_mark(
        "The dot product of each pair of feature vectors: on the diagonal how much of a feature is kept, "
        "elsewhere how much two features interfere."),
    .term = "superposition"};
inline constexpr Site kNumberSums{
    .name = "sums",
    .axes = {Batch, One, Property},
    .cell = tr_mark("Number before ReLU"),
    .title = tr_mark("Numbers before ReLU"),
    .sentence = tr_mark("The dot product of the sum with each feature's vector, plus the bias."),
    .term = "superposition"};

}  // namespace attnlab::model_sites
