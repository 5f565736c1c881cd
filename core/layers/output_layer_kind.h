// Output layers: what may stand between the last block and the output matrix, one row each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ops/basic/activation.h"

namespace attnlab {

/// One output layer: a dense layer of the model's width, an activation, and perhaps a norm.
struct OutputLayerKind {
  std::string_view name;   ///< as options write it: "tanh"
  std::string_view title;  ///< on screen
  bool of_class = false;   ///< for one class of a text; else for a prediction at each position
  bool normed = false;     ///< the model's norm follows
  /// What follows the dense layer, where `own` is that of feed-forward networks; null where there is no
  /// layer.
  Variable (*activation)(Tape& tape, const ActivationKind& own, Variable x) = nullptr;

  bool is_there() const { return activation; }
};

std::span<const OutputLayerKind> output_layer_kinds();
/// Throws std::invalid_argument with near names.
const OutputLayerKind& output_layer_kind(std::string_view name);

/// The names of those for a class, or for a prediction at each position.
std::vector<std::string> output_layers_of(bool one_class);

}  // namespace attnlab
