// The rows of the variants, and their costs by length.
#include "core/models/attention_variant.h"

#include <memory>

#include "core/language/messages.h"
#include "core/models/model.h"
#include "core/models/model_sizes.h"

namespace attnlab {

std::span<const AttentionVariant> attention_variants() {
  static constexpr AttentionVariant kVariants[] = {
      {"full", tr_mark("Full"), false, false},
      {"windowed", tr_mark("Windowed"), true, false},
      {"grouped", tr_mark("Grouped"), false, true},
      {"windowed-grouped", tr_mark("Windowed and grouped"), true, true},
  };
  return kVariants;
}

ModelConfig AttentionVariant::of(ModelConfig config, const VariantSizes& sizes) const {
  const Index keys = divisor_at_most(config.heads, sizes.key_value_heads);
  config.mask = {};
  if (windowed) config.mask.window = sizes.window;
  config.key_value_heads = grouped && keys < config.heads ? keys : 0;
  return config;
}

std::vector<std::vector<VariantCost>> variant_costs(const ModelConfig& config, const VariantSizes& sizes,
                                                    std::span<const Index> positions) {
  std::vector<std::vector<VariantCost>> all;
  std::unique_ptr<const Model> model;  // a window changes no parameter
  for (const AttentionVariant& variant : attention_variants()) {
    const ModelConfig made = variant.of(config, sizes);
    if (!model || model->config().key_value_heads != made.key_value_heads) model = make_model(made);
    std::vector<VariantCost>& costs = all.emplace_back();
    for (const Index n : positions) {
      const ModelCost cost = count_cost(made, model->parameters(), n);
      costs.push_back({n, cost.multiplications(), seen_cache_values(made, cost)});
    }
  }
  return all;
}

}  // namespace attnlab
