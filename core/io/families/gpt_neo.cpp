// GPT-Neo (Black et al. 2021): its row.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/families/model_family.h"
#include "core/io/families/window_size.h"

namespace attnlab {
namespace {

constexpr FamilyArchitecture kNeoArchitectures[] = {{"GPTNeoForCausalLM"}, {"GPTNeoModel"}};

ModelConfig neo_config() {
  ModelConfig config;
  config.architecture = "gpt";
  config.positions = "learned";
  config.norm = "pre";
  config.norm_kind = "layer";
  config.bias = true;
  config.qkv_bias = "off";
  config.scaled_scores = false;
  config.mask = {.window = 256, .every = 2};
  return config;
}

Index four_times_as_wide(const ModelConfig& config) { return 4 * config.width; }

nlohmann::json give_window(const ModelConfig& config) {
  return config.mask.window > 0 ? config.mask.window : 256;
}

/// ["global", "local", "global", "local"]: the kind of each layer, as [[["global", "local"], 2]].
nlohmann::json turns_of_layers(const nlohmann::json& layers) {
  using Json = nlohmann::json;
  const std::size_t count = layers.size();
  const auto kind_of = [&](std::size_t layer) { return layers[layer]; };
  for (const std::size_t kinds : {std::size_t{1}, std::size_t{2}}) {
    bool repeats = count % kinds == 0;
    for (std::size_t i = kinds; repeats && i < count; ++i) repeats = kind_of(i) == kind_of(i - kinds);
    if (!repeats) continue;
    Json turns = Json::array();
    for (std::size_t i = 0; i < kinds; ++i) turns.push_back(kind_of(i));
    return Json::array({Json::array({turns, count / kinds})});
  }
  return layers;
}

/// The names of both: newer programs also write the resulting kind of each layer.
constexpr std::string_view kTurnsNames[] = {"attention_layers"};

/// [[["global", "local"], 12]]: kinds of layers that alternate. All are the same, or every second is local.
void take_turns(const nlohmann::json& said, ModelConfig& config) {
  using Json = nlohmann::json;
  const bool of_layers = said.is_array() && !said.empty() && said[0].is_string();
  const Json value = of_layers ? turns_of_layers(said) : said;
  const bool one = value.is_array() && value.size() == 1 && value[0].is_array() && value[0].size() == 2;
  const Json turns = one ? value[0][0] : Json();
  const Index kinds = std::max<Index>(1, count_of(turns));
  if (one && (config.layers % kinds != 0 || value[0][1] != config.layers / kinds))
    throw std::invalid_argument("a list for num_layers layers");
  if (turns == Json{"global", "local"})
    config.mask.every = 2;
  else if (turns == Json{"local"})
    config.mask.every = 1;
  else if (turns == Json{"global"})
    config.mask = {};
  else
    throw std::invalid_argument(
        "one list in which \"global\" and \"local\" alternate, or only one of them occurs");
}

nlohmann::json give_turns(const ModelConfig& config) {
  using Json = nlohmann::json;
  const bool windows = config.mask.hides(), all = config.mask.every == 1;
  const Json turns = !windows ? Json{"global"} : all ? Json{"local"} : Json{"global", "local"};
  return Json::array({Json::array({turns, config.layers / count_of(turns)})});
}

constexpr FamilyKey::Word kNeoActivations[] = {{"gelu_new", "gelu_tanh"},  {"gelu_pytorch_tanh", "gelu_tanh"},
                                               {"gelu", "gelu"},           {"relu", "relu"},
                                               {"gelu_fast", "gelu_tanh"}, {"gelu_python", "gelu"},
                                               {"silu", "silu"},           {"swish", "silu"}};

constexpr FamilyKey kNeoKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "50257"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "2048"},
    {.name = "hidden_size", .option = &ModelConfig::width, .usual = "2048"},
    {.name = "num_layers", .option = &ModelConfig::layers, .usual = "24"},
    {.name = "num_heads", .option = &ModelConfig::heads, .usual = "16"},
    {.name = "intermediate_size",
     .option = &ModelConfig::feed_forward,
     .usual = "null",
     .unset = four_times_as_wide},
    {.name = "activation_function",
     .option = &ModelConfig::activation,
     .usual = "\"gelu_new\"",
     .words = kNeoActivations},
    {.name = "layer_norm_epsilon", .option = &ModelConfig::norm_epsilon, .usual = "1e-5"},
    {.name = "window_size", .usual = "256", .take = take_window_size, .give = give_window},
    {.name = "attention_types",
     .usual = R"([[["global", "local"], 12]])",
     .take = take_turns,
     .give = give_turns,
     .also = kTurnsNames},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "true"},
    {.name = "attention_dropout"},
    {.name = "classifier_dropout"},
    {.name = "embed_dropout"},
    {.name = "resid_dropout"},
    {.name = "summary_activation"},
    {.name = "summary_first_dropout"},
    {.name = "summary_proj_to_labels"},
    {.name = "summary_type"},
    {.name = "summary_use_proj"},
};

constexpr FamilyTensor kNeoTensors[] = {
    {"target.embedding.weight", "wte.weight"},
    {"target.positions.weight", "wpe.weight"},
    {"decoder.layers.N.attention_norm.gamma", "h.N.ln_1.weight"},
    {"decoder.layers.N.attention_norm.beta", "h.N.ln_1.bias"},
    {"decoder.layers.N.self_attention.query.weight", "h.N.attn.attention.q_proj.weight"},
    {"decoder.layers.N.self_attention.key.weight", "h.N.attn.attention.k_proj.weight"},
    {"decoder.layers.N.self_attention.value.weight", "h.N.attn.attention.v_proj.weight"},
    {"decoder.layers.N.self_attention.output.weight", "h.N.attn.attention.out_proj.weight"},
    {"decoder.layers.N.self_attention.output.bias", "h.N.attn.attention.out_proj.bias"},
    {"decoder.layers.N.feed_forward_norm.gamma", "h.N.ln_2.weight"},
    {"decoder.layers.N.feed_forward_norm.beta", "h.N.ln_2.bias"},
    {"decoder.layers.N.feed_forward.expand.weight", "h.N.mlp.c_fc.weight"},
    {"decoder.layers.N.feed_forward.expand.bias", "h.N.mlp.c_fc.bias"},
    {"decoder.layers.N.feed_forward.contract.weight", "h.N.mlp.c_proj.weight"},
    {"decoder.layers.N.feed_forward.contract.bias", "h.N.mlp.c_proj.bias"},
    {"decoder.norm.gamma", "ln_f.weight"},
    {"decoder.norm.beta", "ln_f.bias"},
    {"output.weight", "lm_head.weight"},
};

/// Masks that older files hold, and the output where it is the embedding.
constexpr std::string_view kNeoSkipped[] = {"h.N.attn.attention.bias", "h.N.attn.attention.masked_bias",
                                            "lm_head.weight"};

constexpr std::string_view kNeoAdded[] = {"<|endoftext|>"};

constexpr std::string_view kNeoBare[] = {"lm_head."};

}  // namespace

extern const ModelFamily kNeoFamily = {.name = "gpt_neo",
                                       .title = "GPT-Neo",
                                       .architectures = kNeoArchitectures,
                                       .config = neo_config,
                                       .keys = kNeoKeys,
                                       .prefix = "transformer.",
                                       .without_prefix = kNeoBare,
                                       .tensors = kNeoTensors,
                                       .skipped = kNeoSkipped,
                                       .added = kNeoAdded};

}  // namespace attnlab
