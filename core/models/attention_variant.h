// Attention variants: one Transformer with full, windowed and grouped attention, and what each takes.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/models/cost.h"

namespace attnlab {

/// What the variants that save something save.
struct VariantSizes {
  Index window = 64;          ///< keys this far from the query, or farther, are hidden
  Index key_value_heads = 1;  ///< heads of keys and values; counted as the next divisor of the heads
  friend bool operator==(const VariantSizes&, const VariantSizes&) = default;
};

/// One way to attend.
struct AttentionVariant {
  std::string_view name;   ///< "windowed"
  std::string_view title;  ///< on screen
  bool windowed = false;
  bool grouped = false;

  /// A Transformer of `config` that attends in this way; its own window, sinks and groups are dropped.
  ModelConfig of(ModelConfig config, const VariantSizes& sizes) const;
};
std::span<const AttentionVariant> attention_variants();

/// What a variant takes for one text of n positions.
struct VariantCost {
  Index positions = 0;
  double multiplications = 0;  ///< of the whole model's forward pass
  Index cache_values = 0;      ///< keys and values that the next token's attention reads
};

/// What a Transformer of `config` takes as each of attention_variants(), in their order, for each number of
/// positions. Throws std::invalid_argument as validate() does.
std::vector<std::vector<VariantCost>> variant_costs(const ModelConfig& config, const VariantSizes& sizes,
                                                    std::span<const Index> positions);

}  // namespace attnlab
