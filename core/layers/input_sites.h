// The tensors by which a text or a picture enters a model.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::input_sites {

using enum Axis;

/// What an encoder, or the only stack, reads.
inline constexpr Part kSource{
    .name = "source", .title = tr_mark("source"), .kind = PartKind::Input, .text = Text::Source};
/// What a decoder reads.
inline constexpr Part kTarget{
    .name = "target", .title = tr_mark("target"), .kind = PartKind::Input, .text = Text::Target};

/// The norm of what the first layer reads.
inline constexpr Part kInputNorm{
    .name = "norm", .title = tr_mark("input norm"), .brief = tr_mark("norm"), .kind = PartKind::Norm};

inline constexpr Site kEmbeddingWeight{
    .name = "embedding.weight",
    .axes = {Vocabulary, Feature},
    .cell = tr_mark("Embedding weight"),
    .title = tr_mark("Embedding table"),
    .sentence = tr_mark("One learned row for each entry of the vocabulary."),
    .term = "embedding"};
inline constexpr Site kPositionsWeight{.name = "positions.weight",
                                       .axes = {Token, Feature},
                                       .cell = tr_mark("Position weight"),
                                       .title = tr_mark("Position table"),
                                       .sentence = tr_mark("One learned row for each position."),
                                       .term = "positional encoding"};
inline constexpr Site kClassToken{
    .name = "class_token",
    .axes = {Feature},
    .cell = tr_mark("Class vector"),
    .title = tr_mark("Class vector [CLS]"),
    .sentence = tr_mark("A learned vector at the start of the text or picture."),
    .term = "embedding",
    .role = Role::Residual};

inline constexpr Site kSegmentsWeight{.name = "segments.weight",
                                      .axes = {Segment, Feature},
                                      .cell = tr_mark("Segment weight"),
                                      .title = tr_mark("Segment table"),
                                      .sentence = tr_mark("One learned row for each text of a pair."),
                                      .term = "segment embedding"};

inline constexpr Site kEmbedding{.name = "embedding",
                                 .axes = {Batch, Token, Feature},
                                 .cell = tr_mark("Embedding"),
                                 .title = tr_mark("Embeddings"),
                                 .sentence = tr_mark("The learned vector of each token."),
                                 .term = "embedding",
                                 .role = Role::Residual,
                                 .before_class = true};
inline constexpr Site kSegments{
    .name = "segments",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Segment vector"),
    .title = tr_mark("Segment vectors"),
    .sentence = tr_mark("The segment vector of each token: which text of a pair it belongs to (a "
                        "single text uses the first)."),
    .term = "segment embedding",
    .role = Role::Residual,
    .before_class = true};
inline constexpr Site kWithSegments{.name = "with_segments",
                                    .axes = {Batch, Token, Feature},
                                    .cell = tr_mark("Embedding with segment"),
                                    .title = tr_mark("Embeddings with segments"),
                                    .sentence = tr_mark("Each token's embedding plus its segment vector."),
                                    .term = "segment embedding",
                                    .role = Role::Residual,
                                    .before_class = true};
inline constexpr Site kWithClass{.name = "with_class",
                                 .axes = {Batch, Token, Feature},
                                 .cell = tr_mark("Input with [CLS]"),
                                 .title = tr_mark("Input with [CLS]"),
                                 .sentence = tr_mark("The sequence with the class vector at its start."),
                                 .term = "embedding",
                                 .role = Role::Residual};
inline constexpr Site kPositions{
    .name = "positions",
    .axes = {Token, Feature},
    .cell = tr_mark("Position code"),
    .title = tr_mark("Position codes"),
    .sentence = tr_mark("A vector for each position, added so that the model knows the order of the tokens."),
    .term = "positional encoding",
    .role = Role::Residual};
/// Of texts whose tokens have positions of their own, as padding takes none.
inline constexpr Site kPositionsOfTexts{
    .name = "positions",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Position code"),
    .title = tr_mark("Position codes"),
    .sentence = tr_mark(
        "A vector for each position of each text, added so that the model knows the order of the tokens."),
    .term = "positional encoding",
    .role = Role::Residual};
inline constexpr Site kInput{
    .name = "input",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Input"),
    .title = tr_mark("Input"),
    .sentence = tr_mark("Embedding plus position code, which the first layer reads."),
    .term = "residual stream",
    .role = Role::Residual};

}  // namespace attnlab::input_sites
