// The view Tokens: which text and token it is about, the levels learnt in the background, and the walk
// through merges.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/features/tokens/choice.h"
#include "app/features/tokens/work_walk.h"
#include "app/figure/save.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct TokensView : LabTest {
  void show(const std::string& preset, const std::string& text) {
    open(preset);
    say_and_settle("view tokens");
    say_and_settle((has_source(lab->view().format) ? "text.source " : "text.target ") + text);
  }
  TokenText text() const {
    const ViewModel view = lab->view();
    return token_text(view.state, *view.trace, *view.vocabularies);
  }
  const TextLevels* learnt() const {
    const ViewModel view = lab->view();
    return levels_for(*view.analyses, view.vocabularies.get(), text().side);
  }
  Index merges() const { return lab->view().state.choices.of<TokensChoice>().merges; }
  std::string figure() const {
    const testing::TempFolder folder;
    const std::string file = (folder / "figure.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file);
  }
};

TEST_F(TokensView, LearnsTheOtherLevelsFromTheModelsText) {
  open("words");
  EXPECT_EQ(lab->view().analyses->of<ShownLevels>(), nullptr) << "nobody looks";
  show("words", "The old mill");
  ASSERT_TRUE(learnt());
  EXPECT_EQ(learnt()->levels.size(), kLevelsOfTexts.size());
  EXPECT_EQ(learnt()->own().level, TokenLevel::Words);
  EXPECT_EQ(ask("tokens words"), "3");
  EXPECT_EQ(ask("tokens bytes"), "12");
  EXPECT_EQ(ask("tokens characters"), "12");
  EXPECT_LT(std::stoi(ask("tokens bpe")), 12);
  EXPECT_EQ(ask("tokens labels"), "none");
  const auto before = lab->view().analyses->of<ShownLevels>();
  say_and_settle("text.target Another text");
  EXPECT_EQ(lab->view().analyses->of<ShownLevels>(), before) << "learnt once for a model";
}

/// A translator without training writes pieces at random, which its tokenizer would cut otherwise.
TEST_F(TokensView, WhatTheModelWroteIsShownInThePiecesThatItWrote) {
  say_and_settle("model.load " ATTNLAB_SOURCE_DIR "/tests/golden/families/marian");
  say_and_settle("view tokens");
  say_and_settle("text.generate on");
  say_and_settle("choose tokens.text target");
  const std::vector<TokenId>& read = lab->view().trace->batch().input;
  ASSERT_GT(read.size(), 2u) << "the model writes something";
  const std::vector<TokenId> written(read.begin() + 1, read.end());
  EXPECT_NE(lab->view().vocabularies->target.encode(text().text), written) << "or this test shows nothing";
  std::vector<TokenId> shown;
  for (const CutToken& token : text().own.tokens) shown.push_back(token.id);
  EXPECT_EQ(shown, written);
}

TEST_F(TokensView, ATokenizerWithoutMergesSaysSo) {
  say_and_settle("model.load " ATTNLAB_SOURCE_DIR "/tests/golden/families/t5");
  say_and_settle("view tokens");
  say_and_settle("choose tokens.part merges");
  expect_has(figure(), "probability");
}

TEST_F(TokensView, ChosenTokensAreThoseOfEveryView) {
  show("words", "The old mill");
  say_and_settle("select.query 2");
  EXPECT_EQ(text().token, 2);
  EXPECT_EQ(text().own.tokens[2].text, "mill");
  EXPECT_EQ(text().position(2), 2);
  EXPECT_EQ(text().chosen_byte(), 8u);
  EXPECT_EQ(chosen_chunk(BytePairs::from_merges({}), text()), " mill")
      << "byte 8 is in the chunk with its space";
}

TEST_F(TokensView, OfTwoTextsTheSelectedOneIsShown) {
  open("translate");
  say_and_settle("view tokens");
  say_and_settle("text.source the red house");
  say_and_settle("text.target la maison rouge");
  say_and_settle("select.attention cross 0 0");
  say_and_settle("select.query 2");
  EXPECT_EQ(text().side, TextSide::Target);
  EXPECT_EQ(text().text, "la maison rouge");
  EXPECT_EQ(text().token, 1) << "position 0 is <sos>";
  say_and_settle("select.key 1");
  say_and_settle("choose tokens.text source");
  EXPECT_EQ(text().side, TextSide::Source);
  EXPECT_EQ(text().token, 1) << "the key, as no query is of the source";
  ASSERT_TRUE(learnt());
  EXPECT_EQ(learnt()->own().tokenizer->size(), lab->view().vocabularies->source->size());
  say_and_settle("choose tokens.text selected");
  say_and_settle("select.attention encoder_self 0 0");
  EXPECT_EQ(text().side, TextSide::Source);
  say_and_settle("text.generate on");
  say_and_settle("choose tokens.text target");
  EXPECT_EQ(text().text, lab->view().vocabularies->target.decode(lab->view().trace->batch().input));
}

TEST_F(TokensView, AClassVectorComesBeforeTheText) {
  show("sentiment", "a good film");
  EXPECT_EQ(text().first, 1);
  say_and_settle("select.query 0");
  EXPECT_EQ(text().token, -1) << "the class vector is no token of the text";
  say_and_settle("select.query 1");
  EXPECT_EQ(text().token, 0);
}

TEST_F(TokensView, MergesGoForwardAndBack) {
  show("subwords", "the mill");
  say("choose tokens.part merges");
  say_and_settle("select.query 2");
  const BytePairs& pairs = *learnt()->own().tokenizer->byte_pairs();
  const std::vector<Index> stops = merge_stops(lab->view().state.choices.of<TokensChoice>(), pairs, text());
  ASSERT_GE(stops.size(), 3u) << "“ mill” is made by more merges than one";
  EXPECT_EQ(stops.front(), 0);
  for (std::size_t i = 1; i < stops.size(); ++i) {
    say("tokens.next");
    EXPECT_EQ(merges(), stops[i]);
  }
  say("tokens.next");
  EXPECT_EQ(merges(), stops.back()) << "there is none after the last";
  say("tokens.previous");
  EXPECT_EQ(merges(), stops[stops.size() - 2]);
  say("history.back");
  EXPECT_EQ(merges(), stops.back()) << "a row of steps is one place";
  say("history.back");
  EXPECT_EQ(merges(), 0) << "and so are steps forward";
  say("choose tokens.walk all");
  say("tokens.next");
  EXPECT_EQ(merges(), 1);
  say("choose tokens.merges 100000");
  say("tokens.previous");
  EXPECT_EQ(merges(), static_cast<Index>(pairs.merges().size()) - 1) << "beyond the last is the last";
  say("choose tokens.walk text");
  say("choose tokens.merges 0");
  const std::vector<Index> of_text = merge_stops(lab->view().state.choices.of<TokensChoice>(), pairs, text());
  EXPECT_GT(of_text.size(), stops.size());
  say("tokens.next");
  EXPECT_EQ(merges(), of_text[1]);
}

TEST_F(TokensView, MergesWaitUntilTheyAreLearnt) {
  open("characters");
  expect_has(refusal("tokens.next"), "no merges are learned yet");
  say_and_settle("view tokens");
  EXPECT_EQ(refusal("tokens.next"), "");
  EXPECT_NE(refusal("choose tokens.walk backwards"), "");
  EXPECT_NE(refusal("choose tokens.merges -1"), "");
}

TEST_F(TokensView, MergesPlayByACommand) {
  show("subwords", "the mill");
  say("tokens.play on");
  EXPECT_EQ(ask("merging"), "yes");
  say("tokens.play toggle");
  EXPECT_EQ(ask("merging"), "no");
}

TEST_F(TokensView, AnotherModelForgetsMergesAndSearch) {
  show("subwords", "the mill");
  say("choose tokens.merges 7");
  say("choose tokens.search oo");
  say("choose tokens.part vocabulary");
  open("characters");
  EXPECT_EQ(merges(), 0);
  EXPECT_EQ(ask("choice tokens.search"), "");
  EXPECT_EQ(ask("choice tokens.part"), "vocabulary");
}

TEST_F(TokensView, FiguresSayWhatIsTrue) {
  show("subwords", "the zebra");
  std::string drawn = figure();
  expect_has(drawn, "byte pairs");
  expect_has(drawn, "this model");
  expect_has(drawn, "zebra");
  say("choose tokens.part merges");
  expect_has(figure(), "None of the 500 merges is applied yet");
  say("choose tokens.merges 1");
  expect_has(figure(), "Merge 1 of 500");
  say("choose tokens.part vocabulary");
  expect_has(figure(), "760 entries");
  say("choose tokens.search zzzz");
  expect_has(figure(), "No entry matches the search");
  say_and_settle("choose tokens.part one_hot");
  expect_has(figure(), "0 at the other 759 entries");
}

TEST_F(TokensView, CountsThatAreNotKnownAreSaid) {
  const testing::TempFolder folder;
  open("subwords");
  lab->apply_or_throw({"model.save", {(folder / "run").string()}});
  settle();
  const auto file = folder / "run" / "tokenizer.json";
  auto json = nlohmann::json::parse(testing::read_bytes(file));
  for (auto& merge : json["target"]["merges"]) merge[2] = 0;
  testing::write_bytes(file, json.dump());
  const auto state = folder / "run" / "training.json";
  auto training = nlohmann::json::parse(testing::read_bytes(state));
  training.erase("checksums");
  testing::write_bytes(state, training.dump());
  lab->apply_or_throw({"model.load", {(folder / "run").string()}});
  settle();
  for (const char* line : {"view tokens", "choose tokens.part merges", "choose tokens.merges 3"})
    say_and_settle(line);
  EXPECT_EQ(learnt()->own().tokenizer->byte_pairs()->merges()[0].count, 0);
  expect_has(figure(), "This tokenizer does not record");
}

TEST(MergeStops, AreFoundOnBothSides) {
  const std::vector<Index> stops{0, 3, 7};
  EXPECT_EQ(next_stop(stops, 0), 3);
  EXPECT_EQ(next_stop(stops, 4), 7);
  EXPECT_EQ(next_stop(stops, 7), 7);
  EXPECT_EQ(next_stop(stops, 9), 9);
  EXPECT_EQ(previous_stop(stops, 7), 3);
  EXPECT_EQ(previous_stop(stops, 5), 3);
  EXPECT_EQ(previous_stop(stops, 0), 0);
  EXPECT_EQ(previous_stop(stops, 9), 7);
}

}  // namespace
}  // namespace attnlab
