// Rollout and saliency against what they must add up to.
#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/rollout.h"
#include "core/analysis/saliency.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

using Options = std::vector<std::string>;

Options small(Options more = {}) {
  more.insert(more.begin(), {"width=8", "heads=2", "layers=2", "feed_forward=12"});
  return more;
}

const TraceRequest kOwlRequest{.target = "the owl"};

TEST(Rollout, RowsSumToOneAndStartWithTheFirstLayer) {
  const TracePtr trace = TracedPreset("characters", small()).trace(kOwlRequest);
  const Rollout rollout = attention_rollout(*trace, "decoder");
  ASSERT_EQ(rollout.layers.size(), 2u);
  const auto t = static_cast<std::size_t>(rollout.positions);
  for (const std::vector<double>& layer : rollout.layers) {
    for (std::size_t q = 0; q < t; ++q) {
      double sum = 0;
      for (std::size_t k = 0; k < t; ++k) sum += layer[q * t + k];
      EXPECT_NEAR(sum, 1, 1e-6);
    }
  }
  const TraceTensor& weights = trace->at("decoder.layers.0.self_attention.weights");
  const double heads = static_cast<double>(weights.value[t * 2 + 1] + weights.value[t * t + t * 2 + 1]);
  EXPECT_NEAR(rollout.layers[0][t * 2 + 1], 0.25 * heads, 1e-7);
  EXPECT_THROW(attention_rollout(*trace, "encoder"), std::invalid_argument);
}

TEST(Rollout, FollowsATokenThroughTwoLayers) {
  const TracedPreset model("characters", small());
  TraceHooks hooks;
  // Each layer looks wholly at the position before: after two, a quarter comes from two positions back.
  for (const char* layer : {"0", "1"})
    hooks.interventions.push_back({"decoder.layers." + std::string(layer) + ".self_attention.weights",
                                   [](const Shape& shape, std::span<Real> cells) {
                                     const auto t = static_cast<std::size_t>(shape[2]);
                                     for (std::size_t i = 0; i < cells.size(); ++i) {
                                       const std::size_t q = i / t % t, k = i % t;
                                       cells[i] = k == (q == 0 ? 0 : q - 1) ? Real(1) : Real(0);
                                     }
                                   }});
  const Rollout rollout = attention_rollout(*model.trace(kOwlRequest, hooks), "decoder");
  const std::vector<double>& last = rollout.layers[1];
  const auto at = [&](Index q, Index k) { return last[static_cast<std::size_t>(q * rollout.positions + k)]; };
  EXPECT_NEAR(at(4, 4), 0.25, 1e-12);
  EXPECT_NEAR(at(4, 3), 0.5, 1e-12);
  EXPECT_NEAR(at(4, 2), 0.25, 1e-12);
}

TEST(Saliency, IsTheSlopeOfTheLossWhenARowFades) {
  const TracedPreset model("characters", small());
  const std::vector<double> rows = saliency(*model.trace(kOwlRequest), "target.input");
  ASSERT_EQ(rows.size(), 7u);
  const auto loss_with = [&](std::size_t row, Real factor) {
    TraceHooks hooks;
    hooks.interventions.push_back({"target.input", [=](const Shape&, std::span<Real> cells) {
                                     for (Real& cell : cells.subspan(row * 8, 8)) cell *= factor;
                                   }});
    return model.trace(kOwlRequest, hooks)->loss();
  };
  constexpr double kStep = 1e-2;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double slope =
        (loss_with(row, static_cast<Real>(1 + kStep)) - loss_with(row, static_cast<Real>(1 - kStep))) /
        (2 * kStep);
    EXPECT_NEAR(rows[row], slope, 1e-3 + 0.02 * std::abs(slope)) << row;
  }
}

TEST(Saliency, NeedsGradients) {
  const TracedPreset model("characters", small());
  EXPECT_THROW(saliency(*model.trace({.target = "owl", .gradients = false}), "target.input"),
               std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
