// The view Cost: its row and its options.
#pragma once

#include <string>
#include <string_view>

#include "app/feature/feature.h"
#include "core/models/attention_variant.h"
#include "core/models/model_sizes.h"
#include "core/models/sizes/layer_complexity.h"

namespace attnlab {

/// Cost: the parameters, work, memory and time of a model.
struct CostChoice {
  std::string part = "parameters";   ///< parameters, layers, attention or seconds
  std::string of = "model";          ///< which model is counted: model (the open model), sizes or known
  std::string known = "gpt2-small";  ///< of known_models()
  ModelSizes sizes;                  ///< of the model that `of` sizes counts
  std::string along = "n";           ///< the size on the axis of kinds of layers, of layer_size_kinds()
  std::string count = "order";       ///< of kinds of layers: order, as in the paper, or products, exact
  Index kernel = 3;                  ///< k of a convolution
  Index neighbours = 64;             ///< r of restricted attention, and the window of windowed attention
  Index groups = 1;                  ///< heads of keys and values of grouped attention
  Index measurement = 0;             ///< how often passes were timed; 0: never
  friend bool operator==(const CostChoice&, const CostChoice&) = default;

  bool counts_products() const { return count == "products"; }
  LayerSizes layer_sizes(Index positions, Index width) const {
    return {positions, width, kernel, neighbours};
  }
  VariantSizes variant_sizes() const { return {neighbours, groups}; }
};

/// The model that the view counts; `open` is the model on screen.
ModelConfig counted_config(const CostChoice& choice, const ModelConfig& open);

}  // namespace attnlab

namespace attnlab::cost {
extern const Feature kFeature;
}
