// The parts that models are put together from, and the tensors at a model's two ends.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/layers/input_sites.h"

namespace attnlab::model_sites {

using enum Axis;

using input_sites::kSource;
using input_sites::kTarget;

inline constexpr Part kEncoder{.name = "encoder", .title = "encoder", .brief = "enc", .text = Text::Source};
inline constexpr Part kDecoder{.name = "decoder", .title = "decoder", .brief = "dec", .text = Text::Target};
inline constexpr Part kRecurrent{.name = "recurrent", .title = "recurrent", .brief = "rec"};
inline constexpr Part kPicture{
    .name = "picture", .title = "picture", .kind = PartKind::Input, .text = Text::Source};
/// The words that word vectors are compared with.
inline constexpr Part kCandidates{
    .name = "candidates", .title = "candidates", .kind = PartKind::Input, .text = Text::Target};
inline constexpr Part kOutput{.name = "output", .title = "output", .kind = PartKind::Output};
/// The step from a row a token to one row; its tensors have no part in their names.
inline constexpr Part kPooling{.name = "", .title = "output", .kind = PartKind::Output};
inline constexpr Part kLoss{.name = "loss", .title = "loss", .kind = PartKind::Loss};

// Parameters.
inline constexpr Site kOutputWeight{
    .name = "weight",
    .axes = {Vocabulary, Column},
    .cell = "Output weight",
    .title = "Output weights",
    .sentence = "What makes the logits: one row for each thing that can be said.",
    .term = "logit"};
inline constexpr Site kOutputBias{.name = "bias",
                                  .axes = {Vocabulary},
                                  .cell = "Output bias",
                                  .title = "Output biases",
                                  .sentence = "What is added to each logit.",
                                  .term = "logit"};
inline constexpr Site kProjectionWeight{.name = "projection.weight",
                                        .axes = {Row, PatchPixel},
                                        .cell = "Projection weight",
                                        .title = "Projection weights",
                                        .sentence = "What makes a vector of a patch: one row a feature.",
                                        .term = "patch"};
inline constexpr Site kProjectionBias{.name = "projection.bias",
                                      .axes = {Row},
                                      .cell = "Projection bias",
                                      .title = "Projection biases",
                                      .sentence = "What is added to every patch's vector.",
                                      .term = "patch"};
inline constexpr Site kVectorWeight{.name = "vector.weight",
                                    .axes = {Row, Pixel},
                                    .cell = "Weight of the picture's vector",
                                    .title = "Weights of the picture's vector",
                                    .sentence = "What makes one vector of all pixels: one row a feature.",
                                    .term = "parameter"};
inline constexpr Site kVectorBias{.name = "vector.bias",
                                  .axes = {Row},
                                  .cell = "Bias of the picture's vector",
                                  .title = "Biases of the picture's vector",
                                  .sentence = "What is added to it before tanh.",
                                  .term = "bias"};
inline constexpr Site kPictureStateWeight{
    .name = "initial_hidden.weight",
    .axes = {Row, Column},
    .cell = "Weight of the first state",
    .title = "Weights of the first state",
    .sentence = "What makes the first hidden state of the picture's vector.",
    .term = "parameter"};
inline constexpr Site kPictureStateBias{.name = "initial_hidden.bias",
                                        .axes = {Row},
                                        .cell = "Bias of the first state",
                                        .title = "Biases of the first state",
                                        .sentence = "What is added to it before tanh.",
                                        .term = "bias"};
inline constexpr Site kPictureCellWeight{
    .name = "initial_cell.weight",
    .axes = {Row, Column},
    .cell = "Weight of the first cell",
    .title = "Weights of the first cell",
    .sentence = "What makes the first cell state of the picture's vector.",
    .term = "parameter"};
inline constexpr Site kPictureCellBias{.name = "initial_cell.bias",
                                       .axes = {Row},
                                       .cell = "Bias of the first cell",
                                       .title = "Biases of the first cell",
                                       .sentence = "What is added to it.",
                                       .term = "bias"};
inline constexpr Site kHiddenBridgeWeight{
    .name = "initial_hidden.weight",
    .axes = {Row, Column},
    .cell = "Weight of the first state",
    .title = "Weights of the first state",
    .sentence = "What makes the decoder's first state of the encoder's last ones.",
    .term = "parameter"};
inline constexpr Site kHiddenBridgeBias{.name = "initial_hidden.bias",
                                        .axes = {Row},
                                        .cell = "Bias of the first state",
                                        .title = "Biases of the first state",
                                        .sentence = "What is added to it before tanh.",
                                        .term = "bias"};
inline constexpr Site kCellBridgeWeight{
    .name = "initial_cell.weight",
    .axes = {Row, Column},
    .cell = "Weight of the first cell",
    .title = "Weights of the first cell",
    .sentence = "What makes the decoder's first cell state of the encoder's last ones.",
    .term = "parameter"};
inline constexpr Site kCellBridgeBias{.name = "initial_cell.bias",
                                      .axes = {Row},
                                      .cell = "Bias of the first cell",
                                      .title = "Biases of the first cell",
                                      .sentence = "What is added to it.",
                                      .term = "bias"};

// Pictures.
inline constexpr Site kPixels{
    .name = "pixels",
    .axes = {Batch, Channel, PixelRow, PixelColumn},
    .cell = "Pixel",
    .title = "Pixels",
    .sentence = "The picture as the model gets it: one number a pixel, 0 black, 1 white.",
    .term = "patch",
    .values = Values::Positive};
inline constexpr Site kPatches{
    .name = "patches",
    .axes = {Batch, Token, PatchPixel},
    .cell = "Pixel of a patch",
    .title = "Patches",
    .sentence = "The picture cut into patches, each of them laid out as one row of pixels.",
    .term = "patch",
    .values = Values::Positive,
    .before_class = true};
/// Where a mean is taken from each pixel and the rest divided by a deviation.
inline constexpr Site kPixelShift{.name = "shift",
                                  .axes = {One},
                                  .cell = "Shift of the pixels",
                                  .title = "Shift of the pixels",
                                  .sentence = "Minus the mean that is taken from each pixel.",
                                  .term = "patch"};
inline constexpr Site kNormalizedPixels{
    .name = "normalized",
    .axes = {Batch, Channel, PixelRow, PixelColumn},
    .cell = "Normalized pixel",
    .title = "Normalized pixels",
    .sentence = "The pixels minus their mean, divided by their deviation: as the model learned to read them.",
    .term = "patch"};
inline constexpr Site kNormalizedPatches{
    .name = "patches",
    .axes = {Batch, Token, PatchPixel},
    .cell = "Pixel of a patch",
    .title = "Patches",
    .sentence = "The normalized picture cut into patches, each of them laid out as one row of pixels.",
    .term = "patch",
    .before_class = true};
inline constexpr Site kProjection{
    .name = "projection",
    .axes = {Batch, Token, Feature},
    .cell = "Projected patch",
    .title = "Projected patches",
    .sentence = "Each patch as a vector of the model's width: what words are to a text model.",
    .term = "patch",
    .role = Role::Residual,
    .before_class = true};

inline constexpr Site kFlatPixels{.name = "flat",
                                  .axes = {Batch, One, Pixel},
                                  .cell = "Pixel",
                                  .title = "Pixels in one row",
                                  .sentence = "All pixels of the picture laid out as one row.",
                                  .values = Values::Positive};
inline constexpr Site kPictureVector{
    .name = "vector",
    .axes = {Batch, One, Feature},
    .cell = "Feature of the picture",
    .title = "The picture's vector",
    .sentence = "All that the decoder learns of the picture: one vector, made once.",
    .term = "one-to-many",
    .role = Role::Residual};

// Between the stacks.
inline constexpr Site kPictureState{
    .name = "initial_hidden",
    .axes = {Batch, One, Feature},
    .cell = "First state",
    .title = "First hidden state",
    .sentence = "The state with which the decoder begins, made of the picture's vector.",
    .term = "hidden state",
    .role = Role::Residual};
inline constexpr Site kPictureCell{
    .name = "initial_cell",
    .axes = {Batch, One, Feature},
    .cell = "First cell",
    .title = "First cell state",
    .sentence = "The cell with which the decoder begins, made of the picture's vector.",
    .term = "LSTM",
    .role = Role::Residual};
inline constexpr Site kInitialHidden{
    .name = "initial_hidden",
    .axes = {Batch, One, Feature},
    .cell = "First state",
    .title = "First hidden state",
    .sentence = "The state with which the decoder begins, made of the encoder's last one.",
    .term = "hidden state",
    .role = Role::Residual};
inline constexpr Site kInitialCell{
    .name = "initial_cell",
    .axes = {Batch, One, Feature},
    .cell = "First cell",
    .title = "First cell state",
    .sentence = "The cell with which the decoder begins, made of the encoder's last one.",
    .term = "LSTM",
    .role = Role::Residual};
inline constexpr Site kPooled{
    .name = "pooled",
    .axes = {Batch, One, Feature},
    .cell = "Pooled value",
    .title = "Pooled vector",
    .sentence = "One vector for the whole text or picture; the class is read from it.",
    .role = Role::Residual};
inline constexpr Site kSourceMean{
    .name = "mean",
    .axes = {Batch, One, Feature},
    .cell = "Mean of the words",
    .title = "Mean of the words",
    .sentence = "The mean of the vectors of the words: what the candidates are compared with.",
    .term = "embedding",
    .role = Role::Residual};

// Toy model of superposition.
inline constexpr Site kFeatureWeight{
    .name = "features.weight",
    .axes = {Property, Dimension},
    .cell = "Feature weight",
    .title = "Feature vectors",
    .sentence = "One learned vector for each feature: where it lies in the few dimensions.",
    .term = "superposition"};
inline constexpr Site kNumberBias{.name = "bias",
                                  .axes = {Property},
                                  .cell = "Bias of a number",
                                  .title = "Biases of the numbers",
                                  .sentence = "What is added before ReLU: below 0, small errors are cut off.",
                                  .term = "bias"};
inline constexpr Site kNumbers{.name = "numbers",
                               .axes = {Batch, One, Property},
                               .cell = "Number",
                               .title = "Numbers",
                               .sentence = "What is read: how strongly each feature is there, 0 to 1.",
                               .term = "superposition",
                               .values = Values::Shares};
inline constexpr Site kFeatureSum{
    .name = "sum",
    .axes = {Batch, One, Dimension},
    .cell = "Sum of the features",
    .title = "Sum of the features",
    .sentence = "Each feature's vector times its number, all added: fewer dimensions than features.",
    .term = "superposition",
    .role = Role::Residual};
inline constexpr Site kOverlaps{
    .name = "overlaps",
    .axes = {Property, Property},
    .cell = "Overlap of two features",
    .title = "Overlaps of the features",
    .sentence =
        "Each feature's vector times each other's: on the diagonal what is kept of a feature, beside it "
        "how much each disturbs the others.",
    .term = "superposition"};
inline constexpr Site kNumberSums{.name = "sums",
                                  .axes = {Batch, One, Property},
                                  .cell = "Number before ReLU",
                                  .title = "Numbers before ReLU",
                                  .sentence = "The sum read along each feature's own vector, and its bias.",
                                  .term = "superposition"};

/// What a model ends with: its predictions and how wrong they are.
struct OutputSites {
  Site logits, probabilities, log_probabilities, per_token;

  /// What the model says at its end: probabilities, or the logits of a model without them.
  constexpr const Site& said() const { return probabilities.name.empty() ? logits : probabilities; }
};

/// `row` is what a row of the predictions stands for: a token, or the whole text or picture.
constexpr OutputSites prediction_sites(Axis row) {
  return {
      .logits = {.name = "logits",
                 .axes = {Batch, row, Vocabulary},
                 .cell = "Logit",
                 .title = "Logits",
                 .sentence = "A score for everything that could be said here; softmax makes probabilities "
                             "of them.",
                 .term = "logit"},
      .probabilities = {.name = "probabilities",
                        .axes = {Batch, row, Vocabulary},
                        .cell = "Probability",
                        .title = "Probabilities",
                        .sentence = "What the model believes: for each position, a share for everything "
                                    "it could say.",
                        .term = "probability",
                        .brief = "probability",
                        .values = Values::Positive},
      .log_probabilities = {.name = "log_probabilities",
                            .axes = {Batch, row, Vocabulary},
                            .cell = "Log-probability",
                            .title = "Log-probabilities",
                            .sentence = "The logarithms of the probabilities; the loss is minus that of "
                                        "the right answer.",
                            .term = "cross-entropy",
                            .brief = "log p"},
      .per_token = {.name = "per_token",
                    .axes = {Batch, row},
                    .cell = "Loss of a token",
                    .title = "Loss per token",
                    .sentence = "How surprised the model is by the right answer at each position.",
                    .term = "cross-entropy",
                    .values = Values::Positive}};
}
/// A prediction at each position.
inline constexpr OutputSites kEachToken = prediction_sites(Token);
/// One prediction for a text or picture.
inline constexpr OutputSites kOneClass = prediction_sites(One);
/// Word vectors: each candidate is judged by itself. There are no log-probabilities.
inline constexpr OutputSites kEachCandidate{
    .logits = {.name = "logits",
               .axes = {Batch, One, Key},
               .cell = "Logit",
               .title = "Logits",
               .sentence = "The dot product of each candidate's vector with the mean of the words' vectors.",
               .term = "logit"},
    .probabilities = {.name = "probabilities",
                      .axes = {Batch, One, Key},
                      .cell = "Probability",
                      .title = "Probabilities",
                      .sentence = "How sure the model is that each candidate stands near the words: each one "
                                  "is judged by itself.",
                      .term = "probability",
                      .brief = "probability",
                      .values = Values::Shares},
    .log_probabilities = {},
    .per_token = {.name = "per_token",
                  .axes = {Batch, One, Key},
                  .cell = "Loss of a candidate",
                  .title = "Loss per candidate",
                  .sentence = "How wrong the model is about each candidate.",
                  .term = "cross-entropy",
                  .values = Values::Positive}};

/// Toy model of superposition: numbers, and no probabilities.
inline constexpr OutputSites kEachNumber{
    .logits = {.name = "numbers",
               .axes = {Batch, One, Property},
               .cell = "Number given again",
               .title = "Numbers given again",
               .sentence = "What the model makes of the sum: each number should be the one that was read.",
               .term = "superposition",
               .values = Values::Positive},
    .probabilities = {},
    .log_probabilities = {},
    .per_token = {.name = "per_token",
                  .axes = {Batch, One, Property},
                  .cell = "Loss of a number",
                  .title = "Loss per number",
                  .sentence = "The squared error of each number, times the feature's importance.",
                  .term = "superposition",
                  .values = Values::Positive}};

inline constexpr Site kMeanLoss{.name = "mean",
                                .axes = {},
                                .cell = "Mean loss",
                                .title = "Mean loss",
                                .sentence = "The mean over what counts: what training makes smaller.",
                                .term = "cross-entropy",
                                .values = Values::Positive,
                                .shown_by = "per_token"};
inline constexpr Site kBalanceLoss{.name = "balance",
                                   .axes = {},
                                   .cell = "Balance of the experts",
                                   .title = "Balance of the experts",
                                   .sentence = "How unevenly the experts are used, over all layers.",
                                   .term = "load balancing",
                                   .values = Values::Positive};
inline constexpr Site kTotalLoss{
    .name = "total",
    .axes = {},
    .cell = "Total loss",
    .title = "Total loss",
    .sentence = "The mean loss plus the weighted balance: what training minimises.",
    .term = "loss",
    .values = Values::Positive};

}  // namespace attnlab::model_sites
