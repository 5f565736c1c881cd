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
    .sentence = "The matrix that computes the logits: one row for each possible output.",
    .term = "logit"};
inline constexpr Site kOutputBias{.name = "bias",
                                  .axes = {Vocabulary},
                                  .cell = "Output bias",
                                  .title = "Output biases",
                                  .sentence = "Added to each logit.",
                                  .term = "logit"};
inline constexpr Site kProjectionWeight{
    .name = "projection.weight",
    .axes = {Row, PatchPixel},
    .cell = "Projection weight",
    .title = "Projection weights",
    .sentence = "The matrix that turns a patch into a vector: one row for each feature.",
    .term = "patch"};
inline constexpr Site kProjectionBias{.name = "projection.bias",
                                      .axes = {Row},
                                      .cell = "Projection bias",
                                      .title = "Projection biases",
                                      .sentence = "Added to the vector of every patch.",
                                      .term = "patch"};
inline constexpr Site kVectorWeight{
    .name = "vector.weight",
    .axes = {Row, Pixel},
    .cell = "Weight of the picture's vector",
    .title = "Weights of the picture's vector",
    .sentence = "The matrix that turns all pixels into one vector: one row for each feature.",
    .term = "parameter"};
inline constexpr Site kVectorBias{.name = "vector.bias",
                                  .axes = {Row},
                                  .cell = "Bias of the picture's vector",
                                  .title = "Biases of the picture's vector",
                                  .sentence = "Added before tanh.",
                                  .term = "bias"};
inline constexpr Site kPictureStateWeight{
    .name = "initial_hidden.weight",
    .axes = {Row, Column},
    .cell = "Weight of the first state",
    .title = "Weights of the first state",
    .sentence = "The matrix that computes the first hidden state from the picture's vector.",
    .term = "parameter"};
inline constexpr Site kPictureStateBias{.name = "initial_hidden.bias",
                                        .axes = {Row},
                                        .cell = "Bias of the first state",
                                        .title = "Biases of the first state",
                                        .sentence = "Added before tanh.",
                                        .term = "bias"};
inline constexpr Site kPictureCellWeight{
    .name = "initial_cell.weight",
    .axes = {Row, Column},
    .cell = "Weight of the first cell",
    .title = "Weights of the first cell",
    .sentence = "The matrix that computes the first cell state from the picture's vector.",
    .term = "parameter"};
inline constexpr Site kPictureCellBias{.name = "initial_cell.bias",
                                       .axes = {Row},
                                       .cell = "Bias of the first cell",
                                       .title = "Biases of the first cell",
                                       .sentence = "Added to the first cell state.",
                                       .term = "bias"};
inline constexpr Site kHiddenBridgeWeight{
    .name = "initial_hidden.weight",
    .axes = {Row, Column},
    .cell = "Weight of the first state",
    .title = "Weights of the first state",
    .sentence = "The matrix that computes the decoder's first state from the encoder's last states.",
    .term = "parameter"};
inline constexpr Site kHiddenBridgeBias{.name = "initial_hidden.bias",
                                        .axes = {Row},
                                        .cell = "Bias of the first state",
                                        .title = "Biases of the first state",
                                        .sentence = "Added before tanh.",
                                        .term = "bias"};
inline constexpr Site kCellBridgeWeight{
    .name = "initial_cell.weight",
    .axes = {Row, Column},
    .cell = "Weight of the first cell",
    .title = "Weights of the first cell",
    .sentence =
        "The matrix that computes the decoder's first cell state from the encoder's last cell states.",
    .term = "parameter"};
inline constexpr Site kCellBridgeBias{.name = "initial_cell.bias",
                                      .axes = {Row},
                                      .cell = "Bias of the first cell",
                                      .title = "Biases of the first cell",
                                      .sentence = "Added to the first cell state.",
                                      .term = "bias"};

// Pictures.
inline constexpr Site kPixels{
    .name = "pixels",
    .axes = {Batch, Channel, PixelRow, PixelColumn},
    .cell = "Pixel",
    .title = "Pixels",
    .sentence = "The picture as the model reads it: one number per pixel, from 0 (black) to 1 (white).",
    .term = "patch",
    .values = Values::Positive};
inline constexpr Site kPatches{.name = "patches",
                               .axes = {Batch, Token, PatchPixel},
                               .cell = "Pixel of a patch",
                               .title = "Patches",
                               .sentence = "The picture split into patches, each as one row of pixels.",
                               .term = "patch",
                               .values = Values::Positive,
                               .before_class = true};
/// Where a mean is taken from each pixel and the rest divided by a deviation.
inline constexpr Site kPixelShift{.name = "shift",
                                  .axes = {One},
                                  .cell = "Shift of the pixels",
                                  .title = "Shift of the pixels",
                                  .sentence = "The negative mean, which is added to each pixel.",
                                  .term = "patch"};
inline constexpr Site kNormalizedPixels{
    .name = "normalized",
    .axes = {Batch, Channel, PixelRow, PixelColumn},
    .cell = "Normalized pixel",
    .title = "Normalized pixels",
    .sentence = "The pixels minus the mean, divided by the standard deviation.",
    .term = "patch"};
inline constexpr Site kNormalizedPatches{
    .name = "patches",
    .axes = {Batch, Token, PatchPixel},
    .cell = "Pixel of a patch",
    .title = "Patches",
    .sentence = "The normalized picture split into patches, each as one row of pixels.",
    .term = "patch",
    .before_class = true};
inline constexpr Site kProjection{
    .name = "projection",
    .axes = {Batch, Token, Feature},
    .cell = "Projected patch",
    .title = "Projected patches",
    .sentence = "Each patch as a vector of the model's width, like a token's embedding in a text model.",
    .term = "patch",
    .role = Role::Residual,
    .before_class = true};

inline constexpr Site kFlatPixels{.name = "flat",
                                  .axes = {Batch, One, Pixel},
                                  .cell = "Pixel",
                                  .title = "Pixels in one row",
                                  .sentence = "All pixels of the picture in one row.",
                                  .values = Values::Positive};
inline constexpr Site kPictureVector{.name = "vector",
                                     .axes = {Batch, One, Feature},
                                     .cell = "Feature of the picture",
                                     .title = "The picture's vector",
                                     .sentence = "The one vector through which the decoder sees the picture.",
                                     .term = "one-to-many",
                                     .role = Role::Residual};

// Between the stacks.
inline constexpr Site kPictureState{
    .name = "initial_hidden",
    .axes = {Batch, One, Feature},
    .cell = "First state",
    .title = "First hidden state",
    .sentence = "The decoder's first state, computed from the picture's vector.",
    .term = "hidden state",
    .role = Role::Residual};
inline constexpr Site kPictureCell{
    .name = "initial_cell",
    .axes = {Batch, One, Feature},
    .cell = "First cell",
    .title = "First cell state",
    .sentence = "The decoder's first cell state, computed from the picture's vector.",
    .term = "LSTM",
    .role = Role::Residual};
inline constexpr Site kInitialHidden{
    .name = "initial_hidden",
    .axes = {Batch, One, Feature},
    .cell = "First state",
    .title = "First hidden state",
    .sentence = "The decoder's first state, computed from the encoder's last state.",
    .term = "hidden state",
    .role = Role::Residual};
inline constexpr Site kInitialCell{
    .name = "initial_cell",
    .axes = {Batch, One, Feature},
    .cell = "First cell",
    .title = "First cell state",
    .sentence = "The decoder's first cell state, computed from the encoder's last cell state.",
    .term = "LSTM",
    .role = Role::Residual};
inline constexpr Site kPooled{
    .name = "pooled",
    .axes = {Batch, One, Feature},
    .cell = "Pooled value",
    .title = "Pooled vector",
    .sentence = "One vector for the whole text or picture, from which the class is predicted.",
    .role = Role::Residual};
inline constexpr Site kSourceMean{
    .name = "mean",
    .axes = {Batch, One, Feature},
    .cell = "Mean of the words",
    .title = "Mean of the words",
    .sentence = "The mean of the word vectors, which is compared with each candidate.",
    .term = "embedding",
    .role = Role::Residual};

// Toy model of superposition.
inline constexpr Site kFeatureWeight{
    .name = "features.weight",
    .axes = {Property, Dimension},
    .cell = "Feature weight",
    .title = "Feature vectors",
    .sentence = "One learned vector for each feature: its direction in the few dimensions.",
    .term = "superposition"};
inline constexpr Site kNumberBias{.name = "bias",
                                  .axes = {Property},
                                  .cell = "Bias of a number",
                                  .title = "Biases of the numbers",
                                  .sentence = "Added before ReLU: a negative bias removes small errors.",
                                  .term = "bias"};
inline constexpr Site kNumbers{.name = "numbers",
                               .axes = {Batch, One, Property},
                               .cell = "Number",
                               .title = "Numbers",
                               .sentence = "The input: how strong each feature is, from 0 to 1.",
                               .term = "superposition",
                               .values = Values::Shares};
inline constexpr Site kFeatureSum{
    .name = "sum",
    .axes = {Batch, One, Dimension},
    .cell = "Sum of the features",
    .title = "Sum of the features",
    .sentence = "The sum of all feature vectors, each times its number: fewer dimensions than features.",
    .term = "superposition",
    .role = Role::Residual};
inline constexpr Site kOverlaps{
    .name = "overlaps",
    .axes = {Property, Property},
    .cell = "Overlap of two features",
    .title = "Overlaps of the features",
    .sentence =
        "The dot product of each pair of feature vectors: on the diagonal how much of a feature is kept, "
        "elsewhere how much two features interfere.",
    .term = "superposition"};
inline constexpr Site kNumberSums{
    .name = "sums",
    .axes = {Batch, One, Property},
    .cell = "Number before ReLU",
    .title = "Numbers before ReLU",
    .sentence = "The dot product of the sum with each feature's vector, plus the bias.",
    .term = "superposition"};

/// What a model ends with: its predictions and how wrong they are.
struct OutputSites {
  Site logits, probabilities, log_probabilities, per_token;

  /// The model's predictions: probabilities, or the logits of a model without them.
  constexpr const Site& said() const { return probabilities.name.empty() ? logits : probabilities; }
};

/// `row` is what a row of the predictions stands for: a token, or the whole text or picture.
constexpr OutputSites prediction_sites(Axis row) {
  return {
      .logits = {.name = "logits",
                 .axes = {Batch, row, Vocabulary},
                 .cell = "Logit",
                 .title = "Logits",
                 .sentence = "A score for each possible output; softmax turns the scores into "
                             "probabilities.",
                 .term = "logit"},
      .probabilities = {.name = "probabilities",
                        .axes = {Batch, row, Vocabulary},
                        .cell = "Probability",
                        .title = "Probabilities",
                        .sentence = "The model's prediction at each position: a probability for each "
                                    "possible output.",
                        .term = "probability",
                        .brief = "probability",
                        .values = Values::Positive},
      .log_probabilities = {.name = "log_probabilities",
                            .axes = {Batch, row, Vocabulary},
                            .cell = "Log-probability",
                            .title = "Log-probabilities",
                            .sentence = "The logarithms of the probabilities; the loss is the negative log "
                                        "probability of the correct answer.",
                            .term = "cross-entropy",
                            .brief = "log p"},
      .per_token = {.name = "per_token",
                    .axes = {Batch, row},
                    .cell = "Loss of a token",
                    .title = "Loss per token",
                    .sentence = "How surprised the model is by the correct answer at each position.",
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
               .sentence = "The dot product of each candidate's vector with the mean of the word vectors.",
               .term = "logit"},
    .probabilities = {.name = "probabilities",
                      .axes = {Batch, One, Key},
                      .cell = "Probability",
                      .title = "Probabilities",
                      .sentence = "The predicted probability that each candidate occurs near the words; each "
                                  "candidate is judged separately.",
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
               .cell = "Reconstructed number",
               .title = "Reconstructed numbers",
               .sentence =
                   "The numbers that the model reconstructs from the sum: each should equal its input.",
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

inline constexpr Site kMeanLoss{
    .name = "mean",
    .axes = {},
    .cell = "Mean loss",
    .title = "Mean loss",
    .sentence = "The mean loss over all targets that count, which training minimizes.",
    .term = "cross-entropy",
    .values = Values::Positive,
    .shown_by = "per_token"};
inline constexpr Site kBalanceLoss{.name = "balance",
                                   .axes = {},
                                   .cell = "Balance of the experts",
                                   .title = "Balance of the experts",
                                   .sentence = "How unevenly all layers use their experts.",
                                   .term = "load balancing",
                                   .values = Values::Positive};
inline constexpr Site kTotalLoss{
    .name = "total",
    .axes = {},
    .cell = "Total loss",
    .title = "Total loss",
    .sentence = "The mean loss plus the weighted balance, which training minimizes.",
    .term = "loss",
    .values = Values::Positive};

}  // namespace attnlab::model_sites
