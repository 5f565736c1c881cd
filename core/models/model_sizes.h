// Model sizes: the few numbers that decide what a Transformer takes, and the model of such numbers.
#pragma once

#include "core/models/model_config.h"

namespace attnlab {

/// Sizes of a decoder-only Transformer; the standard ones are those of GPT-2 small.
struct ModelSizes {
  Index context = 1024;        ///< n, positions of the text
  Index width = 768;           ///< d
  Index layers = 12;           ///< L
  Index heads = 12;            ///< H
  Index key_value_heads = 12;  ///< heads of keys and values
  Index feed_forward = 3072;   ///< F; 0: attention alone
  Index vocabulary = 50257;    ///< V
  Index window = 0;            ///< keys this far from the query, or farther, are hidden; 0: none is
  friend bool operator==(const ModelSizes&, const ModelSizes&) = default;
};

/// The option table of `sizes`, into which it points. Any values in its ranges make a model.
Fields size_fields(ModelSizes& sizes);

/// A valid model built as GPT-2: norms before the sublayers, learned positions, biases, the output tied to
/// the embedding. Heads that do not divide become the next lower number that does: of heads, in the width; of
/// keys and values, in the heads.
ModelConfig sized_model(const ModelSizes& sizes);

/// The sizes of a Transformer, of its target where it has two texts. Throws std::invalid_argument, with one
/// line, for another model.
ModelSizes sizes_of(const ModelConfig& config);

/// The largest divisor of `number` that is at most `wanted`; both at least 1.
Index divisor_at_most(Index number, Index wanted);

}  // namespace attnlab
