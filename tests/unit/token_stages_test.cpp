// Tests of the stages of other programs' tokenizers: what each does, and one line for what is not read.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/text/stages/added_tokens.h"
#include "core/text/stages/decoders.h"
#include "core/text/stages/normalizers.h"
#include "core/text/stages/pre_tokenizers.h"
#include "core/text/stages/staged_pipeline.h"
#include "core/text/stages/token_frame.h"
#include "core/text/tokenizer.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

AlignedText normalized_by(const Json& json, std::string_view text) {
  AlignedText result = AlignedText::of(text);
  normalizer_from(json, "normalizer")(result);
  EXPECT_EQ(result.text.size(), result.from.size());
  return result;
}

Texts words_of(const Json& json, std::string_view text) {
  std::vector<AlignedText> words{AlignedText::of(text)};
  pre_tokenizer_from(json, "pre_tokenizer")(words);
  Texts texts;
  for (const AlignedText& word : words) texts.push_back(word.text);
  return texts;
}

std::string decoded(const Json& json, Texts entries) {
  decoder_from(json, "decoder")(entries);
  std::string text;
  for (const std::string& entry : entries) text += entry;
  return text;
}

/// A pipeline of one-letter entries, changed by `change`.
Json letters_file() {
  return {
      {"model",
       {{"type", "WordPiece"}, {"unk_token", "?"}, {"vocab", {{"?", 0}, {"a", 1}, {"b", 2}, {"##b", 3}}}}}};
}

template <typename Change>
std::string file_refusal(const Change& change) {
  Json file = letters_file();
  change(file);
  return error_text<std::runtime_error>([&] { token_pipeline_from(file, 0); });
}

TEST(Normalizers, KeepPlaces) {
  const AlignedText text = normalized_by({{"type", "NFKC"}}, "x\uFB01e\u0301\u3000");
  EXPECT_EQ(text.text, "xfi\u00e9 ");
  EXPECT_EQ(text.span(1, 1), (TextSpan{1, 4})) << "f of the ligature";
  EXPECT_EQ(text.span(3, 2), (TextSpan{4, 7})) << "letter and accent";
  EXPECT_EQ(text.span(5, 1), (TextSpan{7, 10}));
  EXPECT_EQ(normalized_by({{"type", "NFD"}}, "\uAC01\u00e9").text, "\u1100\u1161\u11A8e\u0301");
  EXPECT_EQ(normalized_by({{"type", "NFC"}}, "\u1100\u1161\u11A8").text, "\uAC01");
  EXPECT_EQ(normalized_by({{"type", "NFC"}}, "\u09C7\u09BE").text, "\u09CB") << "a mark of class 0";
  EXPECT_EQ(normalized_by({{"type", "NFKC"}}, "\uFF76\uFF9E").text, "\u30AC")
      << "a mark that is a letter before";
  EXPECT_EQ(normalized_by({{"type", "NFC"}}, "e\xCC\xFF").text, "e\xCC\xFF");
}

TEST(Normalizers, CleanLowerAndStripAsBert) {
  const Json bert{{"type", "BertNormalizer"}};
  EXPECT_EQ(normalized_by(bert, "\u00c9t\u00e9\t\u4E16\u0130\x01").text, "ete  \u4E16 i");
  const AlignedText world = normalized_by(bert, "a\u4E16b");
  EXPECT_EQ(world.text, "a \u4E16 b");
  EXPECT_EQ(world.span(1, 1), (TextSpan{1, 1})) << "an added space stands for nothing";
  EXPECT_EQ(normalized_by({{"type", "BertNormalizer"}, {"lowercase", false}}, "\u00c9").text, "\u00c9");
  EXPECT_EQ(
      normalized_by({{"type", "BertNormalizer"}, {"lowercase", false}, {"strip_accents", true}}, "\u00c9")
          .text,
      "E");
}

TEST(Normalizers, ReplacePrependStripAndFollowEachOther) {
  const Json both{{"type", "Sequence"},
                  {"normalizers",
                   {{{"type", "Prepend"}, {"prepend", "_"}},
                    {{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", "_"}},
                    {{"type", "Replace"}, {"pattern", {{"Regex", "b+"}}}, {"content", ""}}}}};
  EXPECT_EQ(normalized_by(both, "a bbc").text, "_a_c");
  EXPECT_EQ(normalized_by({{"type", "Strip"}, {"strip_right", false}}, " \u3000a ").text, "a ");
  EXPECT_EQ(normalized_by({{"type", "StripAccents"}}, "e\u0301\u0903").text, "e");
}

TEST(Normalizers, SentencePiecesSpaces) {
  EXPECT_EQ(normalized_by({{"type", "SentencePiece"}}, "  a   b ").text, "\u2581a\u2581b");
  EXPECT_EQ(normalized_by({{"type", "SentencePiece"}, {"remove_extra_whitespaces", false}}, " a").text,
            "\u2581\u2581a");
  EXPECT_EQ(normalized_by({{"type", "SentencePiece"}, {"escape_whitespaces", false}}, "a b").text, " a b");
  EXPECT_EQ(normalized_by({{"type", "SentencePiece"}}, "  ").text, "");
}

TEST(PreTokenizers, CutByClasses) {
  EXPECT_EQ(words_of({{"type", "Whitespace"}}, "Don't, caf\u00e9!"),
            (Texts{"Don", "'", "t", ",", "caf\u00e9", "!"}));
  EXPECT_EQ(words_of({{"type", "WhitespaceSplit"}}, " a,b\u2003c "), (Texts{"a,b", "c"}));
  EXPECT_EQ(words_of({{"type", "BertPreTokenizer"}}, "a--b $c\u3001"),
            (Texts{"a", "-", "-", "b", "$", "c", "\u3001"}));
  EXPECT_EQ(words_of({{"type", "Digits"}}, "a12\u00bd b"), (Texts{"a", "12\u00bd", " b"}));
  EXPECT_EQ(words_of({{"type", "Digits"}, {"individual_digits", true}}, "a12"), (Texts{"a", "1", "2"}));
  EXPECT_EQ(words_of({{"type", "Punctuation"}, {"behavior", "Contiguous"}}, "a!?b"), (Texts{"a", "!?", "b"}));
  EXPECT_EQ(words_of({{"type", "CharDelimiterSplit"}, {"delimiter", "|"}}, "a||b"), (Texts{"a", "b"}));
}

TEST(PreTokenizers, JoinWhatTheyFind) {
  const auto split = [](const char* behavior, bool invert) {
    return words_of(
        {{"type", "Split"}, {"pattern", {{"String", "-"}}}, {"behavior", behavior}, {"invert", invert}},
        "a--b-");
  };
  EXPECT_EQ(split("Removed", false), (Texts{"a", "b"}));
  EXPECT_EQ(split("Isolated", false), (Texts{"a", "-", "-", "b", "-"}));
  EXPECT_EQ(split("MergedWithPrevious", false), (Texts{"a-", "-", "b-"}));
  EXPECT_EQ(split("MergedWithNext", false), (Texts{"a", "-", "-b", "-"}));
  EXPECT_EQ(split("Contiguous", false), (Texts{"a", "--", "b", "-"}));
  EXPECT_EQ(split("Removed", true), (Texts{"-", "-", "-"}));
}

TEST(PreTokenizers, MarkSpaces) {
  const auto metaspace = [](const char* scheme, bool cuts) {
    return words_of({{"type", "Metaspace"}, {"prepend_scheme", scheme}, {"split", cuts}}, "a  b");
  };
  EXPECT_EQ(metaspace("always", true), (Texts{"\u2581a", "\u2581", "\u2581b"}));
  EXPECT_EQ(metaspace("never", true), (Texts{"a", "\u2581", "\u2581b"}));
  EXPECT_EQ(metaspace("first", false), (Texts{"\u2581a\u2581\u2581b"}));
  EXPECT_EQ(words_of({{"type", "ByteLevel"}}, "a \u00e9"), (Texts{"\u0120a", "\u0120\u00c3\u00a9"}));
  EXPECT_EQ(words_of({{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", false}}, "a b"),
            Texts{"a\u0120b"});
}

TEST(Decoders, UndoWhatWasDone) {
  EXPECT_EQ(decoded(nullptr, {"a", "b"}), "a b");
  EXPECT_EQ(decoded({{"type", "ByteLevel"}}, {"\u0120\u00c3", "\u00a9", "<|a b|>"}), " \u00e9<|a b|>");
  EXPECT_EQ(decoded({{"type", "ByteFallback"}}, {"a", "<0xC3>", "<0xA9>", "<0xFF>"}), "a\u00e9\xFF");
  EXPECT_EQ(decoded({{"type", "WordPiece"}}, {"do", "##n", "'", "t", "##a", "!"}), "don ' ta!");
  EXPECT_EQ(decoded({{"type", "Metaspace"}}, {"\u2581a", "\u2581b"}), "a b");
  EXPECT_EQ(decoded({{"type", "Metaspace"}, {"prepend_scheme", "never"}}, {"\u2581a"}), " a");
  EXPECT_EQ(decoded({{"type", "BPEDecoder"}}, {"lo", "w</w>", "x</w>"}), "low x");
  EXPECT_EQ(decoded({{"type", "Strip"}, {"content", "_"}, {"start", 1}, {"stop", 2}}, {"__a___", "_"}),
            "_a_");
}

TEST(TokenFrames, ComeFromTemplatesAndInEachOther) {
  const Json bert{{"type", "BertProcessing"}, {"cls", {"[CLS]", 7}}, {"sep", {"[SEP]", 8}}};
  EXPECT_EQ(token_frame_from(bert, "post_processor").before, std::vector<TokenId>{7});
  const Json both{{"type", "Sequence"}, {"processors", {bert, bert}}};
  EXPECT_EQ(token_frame_from(both, "post_processor").after, (std::vector<TokenId>{8, 8}));
  EXPECT_TRUE(token_frame_from(nullptr, "post_processor").before.empty());
}

TEST(AddedTokens, AreWholeWordsAndTakeSpacesWithThem) {
  const FileToken word{.text = "ab", .id = 1, .single_word = true},
      wide{.text = "<m>", .id = 2, .lstrip = true, .rstrip = true}, longer{.text = "<m>>", .id = 3};
  const AddedTokens tokens({{"ab", word}, {"<m>", wide}, {"<m>>", longer}});
  const auto places = [&](std::string_view text) {
    std::vector<std::vector<std::size_t>> all;
    for (const auto& found : tokens.find(text))
      all.push_back({static_cast<std::size_t>(found.id), found.begin, found.end});
    return all;
  };
  using Places = std::vector<std::vector<std::size_t>>;
  EXPECT_EQ(places("ab abc -ab- \u00e9ab"), (Places{{1, 0, 2}, {1, 8, 10}}));
  EXPECT_EQ(places("a  <m> \u3000b"), (Places{{2, 1, 10}}));
  EXPECT_EQ(places("<m>><m>"), (Places{{3, 0, 4}, {2, 4, 7}}));
}

TEST(TokenStages, WhatIsNotReadIsNamedByItsKey) {
  EXPECT_EQ(file_refusal([](Json&) {}), "no error");
  const auto with = [](const char* key, const Json& value) {
    return file_refusal([&](Json& file) { file[key] = value; });
  };
  expect_has(with("normalizer", {{"type", "Nfc"}}),
             "normalizer.type is \"Nfc\", which is not supported; did you mean NFC");
  expect_has(with("normalizer", {{"type", "NFC"}, {"strength", 2}}), "normalizer.strength is not supported");
  expect_has(with("normalizer", {{"type", "Sequence"}, {"normalizers", Json::array({{{"type", "Lower"}}})}}),
             "normalizer.normalizers[0].type");
  expect_has(with("normalizer", 7), "normalizer is 7, but must be an object");
  expect_has(with("normalizer", {{"type", "Precompiled"}, {"precompiled_charsmap", "????"}}),
             "must be a table in base64");
  expect_has(with("normalizer", {{"type", "Precompiled"}, {"precompiled_charsmap", "/////w=="}}),
             "shorter than its stated size");
  expect_has(
      with("pre_tokenizer", {{"type", "Split"}, {"pattern", {{"Regex", "^a"}}}, {"behavior", "Isolated"}}),
      "pre_tokenizer.pattern.Regex: the pattern ^a has an unsupported ^");
  expect_has(with("pre_tokenizer", {{"type", "Split"}, {"pattern", {{"String", "a"}}}, {"behavior", "Kept"}}),
             "pre_tokenizer.behavior is \"Kept\", but must be Removed, Isolated");
  expect_has(with("pre_tokenizer", {{"type", "Metaspace"}, {"prepend_scheme", "last"}}),
             "pre_tokenizer.prepend_scheme");
  expect_has(with("pre_tokenizer", {{"type", "UnicodeScripts"}}), "pre_tokenizer.type is \"UnicodeScripts\"");
  expect_has(with("decoder", {{"type", "CTC"}}), "decoder.type is \"CTC\"");
  expect_has(with("post_processor", {{"type", "BertProcessing"}, {"cls", {"a", 1}}}),
             "post_processor.sep is missing");
  expect_has(with("post_processor", {{"type", "BertProcessing"}, {"cls", {"a", 1}}, {"sep", {"b", 99}}}),
             "puts token ID 99");
  expect_has(with("added_tokens", Json::array({{{"id", 1}, {"content", "x"}}})),
             "has ID 1, which another token already has");
  expect_has(with("added_tokens", Json::array({{{"content", "x"}}})), "added_tokens[0].id is missing");
  expect_has(with("added_tokens", Json::array({{{"id", 9}, {"content", "x"}, {"colour", 1}}})),
             "added_tokens[0].colour is not supported");
  expect_has(with("model", nullptr), "model is missing");
  expect_has(with("vocabulary", Json::object()), "vocabulary is not supported");
}

TEST(TokenStages, WhatModelsLackIsNamed) {
  const auto model = [](const Json& json) { return file_refusal([&](Json& file) { file["model"] = json; }); };
  const Json vocab{{"a", 0}, {"b", 1}, {"ab", 2}};
  EXPECT_EQ(model({{"type", "BPE"}, {"vocab", vocab}, {"merges", Json::array({"a b"})}}), "no error");
  expect_has(model({{"type", "BPE"}, {"vocab", vocab}, {"merges", Json::array({"b a"})}}),
             "merge 0 joins \"b\" and \"a\"");
  expect_has(model({{"type", "BPE"}, {"vocab", vocab}, {"merges", Json::array()}, {"dropout", 0.1}}),
             "model.dropout is 0.1");
  expect_has(model({{"type", "BPE"}, {"vocab", vocab}, {"merges", Json::array()}, {"unk_token", "u"}}),
             "model.unk_token is \"u\"");
  expect_has(model({{"type", "BPE"}, {"vocab", {{"a", 0}, {"b", 0}}}, {"merges", Json::array()}}),
             "token ID 0 occurs twice");
  expect_has(model({{"type", "Unigram"}, {"vocab", Json::array({Json::array({"a", -1.0})})}, {"unk_id", 1}}),
             "model.unk_id is 1");
  expect_has(model({{"type", "Unigram"}, {"vocab", Json::array({Json::array({"a", "b"})})}}),
             "model.vocab[0] is [\"a\",\"b\"]");
  expect_has(model({{"type", "WordLevel"}, {"vocab", vocab}}), "model.type is \"WordLevel\"");
  expect_has(error_text<std::runtime_error>([] { token_pipeline_from(letters_file(), 3); }),
             "but IDs must be below 3");
}

TEST(TokenStages, AnAddedTokenBehindTheLastIdIsNotKnown) {
  Json file = letters_file();
  for (const bool normalized : {false, true}) {
    file["added_tokens"] = Json::array({{{"id", 4}, {"content", "[x]"}, {"normalized", normalized}}});
    const auto pipeline = token_pipeline_from(file, 4);
    EXPECT_EQ(pipeline->size(), 4);
    EXPECT_EQ(pipeline->id_of("[x]"), kUnknownId);
    const auto cuts = pipeline->cut("a[x]");
    ASSERT_EQ(cuts.size(), 2u);
    EXPECT_EQ(cuts[1].id, kUnknownId);
    EXPECT_FALSE(cuts[1].known);
    EXPECT_EQ(token_pipeline_from(file, 5)->cut("[x]")[0].id, 4);
  }
}

TEST(TokenStages, TheUnknownTokenMayBeAnAddedOneAlone) {
  Json file = letters_file();
  file["model"]["unk_token"] = "[UNK]";
  expect_has(error_text<std::runtime_error>([&] { token_pipeline_from(file, 0); }), "model.unk_token is");
  file["added_tokens"] = Json::array({{{"id", 4}, {"content", "[UNK]"}}});
  const auto pipeline = token_pipeline_from(file, 0);
  EXPECT_EQ(pipeline->unknown(), 4);
  EXPECT_EQ(pipeline->cut("x")[0].id, 4);
  EXPECT_FALSE(pipeline->cut("x")[0].known);
  EXPECT_EQ(token_pipeline_from(pipeline->json(), 0)->unknown(), 4);
}

}  // namespace
}  // namespace attnlab::testing
