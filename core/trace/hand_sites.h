// The tensors of attention by hand, on numbers that were typed.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::hand_sites {

using enum Axis;

/// Its queries and its keys are of texts of their own, so that each has names.
inline constexpr Part kHand{.name = "hand",
                            .title = tr_mark("by hand"),
                            .kind = PartKind::Attention,
                            .text = Text::Target,
                            .keys = Text::Source};

inline constexpr Site kQuery{.name = "query",
                             .axes = {Batch, Query, Feature},
                             .cell = tr_mark("Query"),
                             .title = tr_mark("Queries Q"),
                             .sentence = tr_mark("What each token looks for, as entered."),
                             .term = "query",
                             .symbol = "Q",
                             .role = Role::Query};
inline constexpr Site kKey{.name = "key",
                           .axes = {Batch, Key, Feature},
                           .cell = tr_mark("Key"),
                           .title = tr_mark("Keys K"),
                           .sentence = tr_mark("What each token offers to be found by, as entered."),
                           .term = "key",
                           .symbol = "K",
                           .role = Role::Key};
inline constexpr Site kValue{.name = "value",
                             .axes = {Batch, Key, Feature},
                             .cell = tr_mark("Value"),
                             .title = tr_mark("Values V"),
                             .sentence = tr_mark("What each token passes on, as entered."),
                             .term = "value",
                             .symbol = "V",
                             .role = Role::Value};
inline constexpr Site kWeight{
    .name = "weight",
    .axes = {Row, Column},
    .cell = tr_mark("Score weight"),
    .title = tr_mark("Score weights W"),
    .sentence = tr_mark("The weight of each pair of a query feature and a key feature, as entered."),
    .term = "general score",
    .symbol = "W"};
inline constexpr Site kQueryWeight{
    .name = "query_weight",
    .axes = {Row, Column},
    .cell = tr_mark("Query weight"),
    .title = tr_mark("Query weights W_q"),
    .sentence = tr_mark("The matrix that multiplies a query for the hidden layer of the score, as entered."),
    .term = "additive score",
    .symbol = "W_q",
    .role = Role::Query};
inline constexpr Site kKeyWeight{
    .name = "key_weight",
    .axes = {Row, Column},
    .cell = tr_mark("Key weight"),
    .title = tr_mark("Key weights W_k"),
    .sentence = tr_mark("The matrix that multiplies a key for the hidden layer of the score, as entered."),
    .term = "additive score",
    .symbol = "W_k",
    .role = Role::Key};
inline constexpr Site kScoreWeight{
    .name = "score_weight",
    .axes = {Row, Column},
    .cell = tr_mark("Score weight"),
    .title = tr_mark("Score weights v"),
    .sentence = tr_mark("The vector that turns a pair's hidden values into one score, as entered."),
    .term = "additive score",
    .symbol = "v"};

inline constexpr Site kWeightedKey{
    .name = "weighted_key",
    .axes = {Batch, Key, Feature},
    .cell = tr_mark("Key after W"),
    .title = tr_mark("Keys after W"),
    .sentence = tr_mark("Each key times W, before the dot product with a query."),
    .term = "general score",
    .brief = tr_mark("keys · W"),
    .role = Role::Key};
inline constexpr Site kHiddenQuery{.name = "hidden_query",
                                   .axes = {Batch, Query, Feature},
                                   .cell = tr_mark("Query after W_q"),
                                   .title = tr_mark("Queries after W_q"),
                                   .sentence = tr_mark("Each query times W_q: its part of the hidden layer."),
                                   .term = "additive score",
                                   .brief = tr_mark("queries · W"),
                                   .role = Role::Query};
inline constexpr Site kHiddenKey{.name = "hidden_key",
                                 .axes = {Batch, Key, Feature},
                                 .cell = tr_mark("Key after W_k"),
                                 .title = tr_mark("Keys after W_k"),
                                 .sentence = tr_mark("Each key times W_k: its part of the hidden layer."),
                                 .term = "additive score",
                                 .brief = tr_mark("keys · W"),
                                 .role = Role::Key};
inline constexpr Site kHidden{.name = "hidden",
                              .axes = {Batch, Query, Key, Feature},
                              .cell = tr_mark("Hidden value of a pair"),
                              .title = tr_mark("Hidden values of the pairs"),
                              .sentence = tr_mark("tanh of the query plus the key, for each pair."),
                              .term = "additive score"};
inline constexpr Site kUnitQuery{.name = "unit_query",
                                 .axes = {Batch, Query, Feature},
                                 .cell = tr_mark("Query of length 1"),
                                 .title = tr_mark("Queries of length 1"),
                                 .sentence = tr_mark("Each query divided by its length."),
                                 .term = "cosine similarity",
                                 .role = Role::Query};
inline constexpr Site kUnitKey{.name = "unit_key",
                               .axes = {Batch, Key, Feature},
                               .cell = tr_mark("Key of length 1"),
                               .title = tr_mark("Keys of length 1"),
                               .sentence = tr_mark("Each key divided by its length."),
                               .term = "cosine similarity",
                               .role = Role::Key};
inline constexpr Site kCosine{
    .name = "cosine",
    .axes = {Batch, Query, Key},
    .cell = tr_mark("Cosine"),
    .title = tr_mark("Cosines"),
    .sentence = tr_mark("The cosine between each query and each key: 1 if they have the same direction."),
    .term = "cosine similarity"};
inline constexpr Site kScores{.name = "scores",
                              .axes = {Batch, Query, Key},
                              .cell = tr_mark("Score"),
                              .title = tr_mark("Scores S"),
                              .sentence = tr_mark("How well each key matches each query."),
                              .term = "score",
                              .symbol = "S"};
inline constexpr Site kScaled{
    .name = "scaled",
    .axes = {Batch, Query, Key},
    .cell = tr_mark("Scaled score"),
    .title = tr_mark("Scaled scores"),
    .sentence = tr_mark("Scores divided by √d_k, so that they do not grow with the number of features."),
    .term = "scaling by √d"};
inline constexpr Site kMask{
    .name = "mask",
    .axes = {Batch, Query, Key},
    .cell = tr_mark("Mask"),
    .title = tr_mark("Mask M"),
    .sentence = tr_mark("Which keys each query can see: 0 keeps a score, −∞ masks it."),
    .term = "mask",
    .symbol = "M",
    .role = Role::Masked,
    .hides = true};
inline constexpr Site kMasked{.name = "masked",
                              .axes = {Batch, Query, Key},
                              .cell = tr_mark("Masked score"),
                              .title = tr_mark("Masked scores"),
                              .sentence = tr_mark("Scores plus the mask: −∞ for masked keys."),
                              .term = "mask",
                              .hides = true};
inline constexpr Site kWeights{
    .name = "weights",
    .axes = {Batch, Query, Key},
    .cell = tr_mark("Attention weight"),
    .title = tr_mark("Attention weights A"),
    .sentence = tr_mark("How much each query attends to each key, as a share of 1."),
    .term = "attention weight",
    .symbol = "A",
    .role = Role::Output,
    .values = Values::Shares};
inline constexpr Site kOutput{
    .name = "output",
    .axes = {Batch, Query, Feature},
    .cell = tr_mark("Output"),
    .title = tr_mark("Output Z"),
    .sentence = tr_mark("The output for each query: the weighted mean of the values."),
    .term = "attention",
    .symbol = "Z",
    .role = Role::Output};

}  // namespace attnlab::hand_sites
