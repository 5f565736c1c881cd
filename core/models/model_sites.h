// The parts that models are put together from, and the tensors at a model's two ends.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"
#include "core/layers/input_sites.h"
#include "core/models/superposition_sites.h"

namespace attnlab::model_sites {

using enum Axis;

using input_sites::kSource;
using input_sites::kTarget;

inline constexpr Part kEncoder{
    .name = "encoder", .title = tr_mark("encoder"), .brief = tr_mark("enc"), .text = Text::Source};
inline constexpr Part kDecoder{
    .name = "decoder", .title = tr_mark("decoder"), .brief = tr_mark("dec"), .text = Text::Target};
inline constexpr Part kRecurrent{.name = "recurrent", .title = tr_mark("recurrent"), .brief = tr_mark("rec")};
inline constexpr Part kPicture{
    .name = "picture", .title = tr_mark("picture"), .kind = PartKind::Input, .text = Text::Source};
/// The words that word vectors are compared with.
inline constexpr Part kCandidates{
    .name = "candidates", .title = tr_mark("candidates"), .kind = PartKind::Input, .text = Text::Target};
inline constexpr Part kOutput{.name = "output", .title = tr_mark("output"), .kind = PartKind::Output};
/// The step from a row a token to one row; its tensors have no part in their names.
inline constexpr Part kPooling{.name = "", .title = tr_mark("output"), .kind = PartKind::Output};
inline constexpr Part kLoss{.name = "loss", .title = tr_mark("loss"), .kind = PartKind::Loss};

// Parameters.
inline constexpr Site kOutputWeight{
    .name = "weight",
    .axes = {Vocabulary, Column},
    .cell = tr_mark("Output weight"),
    .title = tr_mark("Output weights"),
    .sentence = tr_mark("The matrix that computes the logits: one row for each possible output."),
    .term = "logit"};
inline constexpr Site kOutputBias{.name = "bias",
                                  .axes = {Vocabulary},
                                  .cell = tr_mark("Output bias"),
                                  .title = tr_mark("Output biases"),
                                  .sentence = tr_mark("Added to each logit."),
                                  .term = "logit"};
inline constexpr Site kProjectionWeight{
    .name = "projection.weight",
    .axes = {Row, PatchPixel},
    .cell = tr_mark("Projection weight"),
    .title = tr_mark("Projection weights"),
    .sentence = tr_mark("The matrix that turns a patch into a vector: one row for each feature."),
    .term = "patch"};
inline constexpr Site kProjectionBias{.name = "projection.bias",
                                      .axes = {Row},
                                      .cell = tr_mark("Projection bias"),
                                      .title = tr_mark("Projection biases"),
                                      .sentence = tr_mark("Added to the vector of every patch."),
                                      .term = "patch"};
inline constexpr Site kVectorWeight{
    .name = "vector.weight",
    .axes = {Row, Pixel},
    .cell = tr_mark("Weight of the picture's vector"),
    .title = tr_mark("Weights of the picture's vector"),
    .sentence = tr_mark("The matrix that turns all pixels into one vector: one row for each feature."),
    .term = "parameter"};
inline constexpr Site kVectorBias{.name = "vector.bias",
                                  .axes = {Row},
                                  .cell = tr_mark("Bias of the picture's vector"),
                                  .title = tr_mark("Biases of the picture's vector"),
                                  .sentence = tr_mark("Added before tanh."),
                                  .term = "bias"};
inline constexpr Site kPictureStateWeight{
    .name = "initial_hidden.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Weight of the first state"),
    .title = tr_mark("Weights of the first state"),
    .sentence = tr_mark("The matrix that computes the first hidden state from the picture's vector."),
    .term = "parameter"};
inline constexpr Site kPictureStateBias{.name = "initial_hidden.bias",
                                        .axes = {Row},
                                        .cell = tr_mark("Bias of the first state"),
                                        .title = tr_mark("Biases of the first state"),
                                        .sentence = tr_mark("Added before tanh."),
                                        .term = "bias"};
inline constexpr Site kPictureCellWeight{
    .name = "initial_cell.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Weight of the first cell"),
    .title = tr_mark("Weights of the first cell"),
    .sentence = tr_mark("The matrix that computes the first cell state from the picture's vector."),
    .term = "parameter"};
inline constexpr Site kPictureCellBias{.name = "initial_cell.bias",
                                       .axes = {Row},
                                       .cell = tr_mark("Bias of the first cell"),
                                       .title = tr_mark("Biases of the first cell"),
                                       .sentence = tr_mark("Added to the first cell state."),
                                       .term = "bias"};
inline constexpr Site kHiddenBridgeWeight{
    .name = "initial_hidden.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Weight of the first state"),
    .title = tr_mark("Weights of the first state"),
    .sentence = tr_mark("The matrix that computes the decoder's first state from the encoder's last states."),
    .term = "parameter"};
inline constexpr Site kHiddenBridgeBias{.name = "initial_hidden.bias",
                                        .axes = {Row},
                                        .cell = tr_mark("Bias of the first state"),
                                        .title = tr_mark("Biases of the first state"),
                                        .sentence = tr_mark("Added before tanh."),
                                        .term = "bias"};
inline constexpr Site kCellBridgeWeight{
    .name = "initial_cell.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Weight of the first cell"),
    .title = tr_mark("Weights of the first cell"),
    .sentence = tr_mark(
        "The matrix that computes the decoder's first cell state from the encoder's last cell states."),
    .term = "parameter"};
inline constexpr Site kCellBridgeBias{.name = "initial_cell.bias",
                                      .axes = {Row},
                                      .cell = tr_mark("Bias of the first cell"),
                                      .title = tr_mark("Biases of the first cell"),
                                      .sentence = tr_mark("Added to the first cell state."),
                                      .term = "bias"};

// Pictures.
inline constexpr Site kPixels{
    .name = "pixels",
    .axes = {Batch, Channel, PixelRow, PixelColumn},
    .cell = tr_mark("Pixel"),
    .title = tr_mark("Pixels"),
    .sentence =
        tr_mark("The picture as the model reads it: one number per pixel, from 0 (black) to 1 (white)."),
    .term = "patch",
    .values = Values::Positive};
inline constexpr Site kPatches{
    .name = "patches",
    .axes = {Batch, Token, PatchPixel},
    .cell = tr_mark("Pixel of a patch"),
    .title = tr_mark("Patches"),
    .sentence = tr_mark("The picture split into patches, each as one row of pixels."),
    .term = "patch",
    .values = Values::Positive,
    .before_class = true};
/// Where a mean is taken from each pixel and the difference divided by the standard deviation.
inline constexpr Site kPixelShift{.name = "shift",
                                  .axes = {One},
                                  .cell = tr_mark("Shift of the pixels"),
                                  .title = tr_mark("Shift of the pixels"),
                                  .sentence = tr_mark("The negative mean, which is added to each pixel."),
                                  .term = "patch"};
inline constexpr Site kNormalizedPixels{
    .name = "normalized",
    .axes = {Batch, Channel, PixelRow, PixelColumn},
    .cell = tr_mark("Normalized pixel"),
    .title = tr_mark("Normalized pixels"),
    .sentence = tr_mark("The pixels minus the mean, divided by the standard deviation."),
    .term = "patch"};
inline constexpr Site kNormalizedPatches{
    .name = "patches",
    .axes = {Batch, Token, PatchPixel},
    .cell = tr_mark("Pixel of a patch"),
    .title = tr_mark("Patches"),
    .sentence = tr_mark("The normalized picture split into patches, each as one row of pixels."),
    .term = "patch",
    .before_class = true};
inline constexpr Site kProjection{
    .name = "projection",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Projected patch"),
    .title = tr_mark("Projected patches"),
    .sentence =
        tr_mark("Each patch as a vector of the model's width, like a token's embedding in a text model."),
    .term = "patch",
    .role = Role::Residual,
    .before_class = true};

inline constexpr Site kFlatPixels{.name = "flat",
                                  .axes = {Batch, One, Pixel},
                                  .cell = tr_mark("Pixel"),
                                  .title = tr_mark("Pixels in one row"),
                                  .sentence = tr_mark("All pixels of the picture in one row."),
                                  .values = Values::Positive};
inline constexpr Site kPictureVector{
    .name = "vector",
    .axes = {Batch, One, Feature},
    .cell = tr_mark("Feature of the picture"),
    .title = tr_mark("The picture's vector"),
    .sentence = tr_mark("The one vector through which the decoder sees the picture."),
    .term = "one-to-many",
    .role = Role::Residual};

// Between the stacks.
inline constexpr Site kPictureState{
    .name = "initial_hidden",
    .axes = {Batch, One, Feature},
    .cell = tr_mark("First state"),
    .title = tr_mark("First hidden state"),
    .sentence = tr_mark("The decoder's first state, computed from the picture's vector."),
    .term = "hidden state",
    .role = Role::Residual};
inline constexpr Site kPictureCell{
    .name = "initial_cell",
    .axes = {Batch, One, Feature},
    .cell = tr_mark("First cell"),
    .title = tr_mark("First cell state"),
    .sentence = tr_mark("The decoder's first cell state, computed from the picture's vector."),
    .term = "LSTM",
    .role = Role::Residual};
inline constexpr Site kInitialHidden{
    .name = "initial_hidden",
    .axes = {Batch, One, Feature},
    .cell = tr_mark("First state"),
    .title = tr_mark("First hidden state"),
    .sentence = tr_mark("The decoder's first state, computed from the encoder's last state."),
    .term = "hidden state",
    .role = Role::Residual};
inline constexpr Site kInitialCell{
    .name = "initial_cell",
    .axes = {Batch, One, Feature},
    .cell = tr_mark("First cell"),
    .title = tr_mark("First cell state"),
    .sentence = tr_mark("The decoder's first cell state, computed from the encoder's last cell state."),
    .term = "LSTM",
    .role = Role::Residual};
inline constexpr Site kPooled{
    .name = "pooled",
    .axes = {Batch, One, Feature},
    .cell = tr_mark("Pooled value"),
    .title = tr_mark("Pooled vector"),
    .sentence = tr_mark("One vector for the whole text or picture, from which the class is predicted."),
    .role = Role::Residual};
inline constexpr Site kSourceMean{
    .name = "mean",
    .axes = {Batch, One, Feature},
    .cell = tr_mark("Mean of the words"),
    .title = tr_mark("Mean of the words"),
    .sentence = tr_mark("The mean of the word vectors, which is compared with each candidate."),
    .term = "embedding",
    .role = Role::Residual};

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
                 .cell = tr_mark("Logit"),
                 .title = tr_mark("Logits"),
                 .sentence = tr_mark("A score for each possible output; softmax turns the scores into "
                                     "probabilities."),
                 .term = "logit"},
      .probabilities = {.name = "probabilities",
                        .axes = {Batch, row, Vocabulary},
                        .cell = tr_mark("Probability"),
                        .title = tr_mark("Probabilities"),
                        .sentence = tr_mark("The model's prediction at each position: a probability for each "
                                            "possible output."),
                        .term = "probability",
                        .brief = tr_mark("probability"),
                        .values = Values::Positive},
      .log_probabilities = {.name = "log_probabilities",
                            .axes = {Batch, row, Vocabulary},
                            .cell = tr_mark("Log-probability"),
                            .title = tr_mark("Log-probabilities"),
                            .sentence =
                                tr_mark("The logarithms of the probabilities; the loss is the negative log "
                                        "probability of the correct answer."),
                            .term = "cross-entropy",
                            .brief = tr_mark("log p")},
      .per_token = {.name = "per_token",
                    .axes = {Batch, row},
                    .cell = tr_mark("Loss of a token"),
                    .title = tr_mark("Loss per token"),
                    .sentence = tr_mark("How surprised the model is by the correct answer at each position."),
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
               .cell = tr_mark("Logit"),
               .title = tr_mark("Logits"),
               .sentence =
                   tr_mark("The dot product of each candidate's vector with the mean of the word vectors."),
               .term = "logit"},
    .probabilities = {.name = "probabilities",
                      .axes = {Batch, One, Key},
                      .cell = tr_mark("Probability"),
                      .title = tr_mark("Probabilities"),
                      .sentence =
                          tr_mark("The predicted probability that each candidate occurs near the words; each "
                                  "candidate is judged separately."),
                      .term = "probability",
                      .brief = tr_mark("probability"),
                      .values = Values::Shares},
    .log_probabilities = {},
    .per_token = {.name = "per_token",
                  .axes = {Batch, One, Key},
                  .cell = tr_mark("Loss of a candidate"),
                  .title = tr_mark("Loss per candidate"),
                  .sentence = tr_mark("How wrong the model is about each candidate."),
                  .term = "cross-entropy",
                  .values = Values::Positive}};

/// Toy model of superposition: numbers, and no probabilities.
inline constexpr OutputSites kEachNumber{
    .logits = {.name = "numbers",
               .axes = {Batch, One, Property},
               .cell = tr_mark("Reconstructed number"),
               .title = tr_mark("Reconstructed numbers"),
               .sentence = tr_mark(
                   "The numbers that the model reconstructs from the sum: each should equal its input."),
               .term = "superposition",
               .values = Values::Positive},
    .probabilities = {},
    .log_probabilities = {},
    .per_token = {.name = "per_token",
                  .axes = {Batch, One, Property},
                  .cell = tr_mark("Loss of a number"),
                  .title = tr_mark("Loss per number"),
                  .sentence = tr_mark("The squared error of each number, times the feature's importance."),
                  .term = "superposition",
                  .values = Values::Positive}};

inline constexpr Site kMeanLoss{
    .name = "mean",
    .axes = {},
    .cell = tr_mark("Mean loss"),
    .title = tr_mark("Mean loss"),
    .sentence = tr_mark("The mean loss over all targets that count, which training minimizes."),
    .term = "cross-entropy",
    .values = Values::Positive,
    .shown_by = "per_token"};
inline constexpr Site kBalanceLoss{.name = "balance",
                                   .axes = {},
                                   .cell = tr_mark("Balance of the experts"),
                                   .title = tr_mark("Balance of the experts"),
                                   .sentence = tr_mark("How unevenly all layers use their experts."),
                                   .term = "load balancing",
                                   .values = Values::Positive};
inline constexpr Site kTotalLoss{
    .name = "total",
    .axes = {},
    .cell = tr_mark("Total loss"),
    .title = tr_mark("Total loss"),
    .sentence = tr_mark("The mean loss plus the weighted balance, which training minimizes."),
    .term = "loss",
    .values = Values::Positive};

}  // namespace attnlab::model_sites
