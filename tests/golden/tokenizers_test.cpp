// Tokenizers of other programs' kinds against other implementations: ids and texts of 10,000 lines; and lines
// that are not UTF-8, which come back. And the characters that classes of expressions match, over all code
// points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "core/text/formats/file_tokenizer.h"
#include "core/text/stages/pattern.h"
#include "core/text/stages/staged_pipeline.h"
#include "core/text/stages/unicode_classes.h"
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"
#include "tests/golden/tokenizer_lines.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

const std::string kTokenizerFiles = std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/tokenizers/";

Json tokenizer_file(const std::string& name) {
  return Json::parse(read_bytes(kTokenizerFiles + name + ".json"));
}

std::shared_ptr<const TokenPipeline> pipeline_of(const std::string& name) {
  return token_pipeline_from(tokenizer_file(name));
}

const std::vector<std::string>& all_lines() {
  static const std::vector<std::string> lines = tokenizer_lines();
  return lines;
}

std::vector<TokenId> ids_of(const TokenPipeline& pipeline, const std::string& line) {
  std::vector<TokenId> ids;
  for (const TokenPipeline::Cut& cut : pipeline.cut(line))
    if (cut.id >= 0) ids.push_back(cut.id);  // the others leave out what the vocabulary lacks
  return ids;
}

/// The same hashes; else which lines differ.
void expect_hashes(const std::string& found, const std::string& golden, const std::string& what) {
  ASSERT_EQ(found.size(), golden.size()) << what;
  for (std::size_t i = 0; i < golden.size(); i += 6)
    EXPECT_EQ(found.substr(i, 6), golden.substr(i, 6))
        << what << ": some of lines " << i / 6 * kHashedLines << " to " << (i / 6 + 1) * kHashedLines - 1;
}

class StagedTokenizers : public ::testing::TestWithParam<const char*> {};

TEST_P(StagedTokenizers, IdsTextsAndFrameAreThoseOfAnotherImplementation) {
  const auto pipeline = pipeline_of(GetParam());
  const Json golden = tokenizer_file("hashes").at(GetParam());
  std::vector<std::string> ids, texts;
  for (const std::string& line : all_lines()) {
    const std::vector<TokenId> found = ids_of(*pipeline, line);
    ids.push_back(id_bytes(found));
    texts.push_back(pipeline->decode(found));
  }
  expect_hashes(hashes_of(ids), golden.at("ids"), "ids");
  expect_hashes(hashes_of(texts), golden.at("texts"), "texts");
  std::vector<TokenId> frame = pipeline->frame().before;
  frame.insert(frame.end(), pipeline->frame().after.begin(), pipeline->frame().after.end());
  EXPECT_EQ(frame, golden.at("frame").get<std::vector<TokenId>>());
}

TEST_P(StagedTokenizers, PlacesAreInOrderAndFilesComeBack) {
  const auto pipeline = pipeline_of(GetParam()),
             again = token_pipeline_from(pipeline->json(), pipeline->size());
  for (int i = 0; i < 300; ++i) {
    const std::string line = broken_line(all_lines()[static_cast<std::size_t>(i)], i);
    const auto cuts = pipeline->cut(line), copies = again->cut(line);
    ASSERT_EQ(cuts.size(), copies.size());
    std::size_t before = 0;
    for (std::size_t k = 0; k < cuts.size(); ++k) {
      EXPECT_EQ(cuts[k].id, copies[k].id);
      EXPECT_LE(cuts[k].begin + cuts[k].size, line.size());
      EXPECT_GE(cuts[k].begin + cuts[k].size, before) << GetParam() << " line " << i << " token " << k;
      before = cuts[k].begin;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, StagedTokenizers,
                         ::testing::Values("bert_uncased", "bert_cased", "llama2", "llama3", "qwen2", "gpt4o",
                                           "roberta", "unigram", "unigram_bytes", "suffixed", "splits"),
                         [](const auto& test) { return std::string(test.param); });

/// Whether the line has what its own tokenizer writes for something else.
bool has_signs_of_its_own(const std::string& line) {
  const auto has = [&](const char* text) { return line.find(text) != line.npos; };
  return has("\u2581") || has("<s>") || has("</s>") || has("<pad>") || has("<mask>") || has("<0x") ||
         has("user");
}

TEST(BytesOfTokenizers, AnyBytesComeBackWhereBytesHaveEntries) {
  for (const std::string name : {"llama3", "unigram_bytes", "llama2"}) {
    const auto pipeline = pipeline_of(name);
    int compared = 0;
    for (int i = 0; i < 3000; ++i) {
      const std::string line = broken_line(all_lines()[static_cast<std::size_t>(i)], i);
      if (name != "llama3" && has_signs_of_its_own(line)) continue;
      if (name == "unigram_bytes" && line.starts_with(' ')) continue;  // taken for the space in front
      EXPECT_EQ(pipeline->decode(ids_of(*pipeline, line)), line) << name << " line " << i;
      ++compared;
    }
    EXPECT_GT(compared, 2000) << name;
  }
}

class SentencePieceFiles : public ::testing::TestWithParam<const char*> {};

TEST_P(SentencePieceFiles, IdsAreThoseOfSentencePiece) {
  TokenizerSettings settings;
  const auto pipeline = token_pipeline_from(
      sentence_piece_tokenizer(read_bytes(kTokenizerFiles + GetParam() + ".model"), settings));
  std::vector<std::string> ids;
  for (const std::string& line : all_lines()) ids.push_back(id_bytes(ids_of(*pipeline, line)));
  expect_hashes(hashes_of(ids), tokenizer_file("sentence_piece").at(GetParam()), "ids");
  EXPECT_EQ(settings.eos, "</s>");
}

INSTANTIATE_TEST_SUITE_P(All, SentencePieceFiles,
                         ::testing::Values("spm_unigram", "spm_unigram_bytes", "spm_bpe", "spm_bpe_unknown",
                                           "spm_unigram_user", "spm_bpe_user"),
                         [](const auto& test) { return std::string(test.param); });

TEST(Llama2cFiles, IdsAreThoseOfTheModelThatTheyWereMadeOf) {
  TokenizerSettings settings;
  const auto model =
      token_pipeline_from(sentence_piece_tokenizer(read_bytes(kTokenizerFiles + "spm_bpe.model"), settings));
  const auto file = token_pipeline_from(
      llama2c_tokenizer(read_bytes(kTokenizerFiles + "llama2c.bin"), model->size(), settings));
  int compared = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string& line = all_lines()[static_cast<std::size_t>(i)];
    if (line.empty() || line.find("\u2581") != line.npos) continue;
    EXPECT_EQ(ids_of(*file, line), ids_of(*model, line)) << line;
    EXPECT_EQ(file->decode(ids_of(*file, line)), line);
    ++compared;
  }
  EXPECT_GT(compared, 1500);
  EXPECT_EQ(file->frame().before, std::vector<TokenId>{1});
  EXPECT_EQ(roles_of(settings, *file).eos, 2);
}

using Members = std::vector<bool>;  ///< by code point

constexpr char32_t kEnd = 0x110000;
/// What Unicode 16, which the other implementation has, and Unicode 17 changed of older characters: another
/// category, and letters that got another case.
constexpr char32_t kChanged[] = {0x1171E, 0x019B, 0x0264, 0x0295, 0xA7D3, 0xA7D5};

bool is_surrogate(char32_t value) { return value >= 0xD800 && value < 0xE000; }

const Json& golden_characters() {
  static const Json golden = tokenizer_file("characters");
  return golden;
}

/// The set of lengths of runs that are out, in, out, …
Members members_of(const Json& runs) {
  Members members(kEnd, false);
  std::size_t at = 0;
  bool in = false;
  for (const Json& run : runs) {
    for (std::size_t i = 0; i < run.get<std::size_t>(); ++i) members[at++] = in;
    in = !in;
  }
  return members;
}

/// Whether both know the character as one of the same Unicode.
bool is_comparable(char32_t value) {
  static const Members unknown = members_of(golden_characters().at("sets").at("\\p{Cn}"));
  const bool is_unknown = category_name(value) == std::string_view("Cn");
  return !is_surrogate(value) && unknown[value] == is_unknown &&
         std::ranges::find(kChanged, value) == std::end(kChanged);
}

std::string all_characters() {
  std::string text;
  for (char32_t value = 0; value < kEnd; ++value)
    if (!is_surrogate(value)) text += encode_utf8(value);
  return text;
}

Members matched(const std::string& expression, const std::string& text) {
  Members members(kEnd, false);
  for (const auto& [begin, end] : Pattern("(?:" + expression + ")+").matches(text))
    for (std::size_t at = begin; at < end; at += decode_utf8(std::string_view(text).substr(at)).size)
      members[decode_utf8(std::string_view(text).substr(at)).value] = true;
  return members;
}

/// The first code points of which the two sets say different things, as "U+00B2 is in".
std::string difference(const Members& found, const Members& golden) {
  std::string words;
  int count = 0;
  for (char32_t value = 0; value < kEnd; ++value) {
    if (found[value] == golden[value] || !is_comparable(value) || ++count > 10) continue;
    char text[32];
    std::snprintf(text, sizeof text, "U+%04X is %s, ", static_cast<unsigned>(value),
                  found[value] ? "in" : "out");
    words += text;
  }
  return words;
}

TEST(CharactersOfPatterns, AreThoseOfAnotherImplementation) {
  const std::string text = all_characters();
  for (const auto& [expression, runs] : golden_characters().at("sets").items())
    EXPECT_EQ(difference(matched(expression, text), members_of(runs)), "") << expression;
}

TEST(CharactersOfPatterns, OfWhitespaceHaveAnotherWord) {
  Members words(kEnd, false);
  for (char32_t value = 0; value < kEnd; ++value) words[value] = is_regex_word(value);
  EXPECT_EQ(difference(words, members_of(golden_characters().at("words"))), "");
}

/// "k K U+212A", by code points, so that two texts of different order are equal.
std::set<char32_t> characters_in(std::string_view text) {
  std::set<char32_t> characters;
  for (; !text.empty(); text.remove_prefix(decode_utf8(text).size))
    characters.insert(decode_utf8(text).value);
  return characters;
}

TEST(CharactersOfPatterns, AreTheSameLettersInAnyCase) {
  std::set<std::set<char32_t>> golden, found;
  for (const Json& letter : golden_characters().at("letters")) {
    const std::set<char32_t> characters = characters_in(letter.get<std::string>());
    if (std::ranges::all_of(characters, is_comparable)) golden.insert(characters);
  }
  for (const std::u32string& letter : letters_with_cases())
    if (std::ranges::all_of(letter, is_comparable)) found.emplace(letter.begin(), letter.end());
  EXPECT_GT(golden.size(), 1300u);
  EXPECT_EQ(found, golden);
}

}  // namespace
}  // namespace attnlab::testing
