// The shuffle test against passes of texts whose words really stand in another order.
#include "core/analysis/experiments/shuffle_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/support/error_text.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

/// What exact arithmetic would make 0: outputs are of size 1.
constexpr double kRounding = 1e-5;
/// A hundred times kRounding is no rounding.
constexpr double kPlain = 1e-3;

struct Tested {
  Tested(const std::string& preset, TraceRequest asked, std::vector<std::string> options = {},
         Index order = 1)
      : request(std::move(asked)), model(preset, joined(std::move(options))), trace(model.trace(request)) {
    test = shuffle_test(model.tracer, *trace, request, order);
  }
  static std::vector<std::string> joined(std::vector<std::string> options) {
    options.insert(options.begin(), kSmall.begin(), kSmall.end());
    return options;
  }

  TraceRequest request;
  TracedPreset model;
  TracePtr trace;
  ShuffleTest test;
};

TEST(ShuffleTest, WithoutPositionsAndMaskOutputsOnlyPermute) {
  for (const char* positions : {"learned", "sinusoidal", "rotary", "alibi", "relative_bias"}) {
    const Tested t("characters", {.target = "abcdefg"}, {std::string("model.positions=") + positions});
    ASSERT_EQ(t.test.passes.size(), 4u);
    EXPECT_LT(t.test.find({})->largest, kRounding) << positions;
    EXPECT_GT(t.test.find({.positions = true})->largest, kPlain) << positions;
    EXPECT_GT(t.test.find({.mask = true})->largest, kPlain) << "the mask alone encodes order";
    EXPECT_GT(t.test.find({.positions = true, .mask = true})->largest, kPlain);
    EXPECT_EQ(t.test.output, "decoder.norm.output");
  }
}

TEST(ShuffleTest, IsWhatTheModelSaysOfTheOtherText) {
  const Tested t("characters", {.target = "abcdefg"});
  std::string other;
  for (Index from : t.test.order) other += "abcdefg"[from];
  const auto says = [&](const std::string& text) {
    const TracePtr trace = t.model.trace({.target = text});
    const auto cells = trace->at("decoder.norm.output").value;
    return std::vector<Real>(cells.begin(), cells.end());
  };
  const ShuffledPasses& pair = *t.test.find({.positions = true, .mask = true});
  EXPECT_EQ(pair.straight, says("abcdefg"));
  EXPECT_EQ(pair.shuffled, says(other));
  const auto row = static_cast<std::size_t>(t.test.order[2]);
  for (std::size_t c = 0; c < 8; ++c)
    EXPECT_EQ(pair.difference[row * 8 + c], pair.shuffled[2 * 8 + c] - pair.straight[row * 8 + c]);
  double largest = 0;
  for (Real d : pair.difference) largest = std::max(largest, static_cast<double>(std::abs(d)));
  EXPECT_EQ(pair.largest, largest);
}

TEST(ShuffleTest, OfAnEncoderIsAboutWhatItReads) {
  const Tested t("reverse", {.source = "abcde", .generate_target = true});
  EXPECT_EQ(t.test.rows, static_cast<Index>(t.trace->source_pieces.size()));
  EXPECT_TRUE(t.test.output.starts_with("encoder.")) << t.test.output;
  ASSERT_EQ(t.test.passes.size(), 2u) << "no mask hides anything";
  EXPECT_LT(t.test.find({})->largest, kRounding);
  EXPECT_GT(t.test.find({.positions = true})->largest, kPlain);
}

TEST(ShuffleTest, AClassVectorStaysFirst) {
  const Tested t("sentiment", {.source = "a fine story"}, {"pooling=cls"});
  ASSERT_EQ(t.test.rows, static_cast<Index>(t.trace->source_pieces.size()));
  EXPECT_EQ(t.test.order[0], 0);
  EXPECT_LT(t.test.find({})->largest, kRounding);
  EXPECT_GT(t.test.find({.positions = true})->largest, kPlain);
}

TEST(ShuffleTest, PatchesOfAPictureAreWordsToo) {
  const TracedPreset model("digits", kSmall);
  const TraceRequest request{.picture = model.experiment.task->validation_examples(1).at(0).picture};
  const ShuffleTest test = shuffle_test(model.tracer, *model.trace(request), request, 0);
  EXPECT_LT(test.find({})->largest, kRounding);
  EXPECT_GT(test.find({.positions = true})->largest, kPlain);
}

TEST(ShuffleTest, WithoutPositionsThereIsNothingToSwitchOff) {
  const Tested t("characters", {.target = "abcd"}, {"model.positions=none"});
  ASSERT_EQ(t.test.passes.size(), 2u);
  EXPECT_EQ(t.test.find({.positions = true, .mask = true}), nullptr);
  EXPECT_LT(t.test.find({})->largest, kRounding);
}

TEST(ShuffleTest, EditsAreNotMade) {
  const CellEdit edit{{"target.embedding", {0, 1, 2}}, CellEdit::How::Set, 3};
  const Tested t("characters", {.target = "abcd"}), edited("characters", {.target = "abcd", .edits = {edit}});
  EXPECT_EQ(t.test.find({.positions = true, .mask = true})->straight,
            edited.test.find({.positions = true, .mask = true})->straight);
  EXPECT_EQ(t.test.find({.positions = true, .mask = true})->shuffled,
            edited.test.find({.positions = true, .mask = true})->shuffled);
}

TEST(ShuffleTest, OrdersArePermutationsAndNeverTheOldOne) {
  for (Index number = 0; number < 20; ++number) {
    const std::vector<Index> order = shuffled_order(3, number);
    EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), std::vector<Index>{0, 1, 2}.begin()));
    EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
    EXPECT_EQ(order, shuffled_order(3, number)) << "the same number, the same order";
  }
  EXPECT_NE(shuffled_order(9, 1), shuffled_order(9, 2));
  EXPECT_EQ(shuffled_order(1, 3), std::vector<Index>{0});
}

TEST(ShuffleTest, NeedsATransformer) {
  const TracedPreset model("lstm", {"width=8"});
  const TraceRequest request{.target = "abc"};
  EXPECT_EQ(error_text<std::invalid_argument>(
                [&] { shuffle_test(model.tracer, *model.trace(request), request, 0); }),
            "the shuffle test needs a Transformer");
}

}  // namespace
}  // namespace attnlab::testing
