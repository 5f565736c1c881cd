// The tensors between the last block and the output matrix.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"

namespace attnlab::model_sites {

using enum Axis;

/// The norm that ends an output layer.
inline constexpr Part kOutputNorm{.name = "norm", .title = "output norm", .kind = PartKind::Norm};

inline constexpr Site kDenseWeight{
    .name = "dense.weight",
    .axes = {Row, Column},
    .cell = "Weight of the output layer",
    .title = "Weights of the output layer",
    .sentence = "The matrix of a dense layer after the last block: one row for each feature.",
    .term = "output layer"};
inline constexpr Site kDenseBias{.name = "dense.bias",
                                 .axes = {Row},
                                 .cell = "Bias of the output layer",
                                 .title = "Biases of the output layer",
                                 .sentence = "Added to each feature of the output layer.",
                                 .term = "output layer"};
/// Where the output matrix reads less than the last layer left.
inline constexpr Site kScaledState{
    .name = "scaled",
    .axes = {Batch, Token, Feature},
    .cell = "Scaled state",
    .title = "Scaled states",
    .sentence =
        "The output of the last block, divided by √C, because the output matrix is the embedding, "
        "whose rows are large.",
    .term = "logit",
    .role = Role::Residual};

/// A layer between the last block and the output matrix.
struct OutputLayerSites {
  Site dense, activated;
};

/// `row` is what a row of the predictions stands for.
constexpr OutputLayerSites output_layer_sites(Axis row) {
  return {.dense = {.name = "dense",
                    .axes = {Batch, row, Feature},
                    .cell = "Value of the output layer",
                    .title = "Values of the output layer",
                    .sentence = "The output of the last block times the weights of the output layer.",
                    .term = "output layer",
                    .role = Role::Residual},
          .activated = {.name = "activated",
                        .axes = {Batch, row, Feature},
                        .cell = "Activated value",
                        .title = "Activated values",
                        .sentence = "The values of the output layer after its activation.",
                        .term = "output layer",
                        .role = Role::Residual}};
}
inline constexpr OutputLayerSites kEachTokenLayer = output_layer_sites(Token);
inline constexpr OutputLayerSites kOneClassLayer = output_layer_sites(One);

}  // namespace attnlab::model_sites
