// The tensors of a norm.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"

namespace attnlab::norm_sites {

using enum Axis;

/// The norm that closes a stack of blocks, where NormPlacement::ends_stack.
inline constexpr Part kFinalNorm{.name = "norm", .title = "final norm", .kind = PartKind::Norm};

inline constexpr Site kGamma{.name = "gamma",
                             .axes = {Feature},
                             .cell = "Norm gain γ",
                             .title = "Norm gains γ",
                             .sentence = "What each normalized feature is multiplied by.",
                             .term = "layer normalization"};
inline constexpr Site kBeta{.name = "beta",
                            .axes = {Feature},
                            .cell = "Norm shift β",
                            .title = "Norm shifts β",
                            .sentence = "What is added to each normalized feature.",
                            .term = "layer normalization"};
inline constexpr Site kOutput{.name = "output",
                              .axes = {Batch, Token, Feature},
                              .cell = "Norm output",
                              .title = "Norm output",
                              .sentence = "Each token's vector, brought to one scale.",
                              .term = "layer normalization",
                              .role = Role::Residual};
inline constexpr Site kMean{.name = "mean",
                            .axes = {Batch, Token, One},
                            .cell = "Mean of a token",
                            .title = "Means",
                            .sentence = "The mean of each token's features.",
                            .term = "layer normalization",
                            .symbol = "μ",
                            .role = Role::Residual,
                            .shown_by = "output"};
inline constexpr Site kVariance{.name = "variance",
                                .axes = {Batch, Token, One},
                                .cell = "Variance of a token",
                                .title = "Variances",
                                .sentence = "The variance of each token's features around their mean.",
                                .term = "layer normalization",
                                .symbol = "σ²",
                                .role = Role::Residual,
                                .shown_by = "output"};
inline constexpr Site kNormalized{.name = "normalized",
                                  .axes = {Batch, Token, Feature},
                                  .cell = "Normalized value",
                                  .title = "Normalized values",
                                  .sentence = "Each token's vector with mean 0 and standard deviation 1.",
                                  .term = "layer normalization",
                                  .role = Role::Residual,
                                  .shown_by = "output"};

// The tensors of RMSNorm, which subtracts no mean.
inline constexpr Site kRmsGamma{.name = "gamma",
                                .axes = {Feature},
                                .cell = "Norm gain γ",
                                .title = "Norm gains γ",
                                .sentence = "What each normalized feature is multiplied by.",
                                .term = "RMSNorm"};
inline constexpr Site kRmsOutput{.name = "output",
                                 .axes = {Batch, Token, Feature},
                                 .cell = "Norm output",
                                 .title = "Norm output",
                                 .sentence = "Each token's vector, brought to one scale.",
                                 .term = "RMSNorm",
                                 .role = Role::Residual};
inline constexpr Site kMeanSquare{.name = "mean_square",
                                  .axes = {Batch, Token, One},
                                  .cell = "Mean square of a token",
                                  .title = "Mean squares",
                                  .sentence = "The mean of the squares of each token's features.",
                                  .term = "RMSNorm",
                                  .symbol = "m",
                                  .role = Role::Residual,
                                  .shown_by = "output"};
inline constexpr Site kRmsNormalized{.name = "normalized",
                                     .axes = {Batch, Token, Feature},
                                     .cell = "Normalized value",
                                     .title = "Normalized values",
                                     .sentence = "Each token's vector divided by its root mean square.",
                                     .term = "RMSNorm",
                                     .role = Role::Residual,
                                     .shown_by = "output"};

}  // namespace attnlab::norm_sites
