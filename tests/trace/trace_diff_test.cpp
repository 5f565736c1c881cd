// Trace differences: none before a change, the right ones after it.
#include "core/trace/trace_diff.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/trace/edit.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

const TensorChange& change_of(const TraceDiff& diff, std::string_view name) {
  for (const TensorChange& change : diff.tensors())
    if (change.name == name) return change;
  throw std::invalid_argument(std::string(name));
}

TEST(TraceDiff, OfTheSamePassIsNothing) {
  const TraceDiff diff(small_gpt().trace({.target = "the owl"}), small_gpt().trace({.target = "the owl"}));
  EXPECT_GT(diff.tensors().size(), 40u);
  EXPECT_TRUE(diff.unmatched().empty());
  for (const TensorChange& change : diff.tensors()) {
    EXPECT_EQ(change.largest, 0) << change.name;
    EXPECT_EQ(change.relative, 0) << change.name;
  }
}

TEST(TraceDiff, AnInterventionChangesWhatFollowsIt) {
  TraceRequest request{.target = "the owl"};
  const TracePtr before = small_gpt().trace(request);
  request.edits.push_back(HeadEdit{"decoder.layers.1.self_attention", {0}, HeadEdit::How::Zero});
  const TracePtr after = small_gpt().trace(request);
  const TraceDiff diff(before, after, 3);
  bool reached = false;
  for (const TensorChange& change : diff.tensors()) {
    reached |= change.name == "decoder.layers.1.self_attention.context";
    EXPECT_EQ(change.largest > 0, reached) << change.name;
  }
  const std::string context = "decoder.layers.1.self_attention.context";
  const std::vector<double> difference = diff.difference(context);
  for (std::size_t i = 0; i < difference.size() / 2; ++i)
    EXPECT_EQ(difference[i], -static_cast<double>(before->at(context).value[i]));
  for (std::size_t i = difference.size() / 2; i < difference.size(); ++i) EXPECT_EQ(difference[i], 0);
  EXPECT_EQ(diff.loss_after(), after->loss());
  EXPECT_NE(diff.loss_after(), diff.loss_before());
}

TEST(TraceDiff, WhatIsNoNumberIsTheLeastProbable) {
  const TraceRequest request{.target = "an owl"};
  TraceHooks hooks;
  hooks.interventions.push_back({"output.probabilities", [](const Shape& shape, std::span<Real> cells) {
                                   for (Index i = 0; i < shape.last(); i += 2)
                                     cells[static_cast<std::size_t>(i)] = std::nanf("");
                                 }});
  const TraceDiff diff(small_gpt().trace(request), small_gpt().trace(request, hooks), 3);
  for (const TokenProbability& p : diff.predictions()[0].after) EXPECT_EQ(p.token % 2, 1);
}

TEST(TraceDiff, ListsTheMostProbableTokens) {
  const TraceRequest request{.target = "an owl"};
  const TracePtr before = small_gpt().trace(request);
  TraceHooks hooks;
  hooks.interventions.push_back({"output.logits", [](const Shape& shape, std::span<Real> cells) {
                                   cells[static_cast<std::size_t>(2 * shape.last() + 5)] = 30;
                                 }});
  const TraceDiff diff(before, small_gpt().trace(request, hooks), 3);
  ASSERT_EQ(diff.predictions().size(), 6u);
  const PredictionChange& third = diff.predictions()[2];
  ASSERT_EQ(third.before.size(), 3u);
  EXPECT_GE(third.before[0].probability, third.before[1].probability);
  EXPECT_EQ(third.after[0].token, 5);
  EXPECT_NEAR(third.after[0].probability, 1, 1e-6);
  EXPECT_EQ(diff.predictions()[1].before[0].token, diff.predictions()[1].after[0].token);
}

TEST(TraceDiff, OfAnotherLengthMatchesOnlyWhatHasTheSameShape) {
  const TraceDiff diff(small_gpt().trace({.target = "the owl"}), small_gpt().trace({.target = "an owl"}));
  EXPECT_FALSE(diff.unmatched().empty());
  EXPECT_TRUE(diff.predictions().empty());
  EXPECT_THROW(diff.difference("output.logits"), std::invalid_argument);
  EXPECT_GT(change_of(diff, "loss.mean").largest, 0);
}

TEST(TraceDiff, AHiddenCellThatIsShownHasNoFiniteDifference) {
  const TraceRequest request{.target = "an owl"};
  const TracePtr before = small_gpt().trace(request);
  TraceHooks hooks;
  hooks.interventions.push_back(
      {"decoder.layers.0.self_attention.masked",
       [](const Shape&, std::span<Real> cells) { cells[1] = 0; }});  // the first position sees the second
  const TraceDiff diff(before, small_gpt().trace(request, hooks));
  EXPECT_TRUE(std::isinf(change_of(diff, "decoder.layers.0.self_attention.masked").largest));
  EXPECT_TRUE(std::isfinite(change_of(diff, "decoder.layers.0.self_attention.weights").largest));
}

}  // namespace
}  // namespace attnlab::testing
