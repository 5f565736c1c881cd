// The tensors of attention by hand, on numbers that were typed.
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
                             .sentence = "What each token looks for, as entered.",
                             .term = "query",
                             .symbol = "Q",
                             .role = Role::Query};
inline constexpr Site kKey{.name = "key",
                           .axes = {Batch, Key, Feature},
                           .cell = "Key",
                           .title = "Keys K",
                           .sentence = "What each token offers to be found by, as entered.",
                           .term = "key",
                           .symbol = "K",
                           .role = Role::Key};
inline constexpr Site kValue{.name = "value",
                             .axes = {Batch, Key, Feature},
                             .cell = "Value",
                             .title = "Values V",
                             .sentence = "What each token passes on, as entered.",
                             .term = "value",
                             .symbol = "V",
                             .role = Role::Value};
inline constexpr Site kWeight{
    .name = "weight",
    .axes = {Row, Column},
    .cell = "Score weight",
    .title = "Score weights W",
    .sentence = "The weight of each pair of a query feature and a key feature, as entered.",
    .term = "general score",
    .symbol = "W"};
inline constexpr Site kQueryWeight{
    .name = "query_weight",
    .axes = {Row, Column},
    .cell = "Query weight",
    .title = "Query weights W_q",
    .sentence = "The matrix that multiplies a query for the hidden layer of the score, as entered.",
    .term = "additive score",
    .symbol = "W_q",
    .role = Role::Query};
inline constexpr Site kKeyWeight{
    .name = "key_weight",
    .axes = {Row, Column},
    .cell = "Key weight",
    .title = "Key weights W_k",
    .sentence = "The matrix that multiplies a key for the hidden layer of the score, as entered.",
    .term = "additive score",
    .symbol = "W_k",
    .role = Role::Key};
inline constexpr Site kScoreWeight{
    .name = "score_weight",
    .axes = {Row, Column},
    .cell = "Score weight",
    .title = "Score weights v",
    .sentence = "The vector that turns a pair's hidden values into one score, as entered.",
    .term = "additive score",
    .symbol = "v"};

inline constexpr Site kWeightedKey{.name = "weighted_key",
                                   .axes = {Batch, Key, Feature},
                                   .cell = "Key after W",
                                   .title = "Keys after W",
                                   .sentence = "Each key times W, before the dot product with a query.",
                                   .term = "general score",
                                   .brief = "keys · W",
                                   .role = Role::Key};
inline constexpr Site kHiddenQuery{.name = "hidden_query",
                                   .axes = {Batch, Query, Feature},
                                   .cell = "Query after W_q",
                                   .title = "Queries after W_q",
                                   .sentence = "Each query times W_q: its part of the hidden layer.",
                                   .term = "additive score",
                                   .brief = "queries · W",
                                   .role = Role::Query};
inline constexpr Site kHiddenKey{.name = "hidden_key",
                                 .axes = {Batch, Key, Feature},
                                 .cell = "Key after W_k",
                                 .title = "Keys after W_k",
                                 .sentence = "Each key times W_k: its part of the hidden layer.",
                                 .term = "additive score",
                                 .brief = "keys · W",
                                 .role = Role::Key};
inline constexpr Site kHidden{.name = "hidden",
                              .axes = {Batch, Query, Key, Feature},
                              .cell = "Hidden value of a pair",
                              .title = "Hidden values of the pairs",
                              .sentence = "tanh of the query plus the key, for each pair.",
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
    .sentence = "The cosine between each query and each key: 1 if they have the same direction.",
    .term = "cosine similarity"};
inline constexpr Site kScores{.name = "scores",
                              .axes = {Batch, Query, Key},
                              .cell = "Score",
                              .title = "Scores S",
                              .sentence = "How well each key matches each query.",
                              .term = "score",
                              .symbol = "S"};
inline constexpr Site kScaled{
    .name = "scaled",
    .axes = {Batch, Query, Key},
    .cell = "Scaled score",
    .title = "Scaled scores",
    .sentence = "Scores divided by √d_k, so that they do not grow with the number of features.",
    .term = "scaling by √d"};
inline constexpr Site kMask{.name = "mask",
                            .axes = {Batch, Query, Key},
                            .cell = "Mask",
                            .title = "Mask M",
                            .sentence = "Which keys each query can see: 0 keeps a score, −∞ masks it.",
                            .term = "mask",
                            .symbol = "M",
                            .role = Role::Masked,
                            .hides = true};
inline constexpr Site kMasked{.name = "masked",
                              .axes = {Batch, Query, Key},
                              .cell = "Masked score",
                              .title = "Masked scores",
                              .sentence = "Scores plus the mask: −∞ for masked keys.",
                              .term = "mask",
                              .hides = true};
inline constexpr Site kWeights{.name = "weights",
                               .axes = {Batch, Query, Key},
                               .cell = "Attention weight",
                               .title = "Attention weights A",
                               .sentence = "How much each query attends to each key, as a share of 1.",
                               .term = "attention weight",
                               .symbol = "A",
                               .role = Role::Output,
                               .values = Values::Shares};
inline constexpr Site kOutput{.name = "output",
                              .axes = {Batch, Query, Feature},
                              .cell = "Output",
                              .title = "Output Z",
                              .sentence = "The output for each query: the weighted mean of the values.",
                              .term = "attention",
                              .symbol = "Z",
                              .role = Role::Output};

}  // namespace attnlab::hand_sites
