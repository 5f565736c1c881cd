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

inline constexpr Site kQueryWeight{.name = "query.weight",
                                   .axes = {Row, Column},
                                   .cell = "Query weight",
                                   .title = "Query weights",
                                   .sentence = "What reads the decoder's state for the score.",
                                   .term = "parameter",
                                   .role = Role::Query};
inline constexpr Site kKeyWeight{.name = "key.weight",
                                 .axes = {Row, Column},
                                 .cell = "Key weight",
                                 .title = "Key weights",
                                 .sentence = "What reads the encoder's states for the score.",
                                 .term = "parameter",
                                 .role = Role::Key};
inline constexpr Site kScoreWeight{.name = "score.weight",
                                   .axes = {Row, Column},
                                   .cell = "Score weight",
                                   .title = "Score weights v",
                                   .sentence = "What makes one score of the hidden units of a pair.",
                                   .term = "score"};
inline constexpr Site kCombineWeight{.name = "combine.weight",
                                     .axes = {Row, Column},
                                     .cell = "Weight of the attentional state",
                                     .title = "Weights of the attentional state",
                                     .sentence = "What makes one vector of context and state.",
                                     .term = "parameter"};
inline constexpr Site kCombineBias{.name = "combine.bias",
                                   .axes = {Row},
                                   .cell = "Bias of the attentional state",
                                   .title = "Biases of the attentional state",
                                   .sentence = "What is added to it before tanh.",
                                   .term = "bias"};

inline constexpr Site kQuery{.name = "query",
                             .axes = {Batch, Query, Feature},
                             .cell = "Alignment query",
                             .title = "Alignment queries",
                             .sentence = "What the decoder's state before each word asks for.",
                             .term = "query",
                             .symbol = "q",
                             .role = Role::Query};
inline constexpr Site kKey{.name = "key",
                           .axes = {Batch, Key, Feature},
                           .cell = "Alignment key",
                           .title = "Alignment keys",
                           .sentence = "By what each source position is found.",
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
                              .sentence = "tanh of query plus key, for each pair."};
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
    .sentence = "How well each source position fits what the decoder is about to say.",
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
inline constexpr Site kWeights{
    .name = "weights",
    .axes = {Batch, Query, Key},
    .cell = "Alignment weight",
    .title = "Alignment weights",
    .sentence = "Before each word the decoder looks back: how its attention is shared out on the source.",
    .term = "attention weight",
    .symbol = "a",
    .role = Role::Output,
    .values = Values::Shares};
inline constexpr Site kContext{
    .name = "context",
    .axes = {Batch, Query, Feature},
    .cell = "Context",
    .title = "Context",
    .sentence = "What the decoder takes from the source: the encoder's states in the shares of the weights.",
    .term = "context",
    .symbol = "z",
    .role = Role::Output};
inline constexpr Site kAttentional{
    .name = "attentional",
    .axes = {Batch, Query, Feature},
    .cell = "Attentional state",
    .title = "Attentional states",
    .sentence = "Context and state made one vector, from which the word is read.",
    .role = Role::Output};

}  // namespace attnlab::alignment_sites
