// The view Vectors: which vectors and which word, shared selection, chosen words, paths over kept steps,
// directions, and pairs of a text, by commands and with undo.
#include <gtest/gtest.h>

#include "app/features/vectors/choice.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct VectorsView : LabTest {
  void show(const std::string& preset) {
    open(preset);
    say_and_settle("view vectors");
  }
  const VectorResults& vectors() const { return *lab->view().analyses->of<VectorResults>(); }
  std::string chosen() const { return ask("vectors.chosen"); }
};

TEST_F(VectorsView, PointsAreAllRowsOfTheFirstTable) {
  open("word-vectors");
  EXPECT_EQ(lab->view().analyses->of<VectorResults>(), nullptr) << "nobody looks";
  say_and_settle("view vectors");
  const VectorResults& r = vectors();
  EXPECT_EQ(r.set.table.name, "source.embedding.weight");
  EXPECT_EQ(std::ssize(r.points), r.set.table.count);
  EXPECT_EQ(ask("vectors.points"), std::to_string(r.set.table.count));
  EXPECT_EQ(r.axes_step, 0);
  EXPECT_GT(r.shown[0].share, r.shown[1].share);
  for (const PlanePoint& p : r.points) {
    EXPECT_GE(p.x, r.low.x);
    EXPECT_LE(p.y, r.high.y);
  }
}

TEST_F(VectorsView, VectorsOfTwoNumbersAreDrawnAsTheyAre) {
  open("superposition");
  say_and_settle("view vectors");
  const VectorResults& r = vectors();
  EXPECT_EQ(r.set.table.name, "source.features.weight");
  ASSERT_EQ(r.points.size(), 5u);
  for (std::size_t i = 0; i < r.points.size(); ++i) {
    const std::span<const Real> row = r.set.rows.row(static_cast<Index>(i));
    EXPECT_EQ(r.points[i], (PlanePoint{static_cast<double>(row[0]), static_cast<double>(row[1])}));
  }
  EXPECT_TRUE(r.shown[0].number && r.shown[1].number);
  EXPECT_NEAR(r.shown[0].share + r.shown[1].share, 1, 1e-9);
  EXPECT_LE(r.low.x, 0) << "0 is in the picture";
  EXPECT_GE(r.high.y, 0);
}

TEST_F(VectorsView, AWordIsLookedAtUntilAnotherTokenIsSelected) {
  show("translate");
  say_and_settle("text.source the cat");
  say_and_settle("vectors.of source.embedding.weight");
  say_and_settle("select.attention encoder_self 0 0");
  say_and_settle("select.query 1");
  EXPECT_EQ(ask("vectors.word"), "cat");
  const Index red = row_named(vectors().set, "red");
  say_and_settle("vectors.word " + std::to_string(red));
  EXPECT_EQ(ask("vectors.word"), "red");
  say_and_settle("select.query 0");
  EXPECT_EQ(ask("vectors.word"), "the");
  say("history.back");
  say("history.back");
  settle();
  EXPECT_EQ(ask("vectors.word"), "cat");
}

TEST_F(VectorsView, WordsAreChosenAndForgottenWithTheirVocabulary) {
  show("translate");
  say_and_settle("vectors.of source.embedding.weight");
  say("vectors.choose 9,3,3");
  EXPECT_EQ(lab->view().state.choices.of<VectorsChoice>().chosen, (std::vector<Index>{3, 9}));
  say("vectors.pick 5");
  say("vectors.pick 3");
  EXPECT_EQ(lab->view().state.choices.of<VectorsChoice>().chosen, (std::vector<Index>{5, 9}));
  say("history.back");
  EXPECT_EQ(lab->view().state.choices.of<VectorsChoice>().chosen, (std::vector<Index>{3, 5, 9}));
  say("vectors.of target.embedding.weight");
  EXPECT_EQ(chosen(), "0") << "the numbers mean other words";
  expect_has(refusal("vectors.choose 999999"), "there is no vector 999999: use 0 to ");
  expect_has(refusal("vectors.word 999999"), "is not from 0 to");
  expect_has(refusal("vectors.of nothing"), "this model does not have vectors nothing");
}

TEST_F(VectorsView, DirectionsNameTheirWords) {
  show("word-vectors");
  say("choose vectors.by directions");
  say("choose vectors.from cow");
  say_and_settle("choose vectors.to house");
  const VectorResults& r = vectors();
  ASSERT_TRUE(r.shown[0].direction);
  EXPECT_FALSE(r.shown[1].direction) << "without words it is a component";
  EXPECT_NEAR(r.points[static_cast<std::size_t>(row_named(r.set, "cow"))].x, 0, 1e-9);
  EXPECT_NEAR(r.points[static_cast<std::size_t>(row_named(r.set, "house"))].x, 1, 1e-6);
  say_and_settle("choose vectors.to housse");
  expect_has(vectors().error, "there is no vector of \"housse\"");
  EXPECT_TRUE(vectors().points.empty());
}

TEST_F(VectorsView, NeighboursStandAroundTheWord) {
  show("word-vectors");
  say("vectors.word 7");
  say_and_settle("choose vectors.by neighbours");
  EXPECT_EQ(vectors().rows.front(), 7);
  EXPECT_EQ(vectors().points.front(), PlanePoint{});
  for (std::size_t i = 2; i < vectors().cosines.size(); ++i)
    EXPECT_LE(vectors().cosines[i], vectors().cosines[i - 1]);
}

TEST_F(VectorsView, PathsAreOnTheAxesOfTheNewestStep) {
  show("word-vectors");
  say_and_settle("train.step 6");
  say("vectors.choose 5,6");
  say_and_settle("choose vectors.paths on");
  ASSERT_EQ(vectors().paths.size(), 2u);
  const VectorPath path = vectors().paths[0];
  EXPECT_EQ(path.row, 5);
  EXPECT_EQ(path.points.front().step, 0);
  EXPECT_EQ(path.points.back().step, 6);
  EXPECT_EQ(path.points.back().at, vectors().points[5]);
  say_and_settle("timeline.to 0");
  EXPECT_EQ(vectors().step, 0);
  EXPECT_EQ(vectors().axes_step, 6);
  EXPECT_EQ(vectors().points[5], path.points.front().at) << "the past has the axes of the newest step";
}

TEST_F(VectorsView, StatesFollowTheTextAndItsPast) {
  show("words");
  say_and_settle("text.target The old mill");
  say_and_settle("train.step 3");
  say_and_settle("vectors.of states");
  EXPECT_EQ(vectors().set.names, (std::vector<std::string>{"The", "old", "mill"}));
  say("vectors.choose 0,2");
  say_and_settle("choose vectors.paths on");
  ASSERT_EQ(vectors().paths.size(), 2u);
  EXPECT_EQ(vectors().paths[1].points.size(), 4u) << "steps 0 to 3";
  say_and_settle("select.query 1");
  EXPECT_EQ(ask("vectors.word"), "old");
}

TEST_F(VectorsView, PairsArePutOnScreenAndBack) {
  show("word-vectors");
  const std::string before = ask("source");
  say("choose vectors.part pairs");
  say_and_settle("vectors.pair 0");
  const ContextWindows& windows = *lab->view().windows;
  const PairPlace first = pair_at(windows, {0, 0});
  const Example example = windows.example(windows.window(first.at), first.which);
  EXPECT_EQ(ask("source"), example.source);
  EXPECT_EQ(ask("target"), example.target);
  EXPECT_EQ(std::ssize(lab->view().trace->input_pieces), 6);
  say_and_settle("vectors.pair next");
  EXPECT_NE(ask("target"), example.target);
  say_and_settle("vectors.pair previous");
  EXPECT_EQ(ask("target"), example.target);
  say_and_settle("undo");
  EXPECT_EQ(ask("source"), before);
  open("reverse");
  expect_has(refusal("vectors.pair next"), "is not trained on pairs");
  expect_has(refusal("vectors.play on"), "is not trained on pairs");
}

TEST_F(VectorsView, ThePictureIsZoomedWithinItsEdges) {
  show("reverse");
  say("vectors.zoom 200");
  say("vectors.pan 5 5");
  EXPECT_EQ(ask("choice vectors.x"), "0.75");
  say("vectors.fit");
  EXPECT_EQ(ask("choice vectors.zoom"), "100");
  expect_has(refusal("vectors.zoom 1"), "is not from 100");
}

}  // namespace
}  // namespace attnlab
