// The tensors of an attention layer.
#pragma once

#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::attention_sites {

using enum Axis;

inline constexpr Site kQueryWeight{
    .name = "query.weight",
    .axes = {HeadRow, Column},
    .cell = tr_mark("Query weight"),
    .title = tr_mark("Query weights"),
    .sentence =
        tr_mark("The matrix that computes each token's query: one row for each feature of the query."),
    .term = "parameter",
    .role = Role::Query};
inline constexpr Site kKeyWeight{
    .name = "key.weight",
    .axes = {HeadRow, Column},
    .cell = tr_mark("Key weight"),
    .title = tr_mark("Key weights"),
    .sentence = tr_mark("The matrix that computes each token's key: one row for each feature of the key."),
    .term = "parameter",
    .role = Role::Key};
inline constexpr Site kValueWeight{
    .name = "value.weight",
    .axes = {HeadRow, Column},
    .cell = tr_mark("Value weight"),
    .title = tr_mark("Value weights"),
    .sentence =
        tr_mark("The matrix that computes each token's value: one row for each feature of the value."),
    .term = "parameter",
    .role = Role::Value};
inline constexpr Site kQueryBias{.name = "query.bias",
                                 .axes = {HeadRow},
                                 .cell = tr_mark("Query bias"),
                                 .title = tr_mark("Query biases"),
                                 .sentence = tr_mark("Added to every query."),
                                 .term = "parameter",
                                 .role = Role::Query};
inline constexpr Site kKeyBias{.name = "key.bias",
                               .axes = {HeadRow},
                               .cell = tr_mark("Key bias"),
                               .title = tr_mark("Key biases"),
                               .sentence = tr_mark("Added to every key."),
                               .term = "parameter",
                               .role = Role::Key};
inline constexpr Site kValueBias{.name = "value.bias",
                                 .axes = {HeadRow},
                                 .cell = tr_mark("Value bias"),
                                 .title = tr_mark("Value biases"),
                                 .sentence = tr_mark("Added to every value."),
                                 .term = "parameter",
                                 .role = Role::Value};
inline constexpr Site kOutputWeight{
    .name = "output.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Output weight"),
    .title = tr_mark("Output weights"),
    .sentence = tr_mark("The matrix that maps the concatenated heads to the width of the "
                        "residual stream: D columns for each head."),
    .term = "output projection",
    .role = Role::Output};
inline constexpr Site kOutputBias{.name = "output.bias",
                                  .axes = {Row},
                                  .cell = tr_mark("Output bias"),
                                  .title = tr_mark("Output biases"),
                                  .sentence = tr_mark("Added to every attention output."),
                                  .term = "output projection",
                                  .role = Role::Output};

inline constexpr Site kQuery{.name = "query",
                             .axes = {Batch, Head, Query, HeadFeature},
                             .cell = tr_mark("Query"),
                             .title = tr_mark("Queries"),
                             .sentence = tr_mark("What each token looks for, in each head."),
                             .term = "query",
                             .role = Role::Query};
inline constexpr Site kKey{.name = "key",
                           .axes = {Batch, Head, Key, HeadFeature},
                           .cell = tr_mark("Key"),
                           .title = tr_mark("Keys"),
                           .sentence = tr_mark("What each token offers to be found by, in each head."),
                           .term = "key",
                           .role = Role::Key};
inline constexpr Site kValue{
    .name = "value",
    .axes = {Batch, Head, Key, HeadFeature},
    .cell = tr_mark("Value"),
    .title = tr_mark("Values"),
    .sentence = tr_mark("What each token passes on to the tokens that attend to it."),
    .term = "value",
    .role = Role::Value};
inline constexpr Site kRotatedQuery{
    .name = "rotated_query",
    .axes = {Batch, Head, Query, HeadFeature},
    .cell = tr_mark("Rotated query"),
    .title = tr_mark("Rotated queries"),
    .sentence = tr_mark("Queries with each pair of features rotated according to the position."),
    .term = "rotary embedding",
    .role = Role::Query};
inline constexpr Site kRotatedKey{
    .name = "rotated_key",
    .axes = {Batch, Head, Key, HeadFeature},
    .cell = tr_mark("Rotated key"),
    .title = tr_mark("Rotated keys"),
    .sentence = tr_mark("Keys with each pair of features rotated according to the position."),
    .term = "rotary embedding",
    .role = Role::Key};
inline constexpr Site kScores{
    .name = "scores",
    .axes = {Batch, Head, Query, Key},
    .cell = tr_mark("Attention score"),
    .title = tr_mark("Scores"),
    .sentence = tr_mark("The dot product of each query with each key: how well they match."),
    .term = "score"};
inline constexpr Site kScaled{
    .name = "scaled",
    .axes = {Batch, Head, Query, Key},
    .cell = tr_mark("Scaled score"),
    .title = tr_mark("Scaled scores"),
    .sentence = tr_mark("Scores divided by √D, so that they do not grow with the head size."),
    .term = "scaling by √d"};
inline constexpr Site kBiased{
    .name = "biased",
    .axes = {Batch, Head, Query, Key},
    .cell = tr_mark("Biased score"),
    .title = tr_mark("Biased scores"),
    .sentence = tr_mark("Scores plus a bias for the distance between the two tokens."),
    .term = "positional encoding"};
inline constexpr Site kMasked{.name = "masked",
                              .axes = {Batch, Head, Query, Key},
                              .cell = tr_mark("Masked score"),
                              .title = tr_mark("Masked scores"),
                              .sentence = tr_mark("Scores plus the mask: −∞ for masked keys."),
                              .term = "mask",
                              .hides = true};
inline constexpr Site kMask{
    .name = "mask",
    .axes = {Batch, Query, Key},
    .cell = tr_mark("Mask"),
    .title = tr_mark("Mask"),
    .sentence = tr_mark("Which keys each query can see: 0 keeps a score, −∞ masks it."),
    .term = "mask",
    .role = Role::Masked,
    .hides = true,
    .shown_by = "masked"};
inline constexpr Site kWeights{
    .name = "weights",
    .axes = {Batch, Head, Query, Key},
    .cell = tr_mark("Attention weight"),
    .title = tr_mark("Attention weights"),
    .sentence = tr_mark("How much each query attends to each key, as a share of 1."),
    .term = "attention weight",
    .role = Role::Output,
    .values = Values::Shares};
inline constexpr Site kContext{
    .name = "context",
    .axes = {Batch, Head, Query, HeadFeature},
    .cell = tr_mark("Context"),
    .title = tr_mark("Context"),
    .sentence = tr_mark("The result of each head for each query: the weighted mean of the values."),
    .term = "context",
    .role = Role::Output};
inline constexpr Site kOutput{
    .name = "output",
    .axes = {Batch, Query, Feature},
    .cell = tr_mark("Attention output"),
    .title = tr_mark("Attention output"),
    .sentence =
        tr_mark("The concatenated heads times the output weights, which is added to the residual stream."),
    .term = "output projection",
    .role = Role::Output};
inline constexpr Site kConcat{.name = "concat",
                              .axes = {Batch, Query, Feature},
                              .cell = tr_mark("Concatenated heads"),
                              .title = tr_mark("Concatenated heads"),
                              .sentence = tr_mark("The contexts of all heads, concatenated."),
                              .term = "multi-head attention",
                              .role = Role::Output,
                              .shown_by = "output"};

}  // namespace attnlab::attention_sites
