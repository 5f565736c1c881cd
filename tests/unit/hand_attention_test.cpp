// Attention by hand: its numbers, its sizes, its masks, and the experiments on it.
#include "core/trace/hand_attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/analysis/experiments/hand_examples.h"
#include "core/analysis/experiments/hand_experiments.h"
#include "core/ops/attention/softmax_steps.h"
#include "core/trace/hand_sites.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"

namespace attnlab {
namespace {

using testing::error_text;
using testing::expect_has;

std::span<const Real> cells(const TracePtr& trace, const Site& site) {
  const TraceTensor* const tensor = trace->find(hand_place(), site);
  EXPECT_NE(tensor, nullptr) << site.name;
  return tensor ? tensor->value : std::span<const Real>();
}

void expect_cells(std::span<const Real> found, const std::vector<double>& wanted, double within = 5e-5) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(static_cast<double>(found[i]), wanted[i], within) << i;
}

std::string refusal(const HandAttention& hand) {
  return error_text<std::invalid_argument>([&] { validate(hand); });
}

TEST(HandExamples, TheCatHasTheNumbersOfItsSentenceAndNote) {
  const HandExample& example = hand_example("cat");
  const HandAttention hand = example.make();
  const TracePtr trace = hand_trace(hand);
  expect_cells(cells(trace, hand_sites::kScores), {0.76, -0.51, 1.06});
  expect_cells(cells(trace, hand_sites::kScaled), {0.38, -0.255, 0.53});
  expect_cells(cells(trace, hand_sites::kWeights), {0.3715, 0.1969, 0.4316});
  expect_cells(cells(trace, hand_sites::kOutput), {0.3715, 0.1969, 0.4316});
  double sum = 0;
  const double exponentials[] = {1.4623, 0.7749, 1.6989};
  for (std::size_t i = 0; i < 3; ++i) {
    const double e = std::exp(static_cast<double>(cells(trace, hand_sites::kScaled)[i]));
    EXPECT_NEAR(e, exponentials[i], 5e-5);
    sum += e;
  }
  EXPECT_NEAR(sum, 3.9361, 5e-5);
  for (const char* words : {"0.76, −0.51, 1.06", "√4", "0.3715, 0.1969, 0.4316"})
    expect_has(std::string(example.sentence), words);
  for (const char* words : {"1.4623, 0.7749, 1.6989", "3.9361", "0.72, −0.53, 1.02", "0.371, 0.199, 0.431"})
    expect_has(std::string(example.note), words);
}

TEST(HandExamples, AreSoundFoundByNameAndKnownByTheirNumbers) {
  for (const HandExample& example : hand_examples()) {
    SCOPED_TRACE(example.name);
    HandAttention hand = example.make();
    EXPECT_NO_THROW(hand_trace(hand));
    EXPECT_EQ(&hand_example(example.name), &example);
    EXPECT_EQ(example_of(hand), &example);
    hand.query.at(0, 0) += 1;
    EXPECT_EQ(example_of(hand), nullptr);
    EXPECT_TRUE(example.sentence.ends_with('.'));
  }
  expect_has(error_text<std::invalid_argument>([] { hand_example("cats"); }),
             "there is no example cats; did you mean cat");
}

TEST(HandAttentionPass, ExplainsEachNumberFromTheTypedOnes) {
  const TracePtr trace = hand_trace(hand_example("cat").make());
  const std::vector<Index> cell{0, 0, 2};
  const Derivation scores = trace->explain("hand.scores", cell);
  EXPECT_EQ(scores.operands().size(), 8u);
  EXPECT_NEAR(scores.root.evaluate(), 1.06, 1e-6);
  EXPECT_NEAR(trace->explain("hand.weights", cell).root.evaluate(), 0.4316, 5e-5);
  EXPECT_TRUE(trace->explain("hand.query", cell).is_leaf) << "typed";
  EXPECT_FALSE(trace->users("hand.key", cell).empty());
  EXPECT_EQ(trace->step(), 0);
  EXPECT_TRUE(std::isnan(trace->loss()));
  EXPECT_TRUE(trace->parameters().empty()) << "nothing is learned";
}

TEST(HandAttentionPass, HasTheStepsThatTheScoreNeeds) {
  HandAttention hand = hand_example("order").make();
  const auto steps = [&] {
    std::string names;
    const auto trace = hand_trace(hand);
    for (const TraceTensor* step : hand_steps(*trace)) names += std::string(step->site->name) + " ";
    return names;
  };
  const auto with = [&](const char* score, const char* mask) {
    hand.score = score;
    hand.mask = mask;
    return steps();
  };
  EXPECT_EQ(with("dot", "none"), "scores weights output ");
  EXPECT_EQ(with("scaled_dot", "causal"), "scores scaled masked weights output ");
  EXPECT_EQ(with("cosine", "none"), "unit_query unit_key cosine scores weights output ");
  EXPECT_EQ(with("general", "none"), "weighted_key scores weights output ");
  EXPECT_EQ(with("additive", "window 1"), "hidden_query hidden_key hidden scores masked weights output ");
}

TEST(HandAttentionPass, AMaskHidesKeysAndAQueryWithoutAnyFindsNothing) {
  HandAttention hand = hand_example("order").make();
  hand.mask = "000/110/111";
  const TracePtr trace = hand_trace(hand);
  const auto weights = cells(trace, hand_sites::kWeights);
  for (const std::size_t hidden : {0u, 1u, 2u, 5u}) EXPECT_EQ(weights[hidden], 0) << hidden;
  EXPECT_GT(weights[3], 0);
  expect_cells(cells(trace, hand_sites::kOutput).first(2), {0, 0});
}

TEST(HandAttention, MasksAreRowsOfKindsOrPainted) {
  HandAttention hand = hand_attention({.queries = 3, .keys = 3});
  const auto rows = [&](const char* mask) {
    hand.mask = mask;
    std::string text;
    for (const std::string& row : hand_mask(hand)) text += row + " ";
    return text;
  };
  EXPECT_EQ(rows("none"), "111 111 111 ");
  EXPECT_EQ(rows("causal"), "100 110 111 ");
  EXPECT_EQ(rows("window 1"), "100 010 001 ");
  EXPECT_EQ(rows("padding 1"), "110 110 110 ");
  EXPECT_EQ(rows("101/010/111"), "101 010 111 ");
  for (const char* wrong : {"casual", "", "window", "window 0", "12/11/11", "no mask hand"}) {
    hand.mask = wrong;
    expect_has(refusal(hand), "unknown mask " + std::string(wrong) + ": use none, causal");
  }
  hand.mask = "11/11";
  EXPECT_EQ(refusal(hand), "the mask is 2 × 2, but must be queries × keys, 3 × 3");
}

TEST(HandAttention, SizesKeepWhatFitsAndFillTheRest) {
  HandAttention hand = hand_example("cat").make();
  hand.mask = "101";
  resize(hand, {.queries = 2, .keys = 4, .features = 3, .values = 2, .hidden = 2});
  EXPECT_EQ(sizes_of(hand), (HandSizes{2, 4, 3, 2, 2}));
  EXPECT_EQ(hand.mask, "1011/1111");
  EXPECT_EQ(hand.query_names, (std::vector<std::string>{"cat", "1"}));
  EXPECT_EQ(hand.query.cells, (std::vector<double>{0.5, -0.3, 0.8, 0, 0, 0}));
  EXPECT_EQ(hand.key.at(2, 0), 0.3);
  EXPECT_EQ(hand.weight.cells, (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(hand.score_weight.cells, (std::vector<double>{1, 1}));
  EXPECT_EQ(refusal(hand), "no error");
  for (const Index size : {0, 9})
    expect_has(error_text<std::invalid_argument>([&] { resize(hand, {.queries = size}); }), "from 1 to 8");
}

TEST(HandAttention, RefusesWhatCannotBeTyped) {
  HandAttention hand = hand_example("cat").make();
  for (const double wrong : {std::nan(""), HUGE_VAL, -2e6, 1e-12}) {
    hand.key.at(1, 1) = wrong;
    EXPECT_NE(refusal(hand), "no error") << wrong;
  }
  hand.key.at(1, 1) = -1e6;
  EXPECT_EQ(refusal(hand), "no error");
  hand.key.cells.pop_back();
  EXPECT_EQ(refusal(hand), "keys has 11 numbers, but must have 12");
  hand = hand_example("cat").make();
  hand.value.rows = 1;
  EXPECT_EQ(refusal(hand), "values is 1 × 3, but must be 3 × 3");
  hand = hand_example("cat").make();
  hand.score = "cosin";
  expect_has(refusal(hand), "there is no score cosin; did you mean cosine");
  hand = hand_example("lookup").make();
  hand.sharpness = -1;
  EXPECT_EQ(refusal(hand), "β must be at least 0");
  hand = hand_example("lookup").make();
  hand.key_names.pop_back();
  EXPECT_EQ(refusal(hand), "the number of names of keys is 3, but must be 0 or 4");
}

TEST(HandOrder, ThePermutedRowsGiveThePermutedOutput) {
  const HandAttention hand = hand_example("order").make();
  const HandOrder order = hand_order(hand, {2, 0, 1});
  EXPECT_TRUE(order.with_queries);
  EXPECT_TRUE(order.is_same()) << order.largest;
  const auto straight = cells(order.straight, hand_sites::kOutput),
             moved = cells(order.ordered, hand_sites::kOutput);
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t c = 0; c < 2; ++c)
      EXPECT_NEAR(moved[row * 2 + c], straight[static_cast<std::size_t>(order.order[row]) * 2 + c], 1e-6);
  EXPECT_GT(std::abs(moved[0] - straight[0]), 0.1) << "the rows are not where they were";
}

TEST(HandOrder, ACausalMaskTellsTheOrder) {
  HandAttention hand = hand_example("order").make();
  hand.mask = "causal";
  EXPECT_FALSE(hand_order(hand, {2, 0, 1}).is_same());
  EXPECT_TRUE(hand_order(hand, {0, 1, 2}).is_same());
}

TEST(HandOrder, KeysAloneMoveWhereThereAreOtherQueries) {
  const HandAttention hand = hand_example("cat").make();
  const HandOrder order = hand_order(hand, {1, 2, 0});
  EXPECT_FALSE(order.with_queries);
  EXPECT_TRUE(order.is_same());
  EXPECT_EQ(in_order(hand, {1, 2, 0}).key_names, (std::vector<std::string>{"cat", "sat", "The"}));
  EXPECT_THROW(in_order(hand, {0, 1}), std::invalid_argument);
  EXPECT_THROW(in_order(hand, {0, 1, 1}), std::invalid_argument);
}

TEST(HandSharpness, ALargeBetaMakesTheLookUpHard) {
  HandAttention hand = hand_example("lookup").make();
  hand.sharpness = 500;
  expect_cells(cells(hand_trace(hand), hand_sites::kWeights), {1, 0, 0, 0}, 1e-6);
  expect_cells(cells(hand_trace(hand), hand_sites::kOutput), {10}, 1e-4);
  hand.sharpness = 0;
  expect_cells(cells(hand_trace(hand), hand_sites::kWeights), {0.25, 0.25, 0.25, 0.25}, 1e-6);
}

TEST(HandSharpness, TheCurveIsThatOfThePass) {
  HandAttention hand = hand_example("lookup").make();
  const std::vector<SharpnessPoint> curve = sharpness_curve(hand, 0, 0.1, 1000, 5);
  ASSERT_EQ(curve.size(), 5u);
  double before = 3;
  for (const SharpnessPoint& point : curve) {
    hand.sharpness = point.sharpness;
    expect_cells(cells(hand_trace(hand), hand_sites::kWeights), point.weights, 1e-5);
    EXPECT_LT(point.entropy, before) << "sharper and sharper";
    before = point.entropy;
  }
  EXPECT_NEAR(curve.front().sharpness, 0.1, 1e-12);
  EXPECT_NEAR(curve[2].sharpness, 10, 1e-9);
  EXPECT_NEAR(curve.back().sharpness, 1000, 1e-6);
  EXPECT_THROW(sharpness_curve(hand, 1, 1, 2, 2), std::out_of_range);
}

}  // namespace
}  // namespace attnlab
