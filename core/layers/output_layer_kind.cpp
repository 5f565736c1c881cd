// The rows of all output layers.
#include "core/layers/output_layer_kind.h"

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/ops/basic/tanh.h"

namespace attnlab {

namespace {

Variable own_activation(Tape& tape, const ActivationKind& own, Variable x) { return own.apply(tape, x); }
Variable relu_of(Tape& tape, const ActivationKind&, Variable x) { return relu(tape, x); }
Variable tanh_of(Tape& tape, const ActivationKind&, Variable x) { return tanh(tape, x); }

}  // namespace

std::span<const OutputLayerKind> output_layer_kinds() {
  static constexpr OutputLayerKind kKinds[] = {
      {.name = "none", .title = tr_mark("none")},
      {.name = "transform", .title = tr_mark("with norm"), .normed = true, .activation = own_activation},
      {.name = "tanh", .title = "tanh", .of_class = true, .activation = tanh_of},
      {.name = "relu", .title = "ReLU", .of_class = true, .activation = relu_of},
  };
  return kKinds;
}

const OutputLayerKind& output_layer_kind(std::string_view name) {
  return row_named(output_layer_kinds(), "output layer", name);
}

std::vector<std::string> output_layers_of(bool one_class) {
  std::vector<std::string> names;
  for (const OutputLayerKind& kind : output_layer_kinds())
    if (!kind.is_there() || kind.of_class == one_class) names.emplace_back(kind.name);
  return names;
}

}  // namespace attnlab
