// The tensors between the last block and the output matrix.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::model_sites {

using enum Axis;

/// The norm that ends an output layer.
inline constexpr Part kOutputNorm{.name = "norm", .title = tr_mark("output norm"), .kind = PartKind::Norm};

inline constexpr Site kDenseWeight{
    .name = "dense.weight",
    .axes = {Row, Column},
    .cell = tr_mark("Weight of the output layer"),
    .title = tr_mark("Weights of the output layer"),
    .sentence = tr_mark("The matrix of a dense layer after the last block: one row for each feature."),
    .term = "output layer"};
inline constexpr Site kDenseBias{.name = "dense.bias",
                                 .axes = {Row},
                                 .cell = tr_mark("Bias of the output layer"),
                                 .title = tr_mark("Biases of the output layer"),
                                 .sentence = tr_mark("Added to each feature of the output layer."),
                                 .term = "output layer"};
/// Where the output matrix reads less than the last layer left.
inline constexpr Site kScaledState{
    .name = "scaled",
    .axes = {Batch, Token, Feature},
    .cell = tr_mark("Scaled state"),
    .title = tr_mark("Scaled states"),
    .sentence =
        tr_mark("The output of the last block, divided by √C, because the output matrix is the embedding, "
                "whose rows are large."),
    .term = "logit",
    .role = Role::Residual};

/// A layer between the last block and the output matrix.
struct OutputLayerSites {
  Site dense, activated;
};

/// `row` is what a row of the predictions stands for.
constexpr OutputLayerSites output_layer_sites(Axis row) {
  return {
      .dense = {.name = "dense",
                .axes = {Batch, row, Feature},
                .cell = tr_mark("Value of the output layer"),
                .title = tr_mark("Values of the output layer"),
                .sentence = tr_mark("The output of the last block times the weights of the output layer."),
                .term = "output layer",
                .role = Role::Residual},
      .activated = {.name = "activated",
                    .axes = {Batch, row, Feature},
                    .cell = tr_mark("Activated value"),
                    .title = tr_mark("Activated values"),
                    .sentence = tr_mark("The values of the output layer after its activation."),
                    .term = "output layer",
                    .role = Role::Residual}};
}
inline constexpr OutputLayerSites kEachTokenLayer = output_layer_sites(Token);
inline constexpr OutputLayerSites kOneClassLayer = output_layer_sites(One);

}  // namespace attnlab::model_sites
