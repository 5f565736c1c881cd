// The tensors of attention without heads: an alignment of two recurrent networks.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::alignment_sites {

using enum Axis;

inline constexpr Part kAlignment{.name = "alignment",
                                 .title = tr_mark("alignment"),
                                 .kind = PartKind::Alignment,
                                 .text = Text::Target,
                                 .keys = Text::Source};

inline constexpr Site kQueryWeight{
    .name = "query.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Query weight"),
    .title = tr_mark("Query weights"),
    .sentence = tr_mark("The matrix that multiplies the decoder's state for the score."),
    .term = "parameter",
    .role = Role::Query};
inline constexpr Site kKeyWeight{
    .name = "key.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Key weight"),
    .title = tr_mark("Key weights"),
    .sentence = tr_mark("The matrix that multiplies the encoder's states for the score."),
    .term = "parameter",
    .role = Role::Key};
inline constexpr Site kScoreWeight{
    .name = "score.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Score weight"),
    .title = tr_mark("Score weights v"),
    .sentence = tr_mark("The vector that turns the hidden units of a pair into one score."),
    .term = "score"};
inline constexpr Site kCombineWeight{
    .name = "combine.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Weight of the attentional state"),
    .title = tr_mark("Weights of the attentional state"),
    .sentence = tr_mark("The matrix that combines context and state into one vector."),
    .term = "parameter"};
inline constexpr Site kCombineBias{.name = "combine.bias",
                                   .axes = {Row},
                                   .cell = tr_mark("Bias of the attentional state"),
                                   .title = tr_mark("Biases of the attentional state"),
                                   .sentence = tr_mark("Added before tanh."),
                                   .term = "bias"};

inline constexpr Site kQuery{
    .name = "query",
    .axes = {Batch, Query, Feature},
    .cell = tr_mark("Alignment query"),
    .title = tr_mark("Alignment queries"),
    .sentence = tr_mark("The query computed from the decoder's state before each word."),
    .term = "query",
    .symbol = "q",
    .role = Role::Query};
inline constexpr Site kKey{.name = "key",
                           .axes = {Batch, Key, Feature},
                           .cell = tr_mark("Alignment key"),
                           .title = tr_mark("Alignment keys"),
                           .sentence = tr_mark("The key of each source position."),
                           .term = "key",
                           .role = Role::Key};
inline constexpr Site kUnitQuery{.name = "unit_query",
                                 .axes = {Batch, Query, Feature},
                                 .cell = tr_mark("Query of length 1"),
                                 .title = tr_mark("Queries of length 1"),
                                 .sentence = tr_mark("Each query divided by its length."),
                                 .term = "query",
                                 .role = Role::Query};
inline constexpr Site kUnitKey{.name = "unit_key",
                               .axes = {Batch, Key, Feature},
                               .cell = tr_mark("Key of length 1"),
                               .title = tr_mark("Keys of length 1"),
                               .sentence = tr_mark("Each key divided by its length."),
                               .term = "key",
                               .role = Role::Key};
inline constexpr Site kHidden{.name = "hidden",
                              .axes = {Batch, Query, Key, Feature},
                              .cell = tr_mark("Hidden value of a pair"),
                              .title = tr_mark("Hidden values of the pairs"),
                              .sentence = tr_mark("tanh of the query plus the key, for each pair.")};
inline constexpr Site kCosine{.name = "cosine",
                              .axes = {Batch, Query, Key},
                              .cell = tr_mark("Cosine"),
                              .title = tr_mark("Cosines"),
                              .sentence = tr_mark("The cosine between each query and each key."),
                              .term = "score"};
inline constexpr Site kScores{
    .name = "scores",
    .axes = {Batch, Query, Key},
    .cell = tr_mark("Alignment score"),
    .title = tr_mark("Alignment scores"),
    .sentence = tr_mark("How well each source position matches what the decoder predicts next."),
    .term = "score",
    .symbol = "e"};
inline constexpr Site kScaled{
    .name = "scaled",
    .axes = {Batch, Query, Key},
    .cell = tr_mark("Scaled score"),
    .title = tr_mark("Scaled scores"),
    .sentence = tr_mark("Scores divided by √D, so that they do not grow with the width."),
    .term = "scaling by √d"};
inline constexpr Site kMasked{.name = "masked",
                              .axes = {Batch, Query, Key},
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
    .axes = {Batch, Query, Key},
    .cell = tr_mark("Alignment weight"),
    .title = tr_mark("Alignment weights"),
    .sentence = tr_mark("How much the decoder attends to each source position before each word."),
    .term = "attention weight",
    .symbol = "a",
    .role = Role::Output,
    .values = Values::Shares};
inline constexpr Site kContext{
    .name = "context",
    .axes = {Batch, Query, Feature},
    .cell = tr_mark("Context"),
    .title = tr_mark("Context"),
    .sentence = tr_mark("What the decoder reads from the source: the weighted mean of the encoder's states."),
    .term = "context",
    .symbol = "z",
    .role = Role::Output};
inline constexpr Site kAttentional{
    .name = "attentional",
    .axes = {Batch, Query, Feature},
    .cell = tr_mark("Attentional state"),
    .title = tr_mark("Attentional states"),
    .sentence = tr_mark("Context and state combined into one vector, from which the word is predicted."),
    .role = Role::Output};

}  // namespace attnlab::alignment_sites
