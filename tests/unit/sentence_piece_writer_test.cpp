// Files of SentencePiece that we write are the tokenizers that they were made of.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/text/formats/file_tokenizer.h"
#include "core/text/stages/staged_pipeline.h"
#include "tests/support/error_text.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

const std::filesystem::path kSpmFiles = std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests/golden/tokenizers";

TEST(SentencePieceWriter, ReadAgainTheStagesAreTheSame) {
  for (const char* name :
       {"spm_bpe.model", "spm_bpe_unknown.model", "spm_unigram.model", "spm_unigram_bytes.model"}) {
    TokenizerSettings settings, again;
    settings.add_eos = again.add_eos = true;
    const Json file = sentence_piece_tokenizer(read_bytes(kSpmFiles / name), settings);
    const TokenRoles roles = roles_of(settings, *token_pipeline_from(file, 0));
    EXPECT_EQ(sentence_piece_tokenizer(sentence_piece_bytes(file, roles), again), file) << name;
    EXPECT_EQ(again.eos, settings.eos) << name;
  }
}

TEST(SentencePieceWriter, RefusesStagesOfOtherFiles) {
  const Json file = {{"model", {{"type", "BPE"}, {"vocab", {{"a", 0}}}, {"merges", Json::array()}}}};
  EXPECT_EQ(error_text<std::invalid_argument>([&] { sentence_piece_bytes(file, {}); }),
            "the tokenizer is not a SentencePiece tokenizer");
}

TEST(SentencePieceTokenizer, ExtraTokensAreCountedFromTheEnd) {
  TokenizerSettings settings;
  settings.extra_tokens = 3;
  const Json file = sentence_piece_tokenizer(read_bytes(kSpmFiles / "spm_unigram.model"), settings);
  const auto pipeline = token_pipeline_from(file, 0);
  EXPECT_EQ(pipeline->id_of("<extra_id_0>"), pipeline->size() - 1);
  EXPECT_EQ(pipeline->id_of("<extra_id_2>"), pipeline->size() - 3);
  TokenizerSettings read;
  take_settings({{"extra_ids", 7U}}, read);
  EXPECT_EQ(read.extra_tokens, 7);
  EXPECT_EQ(error_text<std::runtime_error>([&] {
              take_settings({{"extra_ids", -1}}, read);
            }),
            "extra_ids must be a whole number up to 10000");
}

}  // namespace
}  // namespace attnlab::testing
