// attention-lab tokens: levels, merges, steps, vocabularies, as text, JSON and CSV.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

Json tokens_json(Arguments more) {
  more.insert(more.begin(), {"tokens", "--json"});
  return Json::parse(output_of(more));
}

TEST(TokensCommand, CutsATextAtEveryLevel) {
  const Json all = tokens_json({"--preset", "subwords", "--text", "The old mill, zebra"});
  ASSERT_EQ(all["levels"].size(), 4u);
  const auto level = [&](std::size_t i) { return all["levels"][i]; };
  EXPECT_EQ(level(0)["level"], "characters");
  EXPECT_EQ(level(0)["tokens"], 19);
  EXPECT_EQ(level(0)["characters_per_token"], 1);
  EXPECT_EQ(level(1)["level"], "words");
  EXPECT_EQ(level(1)["tokens"], 5);
  EXPECT_EQ(level(1)["unknown"], 1);
  EXPECT_EQ(level(2)["level"], "bytes");
  EXPECT_EQ(level(2)["vocabulary"], 260);
  EXPECT_EQ(level(3)["level"], "bpe");
  EXPECT_EQ(level(3)["own"], true);
  EXPECT_EQ(level(3)["vocabulary"], 760);
  EXPECT_EQ(all["texts"], "the text village");
  std::string again;
  for (const Json& token : all["tokens"])
    if (token["level"] == "bpe") again += token["token"].get<std::string>();
  EXPECT_EQ(again, "The old mill, zebra");
  const auto zebra = std::ranges::find_if(
      all["tokens"], [](const Json& t) { return t["level"] == "words" && t["token"] == "zebra"; });
  ASSERT_NE(zebra, all["tokens"].end());
  EXPECT_EQ((*zebra)["id"], 3);
  EXPECT_EQ((*zebra)["fate"], "unknown");
}

TEST(TokensCommand, OneLevelAndItsLetters) {
  const Json bytes = tokens_json({"--preset", "characters", "--text", "é", "--level", "bytes"});
  ASSERT_EQ(bytes["tokens"].size(), 2u);
  EXPECT_EQ(bytes["tokens"][0]["bytes"], "C3");
  EXPECT_EQ(bytes["tokens"][0]["token"], "<0xC3>");
  EXPECT_EQ(bytes["tokens"][1]["fate"], "part of a character");
  const Json bare = tokens_json({"--preset", "nanogpt-cpu", "--text", "é", "--level", "characters"});
  EXPECT_TRUE(bare["tokens"][0]["id"].is_null()) << "a vocabulary without <unk>";
}

TEST(TokensCommand, MergesAreInTheOrderLearntAndStepsUseThem) {
  const Json all = tokens_json(
      {"--preset", "characters", "--set", "task.merges=60", "--merges", "--steps", "--text", "the the mill"});
  ASSERT_EQ(all["merges"].size(), 60u);
  for (std::size_t i = 0; i < 60; ++i) {
    const Json& merge = all["merges"][i];
    EXPECT_EQ(merge["rank"], i + 1);
    EXPECT_EQ(merge["id"], 4 + 256 + i);
    EXPECT_EQ(merge["token"], merge["left"].get<std::string>() + merge["right"].get<std::string>());
    if (i > 0) {
      EXPECT_LE(merge["count"], all["merges"][i - 1]["count"]) << "each the most frequent of its moment";
    }
  }
  const Json& steps = all["steps"];
  EXPECT_EQ(steps[0]["word"], "the");
  EXPECT_TRUE(steps[0]["rank"].is_null());
  EXPECT_EQ(steps[0]["parts"], (Json{"t", "h", "e"}));
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (steps[i]["rank"].is_null()) continue;
    const Json& merge = all["merges"][steps[i]["rank"].get<std::size_t>() - 1];
    EXPECT_EQ(steps[i]["left"], merge["left"]);
    EXPECT_EQ(steps[i]["count"], merge["count"]);
    EXPECT_LT(steps[i]["parts"].size(), steps[i - 1]["parts"].size());
  }
  const auto word_starts = std::ranges::count_if(steps, [](const Json& s) { return s["rank"].is_null(); });
  EXPECT_EQ(word_starts, 3) << "“the”, “ the” and “ mill”";
}

TEST(TokensCommand, VocabulariesAreSearchedAndSorted) {
  const Json found =
      tokens_json({"--preset", "words", "--vocabulary", "--search", "MOON", "--sort", "count"});
  ASSERT_FALSE(found["vocabulary"].empty());
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  for (const Json& entry : found["vocabulary"]) {
    EXPECT_NE(entry["token"].get<std::string>().find("oon"), std::string::npos);
    EXPECT_LE(entry["count"].get<std::int64_t>(), before);
    before = entry["count"];
  }
  const Json one = tokens_json({"--preset", "words", "--vocabulary", "--search", "3"});
  EXPECT_EQ(one["vocabulary"][0]["token"], "<unk>");
  const Json letters =
      tokens_json({"--preset", "words", "--vocabulary", "--level", "characters", "--search", "u+0041"});
  ASSERT_EQ(letters["vocabulary"].size(), 1u);
  EXPECT_EQ(letters["vocabulary"][0]["token"], "A");
}

TEST(TokensCommand, ASavedModelHasItsOwnTokenizers) {
  const TempFolder folder;
  const std::string model = (folder / "model").string();
  output_of(small_training("translate", {"--steps", "2", "--out", model}));
  const auto entries = [&](const char* side) {
    return tokens_json({"--model", model, "--side", side, "--vocabulary"})["vocabulary"];
  };
  const Json file = Json::parse(read_bytes(folder / "model" / "tokenizer.json"));
  EXPECT_EQ(entries("source").size(), file["source"]["entries"].size() + 4);
  EXPECT_EQ(entries("target").size(), file["target"]["entries"].size() + 4);
  EXPECT_NE(entries("source"), entries("target"));
  for (const Json& entry : entries("source")) EXPECT_TRUE(entry["count"].is_number());
}

TEST(TokensCommand, TextAndCsvHaveTheSameTable) {
  const Arguments merges{"tokens", "--preset", "characters", "--set", "task.merges=5", "--merges"};
  Arguments csv = merges;
  csv.push_back("--csv");
  const std::vector<std::string> table = lines_of(output_of(csv));
  ASSERT_EQ(table.size(), 6u);
  EXPECT_EQ(table[0], "rank,left,right,token,id,count");
  EXPECT_TRUE(table[1].starts_with("1,")) << table[1];
  const std::string text = output_of(merges);
  expect_has(text, "learned from and counted in the text village");
  expect_has(text, "rank");
  EXPECT_EQ(lines_of(text).size(), 8u) << "a remark, a blank line, titles, five merges";
  const std::string quoted = output_of(
      {"tokens", "--preset", "characters", "--text", "a,\"b\"\nc", "--level", "characters", "--csv"});
  expect_has(quoted, "\",\"");
  expect_has(quoted, "\"\"\"\"");
}

TEST(TokensCommand, WhatCannotBeIsSaidInOneLine) {
  expect_has(error_of({"tokens", "--text", "a"}, 2), "--model FOLDER or --preset NAME");
  expect_has(error_of({"tokens", "--preset", "characters"}, 2), "--text TEXT, --merges or --vocabulary");
  expect_has(error_of({"tokens", "--preset", "digits", "--text", "a"}, 2), "reads pictures");
  expect_has(error_of({"tokens", "--preset", "characters", "--steps", "--merges"}, 2), "--text");
  expect_has(error_of({"tokens", "--preset", "characters", "--text", "a", "--level", "wrods"}, 2), "words");
  expect_has(error_of({"tokens", "--preset", "characters", "--text", "a", "--search", "b"}, 2),
             "--vocabulary");
  expect_has(error_of({"tokens", "--preset", "characters", "--text", "a", "--merges", "--csv"}, 2),
             "one table");
  expect_has(error_of({"tokens", "--preset", "characters", "--text", "a\xFF"}, 2), "not UTF-8");
  expect_has(error_of({"tokens", "--preset", "gpt2-small", "--text", "a"}, 2), "does not have a task");
}

}  // namespace
}  // namespace attnlab::testing
