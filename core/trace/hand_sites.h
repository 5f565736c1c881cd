// The tensors of attention by hand, on numbers that somebody typed.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"

namespace attnlab::hand_sites {

using enum Axis;

/// Its queries and its keys are of texts of their own, so that each has names.
inline constexpr Part kHand{.name = "hand",
                            .title = "by hand",
                            .kind = PartKind::Attention,
                            .text = Text::Target,
                            .keys = Text::Source};

inline constexpr Site kQuery{.name = "query",
                             .axes = {Batch, Query, Feature},
                             .cell = "Query",
                             .title = "Queries Q",
                             .sentence = "What each token asks for, as typed.",
                             .term = "query",
                             .symbol = "Q",
                             .role = Role::Query};
inline constexpr Site kKey{.name = "key",
                           .axes = {Batch, Key, Feature},
                           .cell = "Key",
                           .title = "Keys K",
                           .sentence = "By what each token is found, as typed.",
                           .term = "key",
                           .symbol = "K",
                           .role = Role::Key};
inline constexpr Site kValue{.name = "value",
                             .axes = {Batch, Key, Feature},
                             .cell = "Value",
                             .title = "Values V",
                             .sentence = "What each token hands on, as typed.",
                             .term = "value",
                             .symbol = "V",
                             .role = Role::Value};
inline constexpr Site kWeight{
    .name = "weight",
    .axes = {Row, Column},
    .cell = "Score weight",
    .title = "Score weights W",
    .sentence = "How much each feature of a query cares for each of a key, as typed.",
    .term = "general score",
    .symbol = "W"};
inline constexpr Site kQueryWeight{
    .name = "query_weight",
    .axes = {Row, Column},
    .cell = "Query weight",
    .title = "Query weights W_q",
    .sentence = "What reads a query for the hidden layer of the score, as typed.",
    .term = "additive score",
    .symbol = "W_q",
    .role = Role::Query};
inline constexpr Site kKeyWeight{.name = "key_weight",
                                 .axes = {Row, Column},
                                 .cell = "Key weight",
                                 .title = "Key weights W_k",
                                 .sentence = "What reads a key for the hidden layer of the score, as typed.",
                                 .term = "additive score",
                                 .symbol = "W_k",
                                 .role = Role::Key};
inline constexpr Site kScoreWeight{.name = "score_weight",
                                   .axes = {Row, Column},
                                   .cell = "Score weight",
                                   .title = "Score weights v",
                                   .sentence = "What makes one score of a pair's hidden values, as typed.",
                                   .term = "additive score",
                                   .symbol = "v"};

inline constexpr Site kWeightedKey{.name = "weighted_key",
                                   .axes = {Batch, Key, Feature},
                                   .cell = "Key after W",
                                   .title = "Keys after W",
                                   .sentence = "Each key times W, ready for the dot product with a query.",
                                   .term = "general score",
                                   .brief = "keys · W",
                                   .role = Role::Key};
inline constexpr Site kHiddenQuery{.name = "hidden_query",
                                   .axes = {Batch, Query, Feature},
                                   .cell = "Query after W_q",
                                   .title = "Queries after W_q",
                                   .sentence = "Each query times W_q: its share of the hidden layer.",
                                   .term = "additive score",
                                   .brief = "queries · W",
                                   .role = Role::Query};
inline constexpr Site kHiddenKey{.name = "hidden_key",
                                 .axes = {Batch, Key, Feature},
                                 .cell = "Key after W_k",
                                 .title = "Keys after W_k",
                                 .sentence = "Each key times W_k: its share of the hidden layer.",
                                 .term = "additive score",
                                 .brief = "keys · W",
                                 .role = Role::Key};
inline constexpr Site kHidden{.name = "hidden",
                              .axes = {Batch, Query, Key, Feature},
                              .cell = "Hidden value of a pair",
                              .title = "Hidden values of the pairs",
                              .sentence = "tanh of query plus key, for each pair of a query and a key.",
                              .term = "additive score"};
inline constexpr Site kUnitQuery{.name = "unit_query",
                                 .axes = {Batch, Query, Feature},
                                 .cell = "Query of length 1",
                                 .title = "Queries of length 1",
                                 .sentence = "Each query divided by its length.",
                                 .term = "cosine similarity",
                                 .role = Role::Query};
inline constexpr Site kUnitKey{.name = "unit_key",
                               .axes = {Batch, Key, Feature},
                               .cell = "Key of length 1",
                               .title = "Keys of length 1",
                               .sentence = "Each key divided by its length.",
                               .term = "cosine similarity",
                               .role = Role::Key};
inline constexpr Site kCosine{
    .name = "cosine",
    .axes = {Batch, Query, Key},
    .cell = "Cosine",
    .title = "Cosines",
    .sentence = "The cosine between each query and each key: 1 where they point alike.",
    .term = "cosine similarity"};
inline constexpr Site kScores{.name = "scores",
                              .axes = {Batch, Query, Key},
                              .cell = "Score",
                              .title = "Scores S",
                              .sentence = "How well each key fits each query.",
                              .term = "score",
                              .symbol = "S"};
inline constexpr Site kScaled{
    .name = "scaled",
    .axes = {Batch, Query, Key},
    .cell = "Scaled score",
    .title = "Scaled scores",
    .sentence = "Scores divided by √d_k, so that they do not grow with the features.",
    .term = "scaling by √d"};
inline constexpr Site kMask{.name = "mask",
                            .axes = {Batch, Query, Key},
                            .cell = "Mask",
                            .title = "Mask M",
                            .sentence = "What may be seen: 0 leaves a score as it is, −∞ takes it away.",
                            .term = "mask",
                            .symbol = "M",
                            .role = Role::Masked,
                            .hides = true};
inline constexpr Site kMasked{.name = "masked",
                              .axes = {Batch, Query, Key},
                              .cell = "Masked score",
                              .title = "Masked scores",
                              .sentence = "Scores plus the mask: −∞ where a query must not look.",
                              .term = "mask",
                              .hides = true};
inline constexpr Site kWeights{.name = "weights",
                               .axes = {Batch, Query, Key},
                               .cell = "Attention weight",
                               .title = "Attention weights A",
                               .sentence = "The share of its attention that each query gives to each key.",
                               .term = "attention weight",
                               .symbol = "A",
                               .role = Role::Output,
                               .values = Values::Shares};
inline constexpr Site kOutput{.name = "output",
                              .axes = {Batch, Query, Feature},
                              .cell = "Output",
                              .title = "Output Z",
                              .sentence = "What each query finds: the mean of the values, by weight.",
                              .term = "attention",
                              .symbol = "Z",
                              .role = Role::Output};

}  // namespace attnlab::hand_sites
