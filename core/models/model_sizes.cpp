// Model sizes: their options, and the configuration that they make.
#include "core/models/model_sizes.h"

#include <algorithm>
#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

Fields size_fields(ModelSizes& s) {
  return {
      {"context", &s.context, tr_mark("n, number of positions in the text"), 1, 65536},
      {"width", &s.width, tr_mark("d, model width"), 1, 16384},
      {"layers", &s.layers, tr_mark("blocks"), 1, 96},
      {"heads", &s.heads, tr_mark("number of attention heads, lowered to a divisor of the width"), 1, 128},
      {"key_value_heads", &s.key_value_heads,
       tr_mark("number of key and value heads, lowered to a divisor of the heads"), 1, 128},
      {"feed_forward", &s.feed_forward, tr_mark("F, feed-forward width; 0: attention only"), 0, 65536},
      {"vocabulary", &s.vocabulary, tr_mark("V, size of the vocabulary"), 1, 1000000},
      {"window", &s.window, tr_mark("keys at least this far from the query are masked; 0: none"), 0, 65536}};
}

Index divisor_at_most(Index number, Index wanted) {
  Index divisor = std::min(number, wanted);
  while (number % divisor != 0) --divisor;
  return divisor;
}

ModelConfig sized_model(const ModelSizes& sizes) {
  ModelConfig config;
  config.architecture = "gpt";
  config.context = sizes.context;
  config.width = sizes.width;
  config.layers = sizes.layers;
  config.heads = divisor_at_most(sizes.width, sizes.heads);
  const Index keys = divisor_at_most(config.heads, sizes.key_value_heads);
  config.key_value_heads = keys < config.heads ? keys : 0;
  config.feed_forward = sizes.feed_forward;
  config.target_vocabulary = sizes.vocabulary;
  config.mask.window = sizes.window;
  return config;
}

ModelSizes sizes_of(const ModelConfig& config) {
  if (!is_transformer(config))
    throw std::invalid_argument("this model is not a Transformer: choose a model with attention heads");
  return {.context = longest_sequence(config),
          .width = config.width,
          .layers = config.layers,
          .heads = config.heads,
          .key_value_heads = config.key_heads(),
          .feed_forward = config.feed_forward,
          .vocabulary = config.target_vocabulary,
          .window = config.mask.window};
}

}  // namespace attnlab
