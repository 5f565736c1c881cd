// Variants: changes to a preset, and those that make a model.
#include "core/training/variants.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/rows.h"
#include "core/layers/position_scheme.h"

namespace attnlab {
namespace {

using Variants = std::vector<Variant>;

/// Adds `preset` if it makes a model.
void add(Variants& all, std::string name, Preset preset) {
  try {
    // A task's vocabulary is found when it is built; any will do here.
    Preset checked = preset;
    if (has_source(format_of(checked.model)))
      checked.model.source_vocabulary = std::max<Index>(checked.model.source_vocabulary, 8);
    validate(checked.model);
  } catch (const std::invalid_argument&) {
    return;
  }
  all.push_back({std::move(name), std::move(preset)});
}

void add_with(Variants& all, std::string name, const Preset& preset, const std::string& option) {
  Preset changed = preset;
  set_option(changed, option);
  add(all, std::move(name), std::move(changed));
}

Variants norm_places(const Preset& preset) {
  Variants all;
  add_with(all, "pre-norm", preset, "model.norm=pre");
  add_with(all, "post-norm", preset, "model.norm=post");
  return all;
}

Variants scalings(const Preset& preset) {
  Variants all;
  add_with(all, "with √d_k", preset, "model.scaled_scores=true");
  add_with(all, "without √d_k", preset, "model.scaled_scores=false");
  return all;
}

Variants with_and_without_positions(const Preset& preset) {
  Variants all;
  const std::string& own = preset.model.positions;
  const std::string with = position_scheme(own).tells_places() ? own : ModelConfig().positions;
  add_with(all, with + " positions", preset, "model.positions=" + with);
  add_with(all, "no positions", preset, "model.positions=none");
  return all;
}

Variants head_counts(const Preset& preset) {
  Variants all;
  for (const int count : {1, 2, 4, 8}) {
    Preset changed = preset;
    changed.model.heads = count;
    changed.model.key_value_heads = 0;
    add(all, std::to_string(count) + (count == 1 ? " head" : " heads"), std::move(changed));
  }
  return all;
}

/// What models of all architectures have, of `from`; the rest as it is by itself.
ModelConfig with_architecture(const ModelConfig& from, std::string_view architecture) {
  ModelConfig config;
  config.architecture = architecture;
  config.output = from.output;
  config.layers = from.layers;
  config.width = from.width;
  config.context = from.context;
  config.source_vocabulary = from.source_vocabulary;
  config.target_vocabulary = from.target_vocabulary;
  config.bias = from.bias;
  config.tied_output = from.tied_output;
  config.dropout = from.dropout;
  config.initialization = "glorot";
  return config;
}

/// The Transformer for what the model reads and predicts; "" where there is none that recurrent networks
/// could stand beside.
std::string_view transformer_for(const ModelConfig& config) {
  if (config.architecture == "vision" || format_of(config) == Format::Masked) return "";
  if (is_transformer(config)) return config.architecture;
  if (config.architecture == "recurrent_seq2seq") return "encoder_decoder";
  if (config.architecture != "recurrent") return "";
  return config.output == "tokens" ? "gpt" : "encoder";
}

std::string_view network_for(std::string_view transformer) {
  return transformer == "encoder_decoder" ? "recurrent_seq2seq" : "recurrent";
}

bool has_counterpart(const ModelConfig& config) { return !transformer_for(config).empty(); }

Variants cell_kinds(const Preset& preset) {
  Variants all;
  const std::string_view transformer = transformer_for(preset.model);
  const bool own_network = !is_transformer(preset.model);
  for (const auto& [cell, name] : {std::pair{"rnn_tanh", "RNN"}, {"lstm", "LSTM"}, {"gru", "GRU"}}) {
    Preset changed = preset;
    if (!own_network) changed.model = with_architecture(preset.model, network_for(transformer));
    changed.model.cell = cell;
    add(all, name, std::move(changed));
  }
  Preset changed = preset;
  if (own_network) {
    changed.model = with_architecture(preset.model, transformer);
    changed.model.feed_forward = 4 * changed.model.width;
    changed.model.pooling = "mean";
  }
  add(all, "Transformer", std::move(changed));
  return all;
}

}  // namespace

std::span<const VariantKind> variant_kinds() {
  static constexpr VariantKind kKinds[] = {
      {.name = "norm",
       .title = "Pre-norm or post-norm",
       .asks = "Does the norm stand before or after each sublayer?",
       .fits = is_transformer,
       .variants = norm_places},
      {.name = "scaling",
       .title = "With or without √d_k",
       .asks = "What happens to learning when scores are not divided?",
       .fits = is_transformer,
       .variants = scalings},
      {.name = "positions",
       .title = "With or without positions",
       .asks = "What can a model learn that does not know the order?",
       .fits = is_transformer,
       .variants = with_and_without_positions},
      {.name = "heads",
       .title = "1, 2, 4 or 8 heads",
       .asks = "How many heads does this task want?",
       .fits = is_transformer,
       .variants = head_counts},
      {.name = "cells",
       .title = "RNN, LSTM, GRU, Transformer",
       .asks = "What did each of them bring?",
       .fits = has_counterpart,
       .variants = cell_kinds},
  };
  return kKinds;
}

const VariantKind& variant_kind(std::string_view name) {
  return row_named(variant_kinds(), "experiment", name);
}

std::vector<Variant> variants_of(const VariantKind& kind, const Preset& preset) {
  if (!kind.fits(preset.model)) return {};
  Variants all = kind.variants(preset);
  return all.size() > 1 ? all : Variants{};
}

std::vector<Variant> variants_of(std::string_view kind, const Preset& preset) {
  return variants_of(variant_kind(kind), preset);
}

}  // namespace attnlab
