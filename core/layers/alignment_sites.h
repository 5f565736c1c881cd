// The tensors of attention without heads: an alignment of two recurrent networks.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"

namespace attnlab::alignment_sites {

using enum Axis;

inline constexpr Part kAlignment{.name = "alignment",
                                 .title = "alignment",
                                 .kind = PartKind::Alignment,
                                 .text = Text::Target,
                                 .keys = Text::Source};

inline constexpr Site kQueryWeight{
    .name = "query.weight",
    .axes = {Row, Column},
    .cell = "Query weight",
    .title = "Query weights",
    .sentence = "The matrix that multiplies the decoder's state for the score.",
    .term = "parameter",
    .role = Role::Query};
inline constexpr Site kKeyWeight{.name = "key.weight",
                                 .axes = {Row, Column},
                                 .cell = "Key weight",
                                 .title = "Key weights",
                                 .sentence = "The matrix that multiplies the encoder's states for the score.",
                                 .term = "parameter",
                                 .role = Role::Key};
inline constexpr Site kScoreWeight{
    .name = "score.weight",
    .axes = {Row, Column},
    .cell = "Score weight",
    .title = "Score weights v",
    .sentence = "The vector that turns the hidden units of a pair into one score.",
    .term = "score"};
inline constexpr Site kCombineWeight{
    .name = "combine.weight",
    .axes = {Row, Column},
    .cell = "Weight of the attentional state",
    .title = "Weights of the attentional state",
    .sentence = "The matrix that combines context and state into one vector.",
    .term = "parameter"};
inline constexpr Site kCombineBias{.name = "combine.bias",
                                   .axes = {Row},
                                   .cell = "Bias of the attentional state",
                                   .title = "Biases of the attentional state",
                                   .sentence = "Added before tanh.",
                                   .term = "bias"};

inline constexpr Site kQuery{.name = "query",
                             .axes = {Batch, Query, Feature},
                             .cell = "Alignment query",
                             .title = "Alignment queries",
                             .sentence = "The query computed from the decoder's state before each word.",
                             .term = "query",
                             .symbol = "q",
                             .role = Role::Query};
inline constexpr Site kKey{.name = "key",
                           .axes = {Batch, Key, Feature},
                           .cell = "Alignment key",
                           .title = "Alignment keys",
                           .sentence = "The key of each source position.",
                           .term = "key",
                           .role = Role::Key};
inline constexpr Site kUnitQuery{.name = "unit_query",
                                 .axes = {Batch, Query, Feature},
                                 .cell = "Query of length 1",
                                 .title = "Queries of length 1",
                                 .sentence = "Each query divided by its length.",
                                 .term = "query",
                                 .role = Role::Query};
inline constexpr Site kUnitKey{.name = "unit_key",
                               .axes = {Batch, Key, Feature},
                               .cell = "Key of length 1",
                               .title = "Keys of length 1",
                               .sentence = "Each key divided by its length.",
                               .term = "key",
                               .role = Role::Key};
inline constexpr Site kHidden{.name = "hidden",
                              .axes = {Batch, Query, Key, Feature},
                              .cell = "Hidden value of a pair",
                              .title = "Hidden values of the pairs",
                              .sentence = "tanh of the query plus the key, for each pair."};
inline constexpr Site kCosine{.name = "cosine",
                              .axes = {Batch, Query, Key},
                              .cell = "Cosine",
                              .title = "Cosines",
                              .sentence = "The cosine between each query and each key.",
                              .term = "score"};
inline constexpr Site kScores{
    .name = "scores",
    .axes = {Batch, Query, Key},
    .cell = "Alignment score",
    .title = "Alignment scores",
    .sentence = "How well each source position matches what the decoder predicts next.",
    .term = "score",
    .symbol = "e"};
inline constexpr Site kScaled{.name = "scaled",
                              .axes = {Batch, Query, Key},
                              .cell = "Scaled score",
                              .title = "Scaled scores",
                              .sentence = "Scores divided by √D, so that they do not grow with the width.",
                              .term = "scaling by √d"};
inline constexpr Site kMasked{.name = "masked",
                              .axes = {Batch, Query, Key},
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
inline constexpr Site kWeights{
    .name = "weights",
    .axes = {Batch, Query, Key},
    .cell = "Alignment weight",
    .title = "Alignment weights",
    .sentence = "How much the decoder attends to each source position before each word.",
    .term = "attention weight",
    .symbol = "a",
    .role = Role::Output,
    .values = Values::Shares};
inline constexpr Site kContext{
    .name = "context",
    .axes = {Batch, Query, Feature},
    .cell = "Context",
    .title = "Context",
    .sentence = "What the decoder reads from the source: the weighted mean of the encoder's states.",
    .term = "context",
    .symbol = "z",
    .role = Role::Output};
inline constexpr Site kAttentional{
    .name = "attentional",
    .axes = {Batch, Query, Feature},
    .cell = "Attentional state",
    .title = "Attentional states",
    .sentence = "Context and state combined into one vector, from which the word is predicted.",
    .role = Role::Output};

}  // namespace attnlab::alignment_sites
