// Hostile folders of other programs' models: files cut off, changed, or leading elsewhere. One clear line
// each.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "core/tensor/random.h"
#include "tests/support/expect_has.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const fs::path kGoodFolders = fs::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families";
constexpr const char *kSharded = "model.safetensors.index.json",
                     *kFirstShard = "model-00001-of-00002.safetensors",
                     *kSecondShard = "model-00002-of-00002.safetensors";

/// A copy of a good folder, some file of which is changed.
class FamilyInput : public ::testing::Test {
 protected:
  void use(const std::string& name) {
    fs::remove_all(folder_ / "m");
    fs::create_directories(folder_ / "m");
    for (const auto& file : fs::directory_iterator(kGoodFolders / name))
      if (file.path().filename() != "expected.safetensors") fs::copy(file.path(), folder_ / "m");
  }
  void SetUp() override { use("gpt2"); }

  fs::path path(const std::string& file) const { return folder_ / "m" / file; }
  std::string bytes(const std::string& file) const { return read_bytes(path(file)); }

  /// The message of loading; "" where it loads.
  std::string error() {
    try {
      load_checkpoint(folder_ / "m");
      return "";
    } catch (const std::runtime_error& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      EXPECT_LT(message.size(), 1000u) << message;
      return message;
    }
  }
  /// The message with `bytes` in one file, which is then restored.
  std::string error_with(const std::string& file, const std::string& changed) {
    const std::string good = bytes(file);
    write_bytes(path(file), changed);
    const std::string message = error();
    write_bytes(path(file), good);
    return message;
  }
  template <typename F>
  std::string error_after(const std::string& file, const F& change) {
    Json json = Json::parse(bytes(file));
    change(json);
    return error_with(file, json.dump());
  }
  std::string error_without(const std::string& file) {
    const std::string good = bytes(file);
    fs::remove(path(file));
    const std::string message = error();
    write_bytes(path(file), good);
    return message;
  }
  /// The message with another header of `file`, the same cells behind it.
  template <typename F>
  std::string error_after_header(const std::string& file, const F& change) {
    const std::string good = bytes(file);
    std::uint64_t length = 0;
    std::memcpy(&length, good.data(), sizeof length);
    Json header = Json::parse(good.substr(sizeof length, length));
    change(header);
    const std::string text = header.dump();
    length = text.size();
    std::string changed(sizeof length, '\0');
    std::memcpy(changed.data(), &length, sizeof length);
    return error_with(file, changed + text + good.substr(good.size() - cells_of(good)));
  }
  static std::size_t cells_of(const std::string& file) {
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof length);
    return file.size() - sizeof length - length;
  }

  TempFolder folder_;
};

TEST_F(FamilyInput, GoodOnesLoad) {
  for (const char* name :
       {"gpt2", "gpt2_f16", "gpt2_bf16", "neox", "llama", "bert", "roberta", "distilbert"}) {
    use(name);
    EXPECT_EQ(error(), "") << name;
    EXPECT_TRUE(holds_model(folder_ / "m")) << name;
    EXPECT_FALSE(is_checkpoint(folder_ / "m")) << name << ": nothing is saved over it";
  }
}

TEST_F(FamilyInput, ValuesOfConfigAreNamedByTheirKeys) {
  struct Change {
    const char* key;
    Json value;
    const char* part;
  };
  const Change changes[] = {
      {"model_type", "gtp2", "model_type is '\"gtp2\"', but must be gpt2, gpt_neo, gpt_neox, llama"},
      {"model_type", 7, "model_type is '7'"},
      {"architectures", Json::array({"GPT2ForSequenceClassification"}), "GPT2LMHeadModel or GPT2Model"},
      {"n_layer", -1, "n_layer is '-1', but must be a whole number"},
      {"n_layer", 1e300, "n_layer is"},
      {"n_layer", 1000, "n_layer is not valid: model.layers is 1000"},
      {"n_layer", 3, "tensor h.2.attn.c_attn.weight [12,36] is missing"},
      {"n_layer", 1, "'transformer.h.1.attn.c_attn.bias' [36] is in the files, but not in the GPT-2"},
      {"n_head", 0, "n_head is not valid: model.heads is 0"},
      {"n_head", 5, "n_head is not valid: model.heads is 5"},
      {"n_head", "3", "n_head is '\"3\"'"},
      {"n_embd", 13, "n_head is not valid: model.heads is 3"},
      {"n_embd", 15, "has shape [297,12], but the GPT-2 of config.json needs [297,15]"},
      {"n_positions", 17, "'transformer.wpe.weight' has shape [16,12]"},
      {"n_inner", 47, "c_fc.weight' has shape [12,48]"},
      {"n_inner", 0, "model.feed_forward is 0"},
      {"vocab_size", 999999999, "vocab_size is not valid"},
      {"vocab_size", 280, "wte.weight' has shape [297,12]"},
      {"vocab_size", 900, "wte.weight' has shape [297,12]"},
      {"activation_function", "tanh", "activation_function is '\"tanh\"', but must be gelu_new"},
      {"activation_function", nullptr, "activation_function is 'null'"},
      {"layer_norm_epsilon", "small", "layer_norm_epsilon is"},
      {"layer_norm_epsilon", 0, "layer_norm_epsilon is not valid"},
      {"scale_attn_weights", 1, "scale_attn_weights is '1', but must be true or false"},
      {"scale_attn_by_inverse_layer_idx", true,
       "must be false, because this program supports no other value"},
      {"add_cross_attention", true, "add_cross_attention is 'true'"},
      {"tie_word_embeddings", false, "tensor lm_head.weight [297,12] is missing"},
  };
  for (const Change& change : changes) {
    const std::string message =
        error_after("config.json", [&](Json& json) { json[change.key] = change.value; });
    expect_has(message, change.part);
  }
}

TEST_F(FamilyInput, ValuesOfLlamasConfigAreNamedByTheirKeys) {
  use("llama");
  const auto after = [&](const char* key, const Json& value) {
    return error_after("config.json", [&](Json& json) { json[key] = value; });
  };
  EXPECT_EQ(after("head_dim", nullptr), "");
  expect_has(after("head_dim", 8),
             "q_proj.weight' has shape [8,8], but the Llama of config.json needs [16,8]");
  expect_has(after("head_dim", 5), "because the head size is odd (head_width is 5)");
  EXPECT_EQ(after("rope_theta", 500000), "");
  expect_has(after("rope_theta", 1), "rope_theta is not valid: model.rotary_base is 1");
  expect_has(after("rope_theta", nullptr), "rope_theta is 'null', but must be a number");
  EXPECT_EQ(after("rope_parameters", {{"rope_type", "linear"}, {"factor", 2}}), "");
  EXPECT_EQ(after("rope_parameters", {{"rope_theta", 1e4}, {"rope_type", "default"}}), "");
  expect_has(after("rope_parameters",
                   {{"rope_theta", 1e4}, {"rope_type", "default"}, {"partial_rotary_factor", 0.5}}),
             "rope_parameters.partial_rotary_factor is '0.5', but must be 1");
  expect_has(after("attention_bias", true), "attention_bias is 'true'");
  expect_has(after("num_key_value_heads", nullptr), "k_proj.weight' has shape [4,8]");
  expect_has(after("max_position_embeddings", 262145), "max_position_embeddings is not valid");
  expect_has(error_after("config.json",
                         [](Json& json) {
                           json["hidden_size"] = 16384;
                           json["head_dim"] = nullptr;
                           json["max_position_embeddings"] = 65536;
                         }),
             "needs [257,16384]");  // before the table of angles is made, which would be of 2 GB
}

TEST_F(FamilyInput, ValuesOfBertsConfigAreNamedByTheirKeys) {
  use("bert");
  const auto after = [&](const char* key, const Json& value) {
    return error_after("config.json", [&](Json& json) { json[key] = value; });
  };
  expect_has(after("type_vocab_size", 3), "token_type_embeddings.weight' has shape [2,8]");
  expect_has(after("type_vocab_size", 0),
             "token_type_embeddings.weight' [2,8] is in the files, but not in the BERT");
  expect_has(after("position_embedding_type", "relative_key"), "position_embedding_type is");
  expect_has(after("is_decoder", true), "is_decoder is 'true'");
  expect_has(after("hidden_act", "silu"), "hidden_act is '\"silu\"', but must be gelu");
  expect_has(after("tie_word_embeddings", false), "tensor cls.predictions.decoder.weight [257,8] is missing");
  expect_has(after("architectures", {"BertForQuestionAnswering"}), "but must be BertForMask");
  expect_has(after("architectures", {"BertForSequenceClassification"}),
             "tensor classifier.weight [2,8] is missing");
  expect_has(after("architectures", {"BertModel"}),
             "'cls.predictions.bias' [257] is in the files, but not in the BERT");
  use("roberta");
  expect_has(after("max_position_embeddings", 1),
             "max_position_embeddings is '1', but must be a whole number");
  expect_has(after("max_position_embeddings", 11), "position_embeddings.weight' has shape [10,8]");
  expect_has(after("pad_token_id", nullptr), "pad_token_id is 'null', but must be a whole number");
  expect_has(after("pad_token_id", 9), "max_position_embeddings is '10', but must be a whole number from 11");
  use("bert_class");
  expect_has(after("id2label", {{"0", "a"}}), "tensor 'classifier.weight' has shape [3,8]");
  use("neox");
  expect_has(after("rotary_pct", 0.2), "rotary_pct is not valid: model.rotary_share is 0.2");
  expect_has(after("rope_parameters", {{"partial_rotary_factor", 0.5}}),
             "but rope_parameters.partial_rotary_factor is '0.5': both name the same value");
  expect_has(after("rotary_pct", "half"), "rotary_pct is '\"half\"', but must be a number");
}

TEST_F(FamilyInput, LabelsHaveTheirNames) {
  use("bert_class");
  const Checkpoint opened = load_checkpoint(folder_ / "m");
  const Tokenizer& classes = opened.vocabularies->target;
  ASSERT_EQ(classes.size(), 3);
  EXPECT_EQ(classes.entry(0), "very_good");
  EXPECT_EQ(classes.entry(1), "bad");
  EXPECT_EQ(classes.entry(2), "bad#2");
  ASSERT_TRUE(opened.vocabularies->source);
  EXPECT_EQ(opened.vocabularies->source->size(), 257);
}

TEST_F(FamilyInput, AbsentKeysHaveTheFamilysValuesAndUnknownOnesARemark) {
  Json config = Json::parse(bytes("config.json"));
  for (const char* key : {"activation_function", "layer_norm_epsilon", "model_type"}) config.erase(key);
  config["rope_theta"] = 10000;
  write_bytes(path("config.json"), config.dump());
  const Checkpoint opened = load_checkpoint(folder_ / "m");
  EXPECT_EQ(opened.preset.model.activation, "gelu_tanh");
  ASSERT_EQ(opened.remarks.size(), 1u);
  expect_has(opened.remarks[0], "config.json: ignored unknown keys: 'rope_theta'");
  config.erase("n_embd");
  expect_has(error_with("config.json", config.dump()), "needs [297,768]");
}

TEST_F(FamilyInput, MissingFilesAreNamed) {
  expect_has(error_without("model.safetensors"),
             "neither model.safetensors nor model.safetensors.index.json");
  expect_has(error_without("tokenizer.json"), "add tokenizer.json, or vocab.json with merges.txt");
  use("gpt2_bf16");
  expect_has(error_without("merges.txt"), "add tokenizer.json, or vocab.json with merges.txt");
  use("gpt2_f16");
  expect_has(error_without(kFirstShard), kFirstShard);
}

TEST_F(FamilyInput, FilesCutOffAnywhereAreErrors) {
  const std::string whole = bytes("model.safetensors");
  for (std::size_t size = 0; size < whole.size(); size += size < 64 ? 1 : 977)
    EXPECT_NE(error_with("model.safetensors", whole.substr(0, size)), "") << size;
  for (const char* file : {"config.json", "tokenizer.json"}) {
    const std::string text = bytes(file);
    for (std::size_t size = 0; size + 2 < text.size(); size += 1 + text.size() / 40)
      EXPECT_NE(error_with(file, text.substr(0, size)), "") << file << " " << size;
  }
}

TEST_F(FamilyInput, HeadersThatClaimTooMuchAreErrors) {
  const std::string whole = bytes("model.safetensors");
  for (const std::uint64_t length :
       {std::uint64_t{1} << 63, ~std::uint64_t{0}, std::uint64_t{whole.size()}}) {
    std::string changed = whole;
    std::memcpy(changed.data(), &length, sizeof length);
    expect_has(error_with("model.safetensors", changed), "its header claims");
  }
}

TEST_F(FamilyInput, TensorsOfOtherTypesShapesAndNamesAreErrors) {
  const std::string name = "transformer.ln_f.weight";
  const auto after = [&](const auto& change) { return error_after_header("model.safetensors", change); };
  EXPECT_EQ(after([](Json&) {}), "");
  expect_has(after([&](Json& h) { h[name]["dtype"] = "I32"; }), "has integer or boolean type");
  expect_has(after([&](Json& h) { h[name]["dtype"] = "F99"; }), "has type 'F99'");
  expect_has(after([&](Json& h) { h[name]["shape"] = {3, 4}; }), "has shape [3,4], but the GPT-2");
  expect_has(after([&](Json& h) {
               h["ln_g.weight"] = h[name];
               h.erase(name);
             }),
             "ln_f.weight [12] is missing");
  expect_has(after([&](Json& h) { h["transformer.wte.weight"]["shape"] = {12, 297}; }), "[12,297]");
}

TEST_F(FamilyInput, ValuesThatAreNotFiniteAreErrors) {
  std::string changed = bytes("model.safetensors");
  for (std::size_t i = changed.size() - 4; i < changed.size(); ++i) changed[i] = '\xFF';
  expect_has(error_with("model.safetensors", changed), "contains a value that is not finite");
}

TEST_F(FamilyInput, ShardsLieInTheFolder) {
  use("gpt2_f16");
  fs::copy(path(kFirstShard), folder_ / "outside.safetensors");
  fs::create_directories(path("sub"));
  fs::copy(path(kFirstShard), path("sub/in.safetensors"));
  const std::vector<std::string> names{"../outside.safetensors",
                                       (folder_ / "outside.safetensors").string(),
                                       "sub/in.safetensors",
                                       "./" + std::string(kFirstShard),
                                       "..",
                                       "",
                                       kSharded,
                                       "config.json",
                                       std::string(kFirstShard) + std::string(1, '\0'),
                                       std::string(300, 'a') + ".safetensors"};
  for (const std::string& name : names)
    expect_has(error_after(kSharded, [&](Json& index) { index["weight_map"]["wte.weight"] = name; }),
               "which is not the name of a .safetensors file in this folder");
  const auto after = [&](const Json& value) {
    return error_after(kSharded, [&](Json& index) { index["weight_map"]["wte.weight"] = value; });
  };
  expect_has(after(7), "which is not the name");
  expect_has(after("none.safetensors"), "none.safetensors");
  const Json index = Json::parse(bytes(kSharded));
  const bool first = index["weight_map"]["wte.weight"] == kFirstShard;
  expect_has(after(first ? kSecondShard : kFirstShard), "tensor 'wte.weight' is not in");
  EXPECT_EQ(error_after(kSharded, [](Json& json) { json["weight_map"]["lm_head.weight"] = kFirstShard; }), "")
      << "nothing needs it: it is the embedding";
  expect_has(error_after(kSharded, [](Json& json) { json.erase("weight_map"); }),
             "weight_map must be an object");
  expect_has(error_after(kSharded, [](Json& json) { json["weight_map"].erase("ln_f.bias"); }),
             "tensor ln_f.bias [12] is missing");
}

TEST_F(FamilyInput, ValuesOfTokenizersAreNamedByTheirKeys) {
  const auto after = [&](const auto& change) { return error_after("tokenizer.json", change); };
  EXPECT_EQ(after([](Json& j) { j["normalizer"] = {{"type", "NFC"}}; }), "");
  EXPECT_EQ(after([](Json& j) { j["pre_tokenizer"]["add_prefix_space"] = true; }), "");
  EXPECT_EQ(after([](Json& j) { j["added_tokens"][0]["lstrip"] = true; }), "");
  expect_has(after([](Json& j) {
               j["normalizer"] = {{"type", "NFX"}};
             }),
             "tokenizer.json: normalizer.type is \"NFX\", which is not supported; did you mean NF");
  expect_has(after([](Json& j) { j["pre_tokenizer"]["type"] = "Whitespaces"; }), "pre_tokenizer.type is");
  expect_has(after([](Json& j) { j["pre_tokenizer"]["type"] = "Whitespace"; }),
             "pre_tokenizer.add_prefix_space is not supported");
  expect_has(after([](Json& j) { j["pre_tokenizer"]["add_prefix_space"] = "yes"; }), "must be true or false");
  expect_has(after([](Json& j) { j["post_processor"]["type"] = "TemplateProcessing"; }),
             "post_processor.single is missing");
  expect_has(after([](Json& j) { j["model"]["type"] = "WordLevel"; }), "model.type is \"WordLevel\"");
  expect_has(after([](Json& j) { j["model"]["dropout"] = 0.1; }), "model.dropout is 0.1");
  expect_has(after([](Json& j) { j["model"]["cut_well"] = j["model"]["byte_fallback"] = true; }),
             "model.cut_well is not supported");
  expect_has(after([](Json& j) { j["model"].erase("vocab"); }), "vocab is missing");
  expect_has(after([](Json& j) { j["model"]["vocab"]["zqzq"] = 297; }), "but IDs must be below 297");
  expect_has(after([](Json& j) { j["model"]["vocab"]["a"] = "b"; }), "a token ID that is not a whole number");
  expect_has(after([](Json& j) { j["model"]["merges"][3] = "abc"; }), "merge 3 must be two pieces");
  expect_has(after([](Json& j) { j["model"]["merges"][3] = "zq zq"; }), "merge 3 uses a piece");
  expect_has(after([](Json& j) { j["added_tokens"][0].erase("id"); }), "must have an id");
  use("gpt2_bf16");
  write_bytes(path("tokenizer_config.json"), R"({"tokenizer_class": "RobertaTokenizer"})");
  write_bytes(path("special_tokens_map.json"), R"({"cls_token": "a", "sep_token": {"content": "b"}})");
  EXPECT_EQ(error(), "");
  EXPECT_EQ(load_checkpoint(folder_ / "m").vocabularies->target.frame().after.size(), 1u);
  write_bytes(path("special_tokens_map.json"), R"({"cls_token": "a", "sep_token": "[SEP]"})");
  expect_has(error(), "vocab.json: the vocabulary does not contain '[SEP]'");
  fs::remove(path("special_tokens_map.json"));
  fs::remove(path("tokenizer_config.json"));
  expect_has(error_with("merges.txt", "a b c\n"), "line 1 must be two pieces");
  expect_has(error_with("vocab.json", "[]"), "must contain a JSON object");
}

TEST_F(FamilyInput, OtherFilesOfTokenizersAreReadOrNamed) {
  fs::remove(path("tokenizer.json"));
  const auto with = [&](const std::string& file, const std::string& content) {
    write_bytes(path(file), content);
    const std::string message = error();
    fs::remove(path(file));
    return message;
  };
  EXPECT_EQ(with("vocab.txt", "[UNK]\na\r\nb\n"), "");
  expect_has(with("vocab.txt", "a\nb\n"), "the file does not contain the unknown token [UNK]");
  write_bytes(path("vocab.txt"), "[UNK]\na\na\n\n");
  EXPECT_EQ(load_checkpoint(folder_ / "m").vocabularies->target.encode("a"), std::vector<TokenId>{2})
      << "the last of two lines is the id";
  expect_has(with("vocab.txt", "[UNK]\n\na\n"), "vocab.txt: line 2 is empty");
  expect_has(with("vocab.txt", "[UNK]\n\xFF\n"), "line 2 is not UTF-8");
  expect_has(with("tokenizer.model", "\x0A\x03\x0A\x01"), "tokenizer.model: ");
  expect_has(with("tokenizer.model", ""), "the file has no pieces");
  expect_has(with("tokenizer.model", "\x0A\x05\x0A\x01z\x18\x05"), "piece 0 is unused");
  expect_has(with("tokenizer.model", "\x0A\x07\x0A\x03z z\x18\x04"),
             "piece 0 is user-defined and contains a space");
  expect_has(with("tokenizer.model", std::string("\x12\x02\x18\x03", 4)), "trainer_spec.model_type is 3");
  expect_has(with("tokenizer.bin", "abcdefg"), "tokenizer.bin: the file ends early");
  write_bytes(path("tokenizer_config.json"), R"({"eos_token": 7})");
  expect_has(with("vocab.txt", "[UNK]\n"), "its tokenizer_config.json: eos_token must be a string");
}

TEST_F(FamilyInput, TurnedBitsAreAnErrorOrAModel) {
  int errors = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    RandomStream random(mix64(seed));
    const char* const file = seed % 3 == 0   ? "model.safetensors"
                             : seed % 3 == 1 ? "config.json"
                                             : "tokenizer.json";
    std::string changed = bytes(file);
    const std::size_t most = std::min<std::size_t>(changed.size(), 4000);  // of weights, the header
    auto& byte = changed[static_cast<std::size_t>(random.below(static_cast<Index>(most)))];
    byte = static_cast<char>(byte ^ (1 << random.below(8)));
    errors += !error_with(file, changed).empty();
  }
  EXPECT_GT(errors, 50);
}

}  // namespace
}  // namespace attnlab::testing
