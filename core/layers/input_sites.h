// The tensors by which a text or a picture enters a model.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"

namespace attnlab::input_sites {

using enum Axis;

/// What an encoder, or the only stack, reads.
inline constexpr Part kSource{
    .name = "source", .title = "source", .kind = PartKind::Input, .text = Text::Source};
/// What a decoder reads.
inline constexpr Part kTarget{
    .name = "target", .title = "target", .kind = PartKind::Input, .text = Text::Target};

/// The norm of what the first layer reads.
inline constexpr Part kInputNorm{
    .name = "norm", .title = "input norm", .brief = "norm", .kind = PartKind::Norm};

inline constexpr Site kEmbeddingWeight{.name = "embedding.weight",
                                       .axes = {Vocabulary, Feature},
                                       .cell = "Embedding weight",
                                       .title = "Embedding table",
                                       .sentence = "One learned row for each entry of the vocabulary.",
                                       .term = "embedding"};
inline constexpr Site kPositionsWeight{.name = "positions.weight",
                                       .axes = {Token, Feature},
                                       .cell = "Position weight",
                                       .title = "Position table",
                                       .sentence = "One learned row for each position.",
                                       .term = "positional encoding"};
inline constexpr Site kClassToken{.name = "class_token",
                                  .axes = {Feature},
                                  .cell = "Class vector",
                                  .title = "Class vector [CLS]",
                                  .sentence = "A learned vector at the start of the text or picture.",
                                  .term = "embedding",
                                  .role = Role::Residual};

inline constexpr Site kSegmentsWeight{.name = "segments.weight",
                                      .axes = {Segment, Feature},
                                      .cell = "Segment weight",
                                      .title = "Segment table",
                                      .sentence = "One learned row for each text of a pair.",
                                      .term = "segment embedding"};

inline constexpr Site kEmbedding{.name = "embedding",
                                 .axes = {Batch, Token, Feature},
                                 .cell = "Embedding",
                                 .title = "Embeddings",
                                 .sentence = "The learned vector of each token.",
                                 .term = "embedding",
                                 .role = Role::Residual,
                                 .before_class = true};
inline constexpr Site kSegments{.name = "segments",
                                .axes = {Batch, Token, Feature},
                                .cell = "Segment vector",
                                .title = "Segment vectors",
                                .sentence =
                                    "The segment vector of each token: which text of a pair it belongs to (a "
                                    "single text uses the first).",
                                .term = "segment embedding",
                                .role = Role::Residual,
                                .before_class = true};
inline constexpr Site kWithSegments{.name = "with_segments",
                                    .axes = {Batch, Token, Feature},
                                    .cell = "Embedding with segment",
                                    .title = "Embeddings with segments",
                                    .sentence = "Each token's embedding plus its segment vector.",
                                    .term = "segment embedding",
                                    .role = Role::Residual,
                                    .before_class = true};
inline constexpr Site kWithClass{.name = "with_class",
                                 .axes = {Batch, Token, Feature},
                                 .cell = "Input with [CLS]",
                                 .title = "Input with [CLS]",
                                 .sentence = "The sequence with the class vector at its start.",
                                 .term = "embedding",
                                 .role = Role::Residual};
inline constexpr Site kPositions{
    .name = "positions",
    .axes = {Token, Feature},
    .cell = "Position code",
    .title = "Position codes",
    .sentence = "A vector for each position, added so that the model knows the order of the tokens.",
    .term = "positional encoding",
    .role = Role::Residual};
/// Of texts whose tokens have positions of their own, as padding takes none.
inline constexpr Site kPositionsOfTexts{
    .name = "positions",
    .axes = {Batch, Token, Feature},
    .cell = "Position code",
    .title = "Position codes",
    .sentence =
        "A vector for each position of each text, added so that the model knows the order of the tokens.",
    .term = "positional encoding",
    .role = Role::Residual};
inline constexpr Site kInput{.name = "input",
                             .axes = {Batch, Token, Feature},
                             .cell = "Input",
                             .title = "Input",
                             .sentence = "Embedding plus position code, which the first layer reads.",
                             .term = "residual stream",
                             .role = Role::Residual};

}  // namespace attnlab::input_sites
