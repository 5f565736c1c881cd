// PyTorch facts: a row each, and the options that they cover.
#include "core/io/pytorch/pytorch_facts.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/layers/alignment_kind.h"
#include "core/layers/norm_placement.h"
#include "core/layers/output_layer_kind.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"
#include "core/models/pooling_kind.h"
#include "core/models/transformer_parts.h"
#include "core/ops/basic/activation.h"

namespace attnlab {
namespace {

/// An option of models that the Python follows; of a name, with the values that it knows.
struct KnownOption {
  std::string_view name;
  std::vector<std::string_view> values = {};
};

const std::vector<KnownOption>& known_options() {
  static const std::vector<KnownOption> kOptions = {
      {"architecture",
       {"gpt", "encoder", "encoder_decoder", "vision", "vision_decoder", "recurrent", "recurrent_seq2seq",
        "vision_recurrent", "word_vectors", "superposition"}},
      {"output", {"tokens", "labels", "class"}},
      {"layers"},
      {"decoder_layers"},
      {"width"},
      {"context"},
      {"source_vocabulary"},
      {"target_vocabulary"},
      {"bias"},
      {"tied_output"},
      {"output_bias"},
      {"scaled_output"},
      {"shared_embeddings"},
      {"embedding_scale", {"usual", "on", "off"}},
      {"dropout"},
      {"initialization", {"gpt", "glorot"}},
      {"heads"},
      {"key_value_heads"},
      {"head_width"},
      {"feed_forward"},
      {"norm", {"pre", "post", "none"}},
      {"norm_kind", {"layer", "rms"}},
      {"norm_epsilon"},
      {"activation", {"relu", "relu_squared", "gelu", "gelu_tanh", "silu", "swiglu", "geglu_tanh"}},
      {"positions", {"learned", "sinusoidal", "rotary", "alibi", "relative_bias", "none"}},
      {"sine_layout", {"turns", "halves"}},
      {"rotary_base"},
      {"rotary_share"},
      {"rotary_scaling", {kUnscaledAngles, kLinearAngles, kLlama3Angles, kYarnAngles}},
      {"rotary_factor"},
      {"rotary_original"},
      {"rotary_low"},
      {"rotary_high"},
      {"rotary_gain"},
      {"relative_buckets"},
      {"relative_distance"},
      {"scaled_scores"},
      {"qkv_bias", {"same", "on", "off"}},
      {"parallel"},
      {"input_norm"},
      {"padding_token"},
      {"segments"},
      {"output_layer", {"none", "transform", "tanh", "relu"}},
      {"causal"},
      {"window"},
      {"sinks"},
      {"window_every"},
      {"experts"},
      {"experts_per_token"},
      {"balance_weight"},
      {"cell", {"rnn_tanh", "rnn_relu", "lstm", "gru"}},
      {"bidirectional"},
      {"alignment", {"none", "additive", "dot", "general", "concat"}},
      {"importance"},
      {"pooling", {"mean", "cls", "first", "last"}},
      {"picture_size"},
      {"picture_channels"},
      {"patch_size"},
      {"pixel_mean"},
      {"pixel_deviation"},
  };
  return kOptions;
}

/// A fact, and when it holds for a model of Transformer blocks, of cells, or of any kind.
struct Fact {
  std::string_view name;
  bool (*holds)(const ModelConfig&);
};

bool gated(const ModelConfig& c) { return activation_kind(c.activation).gated != nullptr; }
bool gives_one(const ModelConfig& c) { return gives_class(format_of(c)); }
bool balances(const ModelConfig& c) { return c.experts > 0 && c.balance_weight > 0; }
bool one_score(const ModelConfig& c) {
  return format_of(c) == Format::WordContext || format_of(c) == Format::Numbers;
}

constexpr Fact kFacts[] = {
    {"bias", [](const ModelConfig& c) { return c.bias; }},
    {"shared", [](const ModelConfig& c) { return c.shared_embeddings; }},
    {"stream", [](const ModelConfig& c) { return format_of(c) == Format::Stream; }},
    {"pictures", [](const ModelConfig& c) { return has_picture(format_of(c)); }},
    {"pools", gives_one},
    {"mean", [](const ModelConfig& c) { return gives_one(c) && c.pooling == "mean"; }},
    {"first", [](const ModelConfig& c) { return gives_one(c) && pooling_kind(c.pooling).first_row; }},
    {"last", [](const ModelConfig& c) { return gives_one(c) && c.pooling == "last"; }},
    {"cells", one_score},
    {"binary", [](const ModelConfig& c) { return format_of(c) == Format::WordContext; }},
    {"numbers", [](const ModelConfig& c) { return format_of(c) == Format::Numbers; }},
    {"cross_entropy", [](const ModelConfig& c) { return !one_score(c); }},
};

constexpr Fact kBlockFacts[] = {
    {"qkv_bias", has_qkv_bias},
    {"norms", [](const ModelConfig& c) { return norm_placement(c.norm).has_norms(); }},
    {"pre", [](const ModelConfig& c) { return norm_placement(c.norm).before(); }},
    {"post", [](const ModelConfig& c) { return norm_placement(c.norm).after(); }},
    {"rms", [](const ModelConfig& c) { return c.norm_kind == "rms"; }},
    {"learned", [](const ModelConfig& c) { return c.positions == "learned"; }},
    {"waves", [](const ModelConfig& c) { return c.positions == "sinusoidal"; }},
    {"sine_halves", has_sine_halves},
    {"scaled_embedding", [](const ModelConfig& c) { return embedding_factor(c) != 1; }},
    {"rotary", [](const ModelConfig& c) { return c.positions == "rotary"; }},
    {"linear_angles", [](const ModelConfig& c) { return c.rotary_scaling == kLinearAngles; }},
    {"llama3_angles", [](const ModelConfig& c) { return c.rotary_scaling == kLlama3Angles; }},
    {"yarn_angles", [](const ModelConfig& c) { return c.rotary_scaling == kYarnAngles; }},
    {"partly_turned", [](const ModelConfig& c) { return rotary_turns(c).turned < c.head_size(); }},
    {"alibi", [](const ModelConfig& c) { return c.positions == "alibi"; }},
    {"relative_bias", [](const ModelConfig& c) { return c.positions == "relative_bias"; }},
    {"score_bias", [](const ModelConfig& c) { return position_scheme(c.positions).score_bias != nullptr; }},
    {"scaled", [](const ModelConfig& c) { return c.scaled_scores; }},
    {"parallel", [](const ModelConfig& c) { return c.parallel; }},
    {"decoder_layers", [](const ModelConfig& c) { return c.decoder_layers > 0; }},
    {"scaled_output", [](const ModelConfig& c) { return c.scaled_output; }},
    {"input_norm", [](const ModelConfig& c) { return c.input_norm; }},
    {"padded", [](const ModelConfig& c) { return c.padding_token >= 0; }},
    {"segments", [](const ModelConfig& c) { return c.segments > 0; }},
    {"output_layer", [](const ModelConfig& c) { return output_layer_kind(c.output_layer).is_there(); }},
    {"transform", [](const ModelConfig& c) { return c.output_layer == "transform"; }},
    {"tanh_layer", [](const ModelConfig& c) { return c.output_layer == "tanh"; }},
    {"relu_layer", [](const ModelConfig& c) { return c.output_layer == "relu"; }},
    {"window", [](const ModelConfig& c) { return c.mask.window > 0; }},
    {"some_windows", [](const ModelConfig& c) { return c.mask.window > 0 && c.mask.every > 1; }},
    {"sinks", [](const ModelConfig& c) { return c.mask.sinks > 0; }},
    {"grouped", [](const ModelConfig& c) { return c.key_heads() != c.heads; }},
    {"feed_forward", has_feed_forward},
    {"experts", [](const ModelConfig& c) { return c.experts > 0; }},
    {"balanced", balances},
    {"gated", gated},
    {"relu", [](const ModelConfig& c) { return c.activation == "relu"; }},
    {"relu_squared", [](const ModelConfig& c) { return c.activation == "relu_squared"; }},
    {"gelu", [](const ModelConfig& c) { return c.activation == "gelu"; }},
    {"gelu_tanh",
     [](const ModelConfig& c) { return c.activation == "gelu_tanh" || c.activation == "geglu_tanh"; }},
    {"silu", [](const ModelConfig& c) { return c.activation == "silu" || c.activation == "swiglu"; }},
    {"class_token", has_class_token},
    {"cross", [](const ModelConfig& c) { return architecture_of(c).has_two_stacks(); }},
    {"pixel_scale", [](const ModelConfig& c) { return c.pixel_mean != 0 || c.pixel_deviation != 1; }},
};

constexpr Fact kCellFacts[] = {
    {"rnn", [](const ModelConfig& c) { return c.cell == "rnn_tanh" || c.cell == "rnn_relu"; }},
    {"rnn_relu", [](const ModelConfig& c) { return c.cell == "rnn_relu"; }},
    {"lstm", [](const ModelConfig& c) { return c.cell == "lstm"; }},
    {"gru", [](const ModelConfig& c) { return c.cell == "gru"; }},
    {"bidirectional", [](const ModelConfig& c) { return c.bidirectional; }},
    {"aligned", [](const ModelConfig& c) { return alignment_kind(c.alignment).looks_back(); }},
    {"additive", [](const ModelConfig& c) { return c.alignment == "additive"; }},
    {"additive_score",
     [](const ModelConfig& c) { return c.alignment == "additive" || c.alignment == "concat"; }},
    {"dot", [](const ModelConfig& c) { return c.alignment == "dot"; }},
    {"looks_after",
     [](const ModelConfig& c) {
       return alignment_kind(c.alignment).when == AlignmentKind::When::AfterAllSteps;
     }},
};

void add_facts(std::span<const Fact> facts, const ModelConfig& config, PythonFacts& all) {
  for (const Fact& fact : facts)
    if (fact.holds(config)) all.emplace(fact.name);
}

bool has_parameter(const Model& model, const Site& site) {
  return std::ranges::any_of(model.parameters().all(),
                             [&](const Parameter& parameter) { return parameter.site == &site; });
}

constexpr std::string_view kPairs = "pairs", kNamed = "named", kCut = "cut";

}  // namespace

void check_pytorch_options(const ModelConfig& config) {
  ModelConfig own = config, usual;
  const Fields all = model_fields(own), defaults = model_fields(usual), used = used_model_fields(own);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (std::ranges::find(used, all[i].name, &Field::name) == used.end()) continue;
    const auto known = std::ranges::find(known_options(), all[i].name, &KnownOption::name);
    const std::string value = field_text(all[i]);
    const std::string what =
        "model." + std::string(all[i].name) + " " + value + " cannot be exported to PyTorch";
    if (known == known_options().end()) {
      if (value != field_text(defaults[i])) throw std::invalid_argument(what);
      continue;
    }
    if (known->values.empty() || std::ranges::find(known->values, value) != known->values.end()) continue;
    throw std::invalid_argument(
        what + ": use " + either_of(std::vector<std::string>(known->values.begin(), known->values.end())));
  }
}

PythonFacts pytorch_facts(const Model& model) {
  const ModelConfig& config = model.config();
  PythonFacts facts{config.architecture};
  add_facts(kFacts, config, facts);
  if (is_transformer(config)) add_facts(kBlockFacts, config, facts);
  if (architecture_of(config).has_cells()) add_facts(kCellFacts, config, facts);
  if (!has_parameter(model, model_sites::kOutputWeight)) facts.emplace("tied");
  if (has_parameter(model, model_sites::kOutputBias)) facts.emplace("logit_bias");
  return facts;
}

bool has_python_tokenizer(const Vocabularies& vocabularies) {
  return !vocabularies.target.pipeline() && !(vocabularies.source && vocabularies.source->pipeline());
}

PythonFacts tokenizer_facts(const Vocabularies& vocabularies) {
  PythonFacts facts;
  const auto add = [&](const Tokenizer& tokenizer) {
    const bool of_bytes = tokenizer.byte_pairs() != nullptr;
    facts.emplace(of_bytes ? kPairs : token_level(tokenizer.level()).name);
    if (tokenizer.level() != TokenLevel::Characters) facts.emplace(kCut);
    if (tokenizer.pair_vocabulary()) facts.emplace(kNamed);
  };
  add(vocabularies.target);
  if (vocabularies.source) add(*vocabularies.source);
  return facts;
}

}  // namespace attnlab
