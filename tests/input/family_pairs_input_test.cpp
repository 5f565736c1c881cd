// Values of config.json and of tokenizers that T5, Marian and BART cannot have: one clear line each.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "tests/support/expect_has.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A copy of a good folder, whose config.json is changed.
class FamilyPairsInput : public ::testing::Test {
 protected:
  void use(const std::string& name) {
    fs::remove_all(folder_ / "m");
    fs::copy(fs::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families" / name, folder_ / "m");
    config_ = Json::parse(read_bytes(folder_ / "m/config.json"));
    EXPECT_EQ(error(config_), "") << name;
  }
  /// The message of loading with this config.json; "" where it loads.
  std::string error(const Json& config) {
    write_bytes(folder_ / "m/config.json", config.dump());
    try {
      load_checkpoint(folder_ / "m");
      return "";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }
  std::string after(const char* key, const Json& value) {
    Json changed = config_;
    changed[key] = value;
    return error(changed);
  }
  std::string without(const char* key) {
    Json changed = config_;
    changed.erase(key);
    return error(changed);
  }
  ModelConfig model() {
    error(config_);
    return load_checkpoint(folder_ / "m").preset.model;
  }

  TempFolder folder_;
  Json config_;
};

TEST_F(FamilyPairsInput, T5) {
  use("t5");
  EXPECT_EQ(model().decoder_layers, 0) << "as many as of the encoder";
  EXPECT_EQ(model().head_width, 3);
  EXPECT_TRUE(model().scaled_output);
  expect_has(after("num_decoder_layers", 3),
             "tensor decoder.block.2.layer.0.SelfAttention.q.weight [6,8] is");
  expect_has(after("num_decoder_layers", 1), "is in the files, but not in the T5");
  expect_has(after("num_decoder_layers", 0), "num_decoder_layers is '0', but must be a whole number from 1");
  EXPECT_EQ(after("num_decoder_layers", nullptr), "");
  expect_has(after("d_kv", 4), "has shape [6,8], but the T5 of config.json needs [8,8]");
  expect_has(without("d_kv"), "needs [128,8]");
  expect_has(after("relative_attention_num_buckets", 8),
             "SelfAttention.relative_attention_bias.weight' has shape [32,2], but the T5 of config.json "
             "needs [8,2]");
  expect_has(after("relative_attention_num_buckets", 9), "relative_buckets is 9, but must be even");
  expect_has(after("relative_attention_max_distance", 16),
             "relative_distance is 16, but must be more than half of model.relative_buckets (32)");
  EXPECT_EQ(after("relative_attention_max_distance", 64), "");
  expect_has(after("feed_forward_proj", "gated-relu"),
             "feed_forward_proj is '\"gated-relu\"', but must be relu");
  expect_has(after("feed_forward_proj", "gated-gelu"), "DenseReluDense.wi_0.weight [10,8] is missing");
  expect_has(after("tie_word_embeddings", false), "tensor lm_head.weight");
  EXPECT_EQ(after("scale_decoder_outputs", false), "");
  expect_has(after("scale_decoder_outputs", 1), "scale_decoder_outputs is '1', but must be true or false");
  expect_has(after("is_encoder_decoder", false), "is_encoder_decoder is 'false', but must be true");
  expect_has(after("decoder_start_token_id", 4000),
             "decoder_start_token_id is '4000', but must be a token ID");
  expect_has(after("eos_token_id", "</s>"), "eos_token_id is '\"</s>\"', but must be a token ID");
}

TEST_F(FamilyPairsInput, Marian) {
  use("marian");
  EXPECT_EQ(model().decoder_layers, 1);
  EXPECT_EQ(model().embedding_scale, "usual");
  EXPECT_EQ(after("scale_embedding", false), "");
  expect_has(after("decoder_attention_heads", 4),
             "decoder_attention_heads is '4', but must be 2, as in the encoder, because encoder and decoder "
             "must have equal heads");
  expect_has(without("decoder_ffn_dim"), "decoder_ffn_dim is '4096', but must be 10, as in the encoder");
  expect_has(after("decoder_vocab_size", 7), "encoder and decoder must have equal vocabularies");
  expect_has(after("share_encoder_decoder_embeddings", false), "share_encoder_decoder_embeddings is 'false'");
  expect_has(after("normalize_before", true), "normalize_before is 'true'");
  expect_has(after("activation_function", "swiglu"), "activation_function is '\"swiglu\"', but must be gelu");
  expect_has(after("max_position_embeddings", 100'000'000), "max_position_embeddings is not valid");
  expect_has(without("pad_token_id"), "pad_token_id is 58100, but must be a token ID");
  expect_has(after("architectures", {"MarianModel"}), "'final_logits_bias' [1,");
  config_["d_model"] = 16384;  // before the table of waves is made, which would be of 4 GB
  expect_has(after("max_position_embeddings", 65536), ",16384]");
}

TEST_F(FamilyPairsInput, Bart) {
  use("bart");
  EXPECT_EQ(model().decoder_layers, 2);
  EXPECT_TRUE(model().input_norm);
  expect_has(after("max_position_embeddings", 17),
             "has shape [18,8], but the BART of config.json needs [19,8]");
  EXPECT_EQ(after("scale_embedding", true), "");
  expect_has(after("normalize_embedding", false), "normalize_embedding is 'false', but must be true");
  expect_has(after("tie_word_embeddings", false), "is missing: if the output matrix is the embedding");
}

TEST_F(FamilyPairsInput, TokensHaveTheRolesOfTheConfig) {
  use("t5_gated");
  const Tokenizer t5 = load_checkpoint(folder_ / "m").vocabularies->target;
  EXPECT_EQ(t5.sos(), 0);
  EXPECT_EQ(t5.eos(), 1);
  EXPECT_EQ(t5.frame().after, std::vector<TokenId>{1});
  EXPECT_EQ(t5.encode("<extra_id_0>").front(), t5.size() - 1) << "they are counted from the end";
  use("bart");
  const Tokenizer bart = load_checkpoint(folder_ / "m").vocabularies->target;
  EXPECT_EQ(bart.sos(), 2);
  EXPECT_EQ(bart.frame().before, std::vector<TokenId>{0});
  EXPECT_EQ(bart.decode(bart.encode("the mill")), "the mill");
}

TEST_F(FamilyPairsInput, MarianHasATokenizerForEachSide) {
  use("marian");
  const Json entries = Json::parse(read_bytes(folder_ / "m/vocab.json"));
  const Checkpoint opened = load_checkpoint(folder_ / "m");
  const Vocabularies& v = *opened.vocabularies;
  const auto ids = [&](std::initializer_list<const char*> texts) {
    std::vector<TokenId> found;
    for (const char* text : texts) found.push_back(entries.at(text).get<TokenId>());
    return found;
  };
  EXPECT_EQ(v.source->encode("the mill"), ids({"▁the", "▁mill"}));
  EXPECT_EQ(v.target.encode("le moulin"), ids({"▁le", "▁moulin"}));
  EXPECT_EQ(v.source->encode(">>fr<< old"), ids({">>fr<<", "▁old"}));
  EXPECT_EQ(v.source->encode("ze"), ids({"▁", "<unk>", "<unk>"})) << "no piece, and a piece without an id";
  EXPECT_EQ(v.target.decode(v.target.encode("le vieux moulin")), "le vieux moulin");
  EXPECT_EQ(v.source->frame().after, ids({"</s>"}));
  EXPECT_EQ(v.target.sos(), entries.at("<pad>").get<TokenId>());
}

}  // namespace
}  // namespace attnlab::testing
