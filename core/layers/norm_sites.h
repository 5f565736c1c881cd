// The tensors of a norm.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::norm_sites {

using enum Axis;

/// The norm that closes a stack of blocks, where NormPlacement::ends_stack.
inline constexpr Part kFinalNorm{.name = "norm", .title = tr_mark("final norm"), .kind = PartKind::Norm};

inline constexpr Site kGamma{.name = "gamma",
                             .axes = {Feature},
                             .cell = tr_mark("Norm gain γ"),
                             .title = tr_mark("Norm gains γ"),
                             .sentence = tr_mark("What each normalized feature is multiplied by."),
                             .term = "layer normalization"};
inline constexpr Site kBeta{.name = "beta",
                            .axes = {Feature},
                            .cell = tr_mark("Norm shift β"),
                            .title = tr_mark("Norm shifts β"),
                            .sentence = tr_mark("What is added to each normalized feature."),
                            .term = "layer normalization"};
inline constexpr Site kOutput{.name = "output",
                              .axes = {Batch, Token, Feature},
                              .cell = tr_mark("Norm output"),
                              .title = tr_mark("Norm output"),
                              .sentence = tr_mark("Each token's vector, brought to one scale."),
                              .term = "layer normalization",
                              .role = Role::Residual};
inline constexpr Site kMean{.name = "mean",
                            .axes = {Batch, Token, One},
                            .cell = tr_mark("Mean of a token"),
                            .title = tr_mark("Means"),
                            .sentence = tr_mark("The mean of each token's features."),
                            .term = "layer normalization",
                            .symbol = "μ",
                            .role = Role::Residual,
                            .shown_by = "output"};
inline constexpr Site kVariance{
    .name = "variance",
    .axes = {Batch, Token, One},
    .cell = tr_mark("Variance of a token"),
    .title = tr_mark("Variances"),
    .sentence = tr_mark("The variance of each token's features around their mean."),
    .term = "layer normalization",
    .symbol = "σ²",
    .role = Role::Residual,
    .shown_by = "output"};
inline constexpr Site kNormalized{
    .name = "normalized",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Normalized value"),
    .title = tr_mark("Normalized values"),
    .sentence = tr_mark("Each token's vector with mean 0 and standard deviation 1."),
    .term = "layer normalization",
    .role = Role::Residual,
    .shown_by = "output"};

// The tensors of RMSNorm, which subtracts no mean.
inline constexpr Site kRmsGamma{.name = "gamma",
                                .axes = {Feature},
                                .cell = tr_mark("Norm gain γ"),
                                .title = tr_mark("Norm gains γ"),
                                .sentence = tr_mark("What each normalized feature is multiplied by."),
                                .term = "RMSNorm"};
inline constexpr Site kRmsOutput{.name = "output",
                                 .axes = {Batch, Token, Feature},
                                 .cell = tr_mark("Norm output"),
                                 .title = tr_mark("Norm output"),
                                 .sentence = tr_mark("Each token's vector, brought to one scale."),
                                 .term = "RMSNorm",
                                 .role = Role::Residual};
inline constexpr Site kMeanSquare{.name = "mean_square",
                                  .axes = {Batch, Token, One},
                                  .cell = tr_mark("Mean square of a token"),
                                  .title = tr_mark("Mean squares"),
                                  .sentence = tr_mark("The mean of the squares of each token's features."),
                                  .term = "RMSNorm",
                                  .symbol = "m",
                                  .role = Role::Residual,
                                  .shown_by = "output"};
inline constexpr Site kRmsNormalized{
    .name = "normalized",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Normalized value"),
    .title = tr_mark("Normalized values"),
    .sentence = tr_mark("Each token's vector divided by its root mean square."),
    .term = "RMSNorm",
    .role = Role::Residual,
    .shown_by = "output"};

}  // namespace attnlab::norm_sites
