// Keys of config.json with two names: the same said twice is the same model, and a contradiction names both.
#include <gtest/gtest.h>

#include "tests/input/family_copies.h"

namespace attnlab::testing {
namespace {

/// Keys that are put into a golden config.json, and keys that are taken out of it.
struct TwoNames {
  const char* folder;
  nlohmann::json put;
  std::vector<const char*> taken = {};
};

/// The config.json of `names.folder`, changed, in `to`.
void write_config(const TwoNames& names, const std::filesystem::path& to) {
  copy_changed(names.folder, to, [&](nlohmann::json& config) {
    for (const char* key : names.taken) config.erase(key);
    config.update(names.put);
  });
}

nlohmann::json config_of(const char* folder) {
  return nlohmann::json::parse(read_bytes(family_folder_of(folder) / "config.json"));
}

void expect_same(const TwoNames& names) {
  const TempFolder folder;
  write_config(names, folder / "m");
  const Checkpoint read = expect_same_model(folder / "m", family_folder_of(names.folder));
  EXPECT_TRUE(read.remarks.empty()) << names.folder << " " << names.put << " " << read.remarks[0];
}

TEST(TwoNamesOfAKey, MaySayTheSame) {
  const nlohmann::json neox = config_of("neox"), llama3 = config_of("llama3"), t5 = config_of("t5_gated"),
                       neo = config_of("gpt_neo"), gpt2 = config_of("gpt2"), distil = config_of("distilbert");
  const nlohmann::json share = neox.at("rotary_pct"), base = neox.at("rotary_emb_base");
  expect_same({"neox", {{"partial_rotary_factor", share}}});
  expect_same({"neox", {{"partial_rotary_factor", nullptr}, {"rope_scaling", nullptr}}});
  expect_same({"neox", {{"partial_rotary_factor", share}}, {"rotary_pct"}});
  expect_same({"neox", {{"rope_theta", base.get<double>()}}});
  expect_same({"neox", {{"rope_theta", base}}, {"rotary_emb_base"}});
  expect_same({"neox", {{"rope_parameters", {{"rope_theta", base}, {"partial_rotary_factor", share}}}}});
  expect_same({"neox", {{"layer_norm_epsilon", neox.at("layer_norm_eps")}}});
  nlohmann::json both = llama3.at("rope_scaling");
  both["rope_theta"] = llama3.at("rope_theta");
  both["type"] = both.at("rope_type");
  expect_same({"llama3", {{"rope_parameters", both}}});
  expect_same({"llama3", {{"rope_parameters", both}}, {"rope_scaling", "rope_theta"}});
  expect_same({"llama3", {{"rope_scaling", both}}, {"rope_theta"}});
  expect_same({"llama", {{"dtype", "float16"}, {"torch_dtype", "float16"}, {"partial_rotary_factor", 1.0}}});
  expect_same({"gpt2", {{"hidden_size", gpt2.at("n_embd")}, {"num_hidden_layers", gpt2.at("n_layer")}}});
  expect_same({"gpt2", {{"max_position_embeddings", gpt2.at("n_positions")}}, {"n_positions"}});
  expect_same({"gpt2", {{"n_ctx", gpt2.at("n_positions")}}, {"n_positions"}});
  expect_same({"gpt2", {{"n_ctx", 7}}}) /* only masks had this size */;
  expect_same({"t5_gated", {{"dense_act_fn", "gelu_new"}, {"is_gated_act", true}}});
  expect_same({"t5_gated", {{"dense_act_fn", "gelu_new"}, {"is_gated_act", true}}, {"feed_forward_proj"}});
  expect_same({"t5_gated", {{"head_dim", t5.at("d_kv")}, {"num_hidden_layers", t5.at("num_layers")}}});
  nlohmann::json layers = nlohmann::json::array();
  const nlohmann::json turns = neo.at("attention_types")[0];
  for (int i = 0; i < turns[1]; ++i)
    for (const nlohmann::json& kind : turns[0]) layers.push_back(kind);
  expect_same({"gpt_neo", {{"attention_layers", layers}}});
  expect_same({"gpt_neo", {{"attention_layers", layers}}, {"attention_types"}});
  expect_same({"distilbert", {{"hidden_size", distil.at("dim")}}});
  expect_same({"distilbert", {{"hidden_size", distil.at("dim")}}, {"dim"}});
  expect_same({"bert_class", {{"num_labels", 3}}});
  expect_same({"bert", {{"layer_norm_epsilon", nullptr}}});
}

/// Expects that the changed config.json is refused by a line with all of `parts`.
void expect_refused(const TwoNames& names, std::initializer_list<const char*> parts) {
  const TempFolder folder;
  write_config(names, folder / "m");
  const std::string error = loading_error(folder / "m");
  for (const char* part : parts) expect_has(error, part);
}

TEST(TwoNamesOfAKey, MustNotContradictEachOther) {
  constexpr const char* kTwo = "both name the same value";
  expect_refused({"neox", {{"partial_rotary_factor", 0.75}}},
                 {"rotary_pct is '", "partial_rotary_factor is '0.75'", kTwo});
  expect_refused({"neox", {{"rope_theta", 77}}}, {"rotary_emb_base is '", "rope_theta is '77'", kTwo});
  expect_refused({"neox", {{"rope_parameters", {{"rope_theta", 77}}}}},
                 {"rotary_emb_base", "rope_parameters.rope_theta is '77'", kTwo});
  expect_refused({"llama", {{"rope_theta", 10000}, {"rope_parameters", {{"rope_theta", 500000}}}}},
                 {"rope_theta is '10000'", "rope_parameters.rope_theta is '500000'", kTwo});
  expect_refused({"llama3", {{"rope_parameters", {{"rope_type", "linear"}, {"factor", 2}}}}},
                 {"rope_scaling is '", "rope_parameters is '", kTwo});
  expect_refused({"llama", {{"rope_scaling", {{"rope_type", "linear"}, {"type", "yarn"}, {"factor", 2}}}}},
                 {"rope_type and type agree"});
  expect_refused({"gpt2", {{"hidden_size", 7}}}, {"n_embd is '", "hidden_size is '7'", kTwo});
  expect_refused({"gpt2", {{"layer_norm_eps", 0.5}}}, {"layer_norm_epsilon is '", "layer_norm_eps is '0.5'"});
  expect_refused({"qwen2", {{"n_layer", 40}}}, {"num_hidden_layers is '", "n_layer is '40'", kTwo});
  expect_refused(
      {"t5_gated", {{"dense_act_fn", "relu"}}},
      {"dense_act_fn is '\"relu\"', but must be gelu_new, because feed_forward_proj is gated-gelu"});
  expect_refused({"t5", {{"is_gated_act", true}}}, {"is_gated_act is 'true', but must be false"});
  expect_refused({"t5", {{"head_dim", 77}}}, {"d_kv is '", "head_dim is '77'", kTwo});
  expect_refused({"gpt_neo", {{"attention_layers", {"local", "local"}}}},
                 {"attention_types is '", "attention_layers is '", kTwo});
  expect_refused({"bert_class", {{"num_labels", 4}}}, {"num_labels is 4, but id2label names 3"});
}

TEST(KeysOfAngles, YarnsOriginalLengthIsUsuallyTheContext) {
  for (const nlohmann::json& original : {nlohmann::json(), nlohmann::json(48)}) {
    const TempFolder folder;
    copy_changed("yarn", folder / "m", [&](nlohmann::json& config) {
      config["max_position_embeddings"] = 48;
      config["rope_scaling"]["original_max_position_embeddings"] = original;
      if (original.is_null()) config["rope_scaling"].erase("original_max_position_embeddings");
    });
    EXPECT_EQ(load_checkpoint(folder / "m").preset.model.rotary_original, 48);
  }
}

TEST(KeysOfFlags, NullIsFalse) {
  expect_same({"gpt2", {{"scale_attn_by_inverse_layer_idx", nullptr}, {"add_cross_attention", nullptr}}});
  expect_same(
      {"llama", {{"attention_bias", nullptr}, {"mlp_bias", nullptr}, {"tie_word_embeddings", nullptr}}});
  expect_same({"qwen2", {{"use_sliding_window", nullptr}}});
  expect_same({"bert", {{"position_embedding_type", nullptr}, {"is_decoder", nullptr}}});
  expect_same({"bart", {{"scale_embedding", nullptr}, {"normalize_before", nullptr}}});
  expect_refused({"bart", {{"is_encoder_decoder", nullptr}}}, {"is_encoder_decoder is 'null'"});
  expect_refused({"gpt2", {{"scale_attn_weights", 0}}}, {"scale_attn_weights is '0', but must be true or"});
}

TEST(KeysOfActivations, HaveAllNamesOfAFunction) {
  for (const auto& [folder, key, name, ours] :
       {std::tuple("gpt2", "activation_function", "gelu_python", "gelu"),
        std::tuple("gpt2", "activation_function", "silu", "silu"),
        std::tuple("gpt_neo", "activation_function", "swish", "silu"),
        std::tuple("neox", "hidden_act", "gelu_python", "gelu"),
        std::tuple("llama", "hidden_act", "swish", "swiglu"),
        std::tuple("bert", "hidden_act", "gelu_fast", "gelu_tanh"),
        std::tuple("roberta", "hidden_act", "gelu_python", "gelu"),
        std::tuple("distilbert", "activation", "gelu_python", "gelu"),
        std::tuple("bart", "activation_function", "gelu_fast", "gelu_tanh")}) {
    const TempFolder to;
    write_config({folder, {{key, name}}}, to / "m");
    EXPECT_EQ(load_checkpoint(to / "m").preset.model.activation, ours) << folder << " " << name;
  }
}

TEST(KeysOfNorms, OfMeanSquaresAreNotThoseOfOthers) {
  const TempFolder folder;
  write_config({"llama", {{"layer_norm_eps", 0.5}}}, folder / "m");
  const Checkpoint read = expect_same_model(folder / "m", family_folder_of("llama"));
  EXPECT_EQ(read.remarks.size(), 1u) << "a key that is not known";
}

}  // namespace
}  // namespace attnlab::testing
