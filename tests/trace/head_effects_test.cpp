// Removing heads: the change of the loss is their effect.
#include "core/analysis/heads/head_effects.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

const TraceRequest kRequest{.target = "the owl", .gradients = false};

TEST(HeadEffects, AreDifferencesOfLosses) {
  const TracedPreset model("characters", kSmall);
  const TracePtr trace = model.trace(kRequest);
  const std::vector<HeadEffect> effects = head_effects(model.tracer, *trace, kRequest, HeadEdit::How::Zero);
  ASSERT_EQ(effects.size(), 4u);
  for (const HeadEffect& e : effects) {
    TraceRequest without = kRequest;
    without.edits.push_back(HeadEdit{e.attention, {e.head}, HeadEdit::How::Zero});
    EXPECT_EQ(e.loss, model.trace(without)->loss());
    EXPECT_EQ(e.effect, e.loss - trace->loss());
    EXPECT_NE(e.effect, 0);
  }
}

TEST(HeadEffects, AHeadThatNobodyReadsIsWorthNothing) {
  TracedPreset model("characters", kSmall);
  const std::span<Real> output = model.parameter("decoder.layers.1.self_attention.output.weight");
  for (std::size_t row = 0; row < 8; ++row)
    for (std::size_t d = 0; d < 4; ++d) output[row * 8 + d] = 0;  // the columns of head 0
  const std::vector<HeadEffect> effects =
      head_effects(model.tracer, *model.trace(kRequest), kRequest, HeadEdit::How::Zero);
  EXPECT_EQ(effects[2].effect, 0);
  EXPECT_NE(effects[3].effect, 0);
}

TEST(HeadEffects, TheMeanOfAConstantChangesNothing) {
  TracedPreset model("characters", kSmall);
  std::ranges::fill(model.parameter("decoder.layers.0.self_attention.value.weight"), Real(0));
  const TracePtr trace = model.trace(kRequest);  // every value is the bias
  EXPECT_NEAR(head_effects(model.tracer, *trace, kRequest, HeadEdit::How::Mean)[0].effect, 0, 1e-6);
  EXPECT_GT(std::abs(head_effects(model.tracer, *trace, kRequest, HeadEdit::How::Zero)[0].effect), 1e-5);
}

TEST(HeadEffects, AGeneratedTargetStays) {
  const TracedPreset model("translate", kSmall);
  const TraceRequest request{.source = "the black cat eats", .generate_target = true};
  const TracePtr trace = model.trace(request);
  ASSERT_TRUE(trace->target_is_generated);
  TracedPreset unread("translate", kSmall);
  std::ranges::fill(unread.parameter("decoder.layers.1.cross_attention.output.weight"), Real(0));
  const TracePtr same = unread.trace(request);
  const std::vector<HeadEffect> effects = head_effects(unread.tracer, *same, request, HeadEdit::How::Zero);
  EXPECT_EQ(effects.size(), 12u);
  EXPECT_EQ(effects.back().effect, 0) << "another target was used";
}

TEST(HeadEffects, AHeadThatIsNotThereIsNamed) {
  const TracedPreset model("characters", kSmall);
  TraceRequest request = kRequest;
  request.edits.push_back(HeadEdit{"decoder.layers.0.self_attention", {2}, HeadEdit::How::Zero});
  EXPECT_EQ(error_text<std::invalid_argument>([&] { model.trace(request); }),
            "decoder.layers.0.self_attention does not have a head 2");
}

}  // namespace
}  // namespace attnlab::testing
