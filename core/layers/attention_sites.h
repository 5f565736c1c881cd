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
    .sentence = "What makes a query of each token: one row for each of its features.",
    .term = "parameter",
    .role = Role::Query};
inline constexpr Site kKeyWeight{
    .name = "key.weight",
    .axes = {HeadRow, Column},
    .cell = "Key weight",
    .title = "Key weights",
    .sentence = "What makes a key of each token: one row for each of its features.",
    .term = "parameter",
    .role = Role::Key};
inline constexpr Site kValueWeight{
    .name = "value.weight",
    .axes = {HeadRow, Column},
    .cell = "Value weight",
    .title = "Value weights",
    .sentence = "What makes a value of each token: one row for each of its features.",
    .term = "parameter",
    .role = Role::Value};
inline constexpr Site kQueryBias{.name = "query.bias",
                                 .axes = {HeadRow},
                                 .cell = "Query bias",
                                 .title = "Query biases",
                                 .sentence = "What is added to every query.",
                                 .term = "parameter",
                                 .role = Role::Query};
inline constexpr Site kKeyBias{.name = "key.bias",
                               .axes = {HeadRow},
                               .cell = "Key bias",
                               .title = "Key biases",
                               .sentence = "What is added to every key.",
                               .term = "parameter",
                               .role = Role::Key};
inline constexpr Site kValueBias{.name = "value.bias",
                                 .axes = {HeadRow},
                                 .cell = "Value bias",
                                 .title = "Value biases",
                                 .sentence = "What is added to every value.",
                                 .term = "parameter",
                                 .role = Role::Value};
inline constexpr Site kOutputWeight{
    .name = "output.weight",
    .axes = {Row, Column},
    .cell = "Output weight",
    .title = "Output weights",
    .sentence = "What brings the joined heads back to the width of the stream: D columns for each head.",
    .term = "output projection",
    .role = Role::Output};
inline constexpr Site kOutputBias{.name = "output.bias",
                                  .axes = {Row},
                                  .cell = "Output bias",
                                  .title = "Output biases",
                                  .sentence = "What is added to every attention output.",
                                  .term = "output projection",
                                  .role = Role::Output};

inline constexpr Site kQuery{.name = "query",
                             .axes = {Batch, Head, Query, HeadFeature},
                             .cell = "Query",
                             .title = "Queries",
                             .sentence = "What each token asks for, in each head.",
                             .term = "query",
                             .role = Role::Query};
inline constexpr Site kKey{.name = "key",
                           .axes = {Batch, Head, Key, HeadFeature},
                           .cell = "Key",
                           .title = "Keys",
                           .sentence = "By what each token is found, in each head.",
                           .term = "key",
                           .role = Role::Key};
inline constexpr Site kValue{.name = "value",
                             .axes = {Batch, Head, Key, HeadFeature},
                             .cell = "Value",
                             .title = "Values",
                             .sentence = "What each token hands on to those that attend to it.",
                             .term = "value",
                             .role = Role::Value};
inline constexpr Site kRotatedQuery{.name = "rotated_query",
                                    .axes = {Batch, Head, Query, HeadFeature},
                                    .cell = "Turned query",
                                    .title = "Turned queries",
                                    .sentence = "Queries with each pair of features turned by its position.",
                                    .term = "rotary embedding",
                                    .role = Role::Query};
inline constexpr Site kRotatedKey{.name = "rotated_key",
                                  .axes = {Batch, Head, Key, HeadFeature},
                                  .cell = "Turned key",
                                  .title = "Turned keys",
                                  .sentence = "Keys with each pair of features turned by its position.",
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
    .sentence = "Scores divided by √D, so that they do not grow with the head's size.",
    .term = "scaling by √d"};
inline constexpr Site kBiased{.name = "biased",
                              .axes = {Batch, Head, Query, Key},
                              .cell = "Biased score",
                              .title = "Biased scores",
                              .sentence = "Scores plus what the distance of the two tokens adds to them.",
                              .term = "positional encoding"};
inline constexpr Site kMasked{.name = "masked",
                              .axes = {Batch, Head, Query, Key},
                              .cell = "Masked score",
                              .title = "Masked scores",
                              .sentence = "Scores plus the mask: −∞ where a query must not look.",
                              .term = "mask",
                              .hides = true};
inline constexpr Site kMask{.name = "mask",
                            .axes = {Batch, Query, Key},
                            .cell = "Mask",
                            .title = "Mask",
                            .sentence = "What may be seen: 0 leaves a score as it is, −∞ takes it away.",
                            .term = "mask",
                            .role = Role::Masked,
                            .hides = true,
                            .shown_by = "masked"};
inline constexpr Site kWeights{.name = "weights",
                               .axes = {Batch, Head, Query, Key},
                               .cell = "Attention weight",
                               .title = "Attention weights",
                               .sentence = "The share of its attention that each query gives to each key.",
                               .term = "attention weight",
                               .role = Role::Output,
                               .values = Values::Shares};
inline constexpr Site kContext{
    .name = "context",
    .axes = {Batch, Head, Query, HeadFeature},
    .cell = "Context",
    .title = "Context",
    .sentence = "What each head found for each query: the mean of the values, by weight.",
    .term = "context",
    .role = Role::Output};
inline constexpr Site kOutput{
    .name = "output",
    .axes = {Batch, Query, Feature},
    .cell = "Attention output",
    .title = "Attention output",
    .sentence = "The joined heads times the output weights: what goes to the stream.",
    .term = "output projection",
    .role = Role::Output};
inline constexpr Site kConcat{.name = "concat",
                              .axes = {Batch, Query, Feature},
                              .cell = "Joined heads",
                              .title = "Joined heads",
                              .sentence = "The contexts of all heads side by side.",
                              .term = "multi-head attention",
                              .role = Role::Output,
                              .shown_by = "output"};

}  // namespace attnlab::attention_sites
