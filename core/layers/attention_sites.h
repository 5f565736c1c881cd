// The tensors of an attention layer.
#pragma once

#include "core/autograd/site.h"

namespace attnlab::attention_sites {

using enum Axis;

inline constexpr Site kQueryWeight{
    .name = "query.weight",
    .axes = {HeadRow, Column},
    .cell = "Query weight",
    .title = "Query weights",
    .sentence = "The matrix that computes each token's query: one row for each feature of the query.",
    .term = "parameter",
    .role = Role::Query};
inline constexpr Site kKeyWeight{
    .name = "key.weight",
    .axes = {HeadRow, Column},
    .cell = "Key weight",
    .title = "Key weights",
    .sentence = "The matrix that computes each token's key: one row for each feature of the key.",
    .term = "parameter",
    .role = Role::Key};
inline constexpr Site kValueWeight{
    .name = "value.weight",
    .axes = {HeadRow, Column},
    .cell = "Value weight",
    .title = "Value weights",
    .sentence = "The matrix that computes each token's value: one row for each feature of the value.",
    .term = "parameter",
    .role = Role::Value};
inline constexpr Site kQueryBias{.name = "query.bias",
                                 .axes = {HeadRow},
                                 .cell = "Query bias",
                                 .title = "Query biases",
                                 .sentence = "Added to every query.",
                                 .term = "parameter",
                                 .role = Role::Query};
inline constexpr Site kKeyBias{.name = "key.bias",
                               .axes = {HeadRow},
                               .cell = "Key bias",
                               .title = "Key biases",
                               .sentence = "Added to every key.",
                               .term = "parameter",
                               .role = Role::Key};
inline constexpr Site kValueBias{.name = "value.bias",
                                 .axes = {HeadRow},
                                 .cell = "Value bias",
                                 .title = "Value biases",
                                 .sentence = "Added to every value.",
                                 .term = "parameter",
                                 .role = Role::Value};
inline constexpr Site kOutputWeight{.name = "output.weight",
                                    .axes = {Row, Column},
                                    .cell = "Output weight",
                                    .title = "Output weights",
                                    .sentence =
                                        "The matrix that maps the concatenated heads to the width of the "
                                        "residual stream: D columns for each head.",
                                    .term = "output projection",
                                    .role = Role::Output};
inline constexpr Site kOutputBias{.name = "output.bias",
                                  .axes = {Row},
                                  .cell = "Output bias",
                                  .title = "Output biases",
                                  .sentence = "Added to every attention output.",
                                  .term = "output projection",
                                  .role = Role::Output};

inline constexpr Site kQuery{.name = "query",
                             .axes = {Batch, Head, Query, HeadFeature},
                             .cell = "Query",
                             .title = "Queries",
                             .sentence = "What each token looks for, in each head.",
                             .term = "query",
                             .role = Role::Query};
inline constexpr Site kKey{.name = "key",
                           .axes = {Batch, Head, Key, HeadFeature},
                           .cell = "Key",
                           .title = "Keys",
                           .sentence = "What each token offers to be found by, in each head.",
                           .term = "key",
                           .role = Role::Key};
inline constexpr Site kValue{.name = "value",
                             .axes = {Batch, Head, Key, HeadFeature},
                             .cell = "Value",
                             .title = "Values",
                             .sentence = "What each token passes on to the tokens that attend to it.",
                             .term = "value",
                             .role = Role::Value};
inline constexpr Site kRotatedQuery{
    .name = "rotated_query",
    .axes = {Batch, Head, Query, HeadFeature},
    .cell = "Rotated query",
    .title = "Rotated queries",
    .sentence = "Queries with each pair of features rotated according to the position.",
    .term = "rotary embedding",
    .role = Role::Query};
inline constexpr Site kRotatedKey{
    .name = "rotated_key",
    .axes = {Batch, Head, Key, HeadFeature},
    .cell = "Rotated key",
    .title = "Rotated keys",
    .sentence = "Keys with each pair of features rotated according to the position.",
    .term = "rotary embedding",
    .role = Role::Key};
inline constexpr Site kScores{.name = "scores",
                              .axes = {Batch, Head, Query, Key},
                              .cell = "Attention score",
                              .title = "Scores",
                              .sentence = "The dot product of each query with each key: how well they match.",
                              .term = "score"};
inline constexpr Site kScaled{
    .name = "scaled",
    .axes = {Batch, Head, Query, Key},
    .cell = "Scaled score",
    .title = "Scaled scores",
    .sentence = "Scores divided by √D, so that they do not grow with the head size.",
    .term = "scaling by √d"};
inline constexpr Site kBiased{.name = "biased",
                              .axes = {Batch, Head, Query, Key},
                              .cell = "Biased score",
                              .title = "Biased scores",
                              .sentence = "Scores plus a bias for the distance between the two tokens.",
                              .term = "positional encoding"};
inline constexpr Site kMasked{.name = "masked",
                              .axes = {Batch, Head, Query, Key},
                              .cell = "Masked score",
                              .title = "Masked scores",
                              .sentence = "Scores plus the mask: −∞ for masked keys.",
                              .term = "mask",
                              .hides = true};
inline constexpr Site kMask{.name = "mask",
                            .axes = {Batch, Query, Key},
                            .cell = "Mask",
                            .title = "Mask",
                            .sentence = "Which keys each query can see: 0 keeps a score, −∞ masks it.",
                            .term = "mask",
                            .role = Role::Masked,
                            .hides = true,
                            .shown_by = "masked"};
inline constexpr Site kWeights{.name = "weights",
                               .axes = {Batch, Head, Query, Key},
                               .cell = "Attention weight",
                               .title = "Attention weights",
                               .sentence = "How much each query attends to each key, as a share of 1.",
                               .term = "attention weight",
                               .role = Role::Output,
                               .values = Values::Shares};
inline constexpr Site kContext{
    .name = "context",
    .axes = {Batch, Head, Query, HeadFeature},
    .cell = "Context",
    .title = "Context",
    .sentence = "The result of each head for each query: the weighted mean of the values.",
    .term = "context",
    .role = Role::Output};
inline constexpr Site kOutput{
    .name = "output",
    .axes = {Batch, Query, Feature},
    .cell = "Attention output",
    .title = "Attention output",
    .sentence = "The concatenated heads times the output weights, which is added to the residual stream.",
    .term = "output projection",
    .role = Role::Output};
inline constexpr Site kConcat{.name = "concat",
                              .axes = {Batch, Query, Feature},
                              .cell = "Concatenated heads",
                              .title = "Concatenated heads",
                              .sentence = "The contexts of all heads, concatenated.",
                              .term = "multi-head attention",
                              .role = Role::Output,
                              .shown_by = "output"};

}  // namespace attnlab::attention_sites
