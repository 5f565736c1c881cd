// Fault: the search finds the first number that is not finite.
#include "core/training/fault.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "core/training/run/train_loop.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

/// A run whose next step fails because of a change to one parameter's cells.
struct Broken {
  using Cells = std::vector<std::pair<Index, Real>>;

  Broken(Preset preset, const std::string& parameter, const Cells& cells)
      : Broken(std::move(preset), std::map<std::string, Cells>{{parameter, cells}}) {}
  Broken(Preset preset, const std::map<std::string, Cells>& changes) : run(preset) {
    run.trainer.change_weights([&](std::span<Real> weights) {
      for (const Parameter& p : run.trainer.model().parameters().all())
        if (const auto found = changes.find(p.name); found != changes.end())
          for (const auto& [cell, value] : found->second)
            weights[static_cast<std::size_t>(p.offset + cell)] = value;
    });
    metrics = run.trainer.step();
    fault = find_fault(run.trainer);
  }
  SmallRun run;
  StepMetrics metrics;
  std::optional<Fault> fault;
};

Preset with(const std::string& name, const std::vector<std::string>& options) {
  Preset preset = find_preset(name);
  for (const std::string& option : options) set_option(preset, option);
  return preset;
}

TEST(Fault, AWeightThatIsNotFiniteComesFirst) {
  const Broken b(small_preset(), "decoder.layers.0.feed_forward.expand.weight", {{35, kInfinity}});
  ASSERT_FALSE(is_finite(b.metrics));
  ASSERT_TRUE(b.fault);
  EXPECT_EQ(b.fault->text(), "decoder.layers.0.feed_forward.expand.weight[2,3] is inf, an input of the pass");
}

TEST(Fault, AFiniteStepHasNone) {
  SmallRun run(small_preset(), 3);
  EXPECT_FALSE(find_fault(run.trainer));
  EXPECT_NE(fault_text(std::nullopt).find("without dropout"), std::string::npos);
}

/// Weights of 3e38 overflow in the first product that reads them.
struct Overflow {
  const char* preset;
  std::vector<std::string> options;
  const char* parameter;
  const char* tensor;
  const char* operation;
};

void PrintTo(const Overflow& c, std::ostream* out) { *out << c.preset; }

class FaultIn : public ::testing::TestWithParam<Overflow> {};

TEST_P(FaultIn, TheFirstProductThatOverflows) {
  const Overflow& c = GetParam();
  SmallRun run(with(c.preset, c.options));
  std::vector<std::pair<Index, Real>> cells;
  for (const Parameter& p : run.trainer.model().parameters().all())
    for (Index i = 0; p.name == c.parameter && i < p.shape.size(); ++i) cells.emplace_back(i, Real(3e38));
  ASSERT_FALSE(cells.empty());
  const Broken b(with(c.preset, c.options), c.parameter, cells);
  ASSERT_FALSE(is_finite(b.metrics));
  ASSERT_TRUE(b.fault);
  EXPECT_EQ(b.fault->kind, Fault::Kind::Value) << b.fault->text();
  EXPECT_EQ(b.fault->tensor, c.tensor) << b.fault->text();
  EXPECT_EQ(b.fault->operation, c.operation) << b.fault->text();
  EXPECT_FALSE(std::isfinite(b.fault->value));
  EXPECT_NEAR(b.fault->operands, 3e38, 1e33);
  EXPECT_GE(b.fault->example, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Architectures, FaultIn,
    ::testing::Values(Overflow{"characters",
                               {"width=16", "heads=2", "layers=1", "feed_forward=16", "context=12",
                                "batch=4"},
                               "decoder.layers.0.feed_forward.expand.weight",
                               "decoder.layers.0.feed_forward.hidden",
                               "linear"},
                      Overflow{"translate",
                               {"width=16", "heads=2", "layers=1", "feed_forward=16", "batch=4"},
                               "decoder.layers.0.cross_attention.key.weight",
                               "decoder.layers.0.cross_attention.key",
                               "linear"},
                      Overflow{"brackets",
                               {"width=16", "heads=2", "layers=1", "feed_forward=16", "batch=4"},
                               "encoder.layers.0.self_attention.query.weight",
                               "encoder.layers.0.self_attention.query",
                               "linear"},
                      Overflow{"digits",
                               {"width=16", "heads=2", "layers=1", "feed_forward=16", "batch=4"},
                               "picture.projection.weight",
                               "picture.projection",
                               "linear"},
                      Overflow{"word-vectors-cbow",
                               {"width=8", "batch=4"},
                               "source.embedding.weight",
                               "source.mean",
                               "mean_pooling"},
                      Overflow{"rnn",
                               {"width=12", "batch=4", "cell=rnn_relu"},
                               "recurrent.layers.0.hidden.input.weight",
                               "recurrent.layers.0.hidden",
                               "gate"},
                      Overflow{"seq2seq-attention",
                               {"width=12", "batch=4", "cell=rnn_relu"},
                               "decoder.layers.0.hidden.context.weight",
                               "decoder.layers.0.hidden",
                               "gate"}));

/// Gates limit the values of an LSTM to −1…1; gradients through large output weights overflow.
/// Cells that forget nothing gather the gradients of all later tokens.
TEST(Fault, AGradientThatOverflows) {
  const Preset preset = with("brackets-lstm", {"width=12", "batch=4", "min_length=40", "max_length=60"});
  std::map<std::string, Broken::Cells> changes;
  const SmallRun run(preset);
  for (const Parameter& p : run.experiment.model->parameters().all())
    for (Index i = 0; i < p.shape.size(); ++i) {
      if (p.name == "output.weight")
        changes[p.name].emplace_back(i, Real(i / 12 % 2 == 0 ? 1.25e38 : -1.25e38));
      if (p.name == "recurrent.layers.0.forget_gate.bias") changes[p.name].emplace_back(i, Real(20));
    }
  ASSERT_EQ(changes.size(), 2u);
  const Broken b(preset, changes);
  ASSERT_TRUE(std::isfinite(b.metrics.loss));
  ASSERT_FALSE(std::isfinite(b.metrics.gradient_norm));
  ASSERT_TRUE(b.fault);
  SCOPED_TRACE(b.fault->text());
  EXPECT_EQ(b.fault->kind, Fault::Kind::Gradient);
  EXPECT_EQ(b.fault->tensor, "recurrent.layers.0.candidate.bias");
  EXPECT_EQ(b.fault->operation, "gate");
  EXPECT_TRUE(std::isinf(b.fault->value));
  EXPECT_GT(b.fault->operands, 1e36);
}

TEST(Fault, ARunReportsItsFault) {
  SmallRun run;
  run.trainer.change_weights([](std::span<Real> weights) { weights[0] = kInfinity; });
  TrainLoopOptions options;
  options.until = 3;
  const TrainLoopResult result = train_until(run.trainer, options);
  EXPECT_NE(result.failure.find("target.embedding.weight[0,0] is inf"), std::string::npos) << result.failure;
}

TEST(Fault, TooHighALearningRateOverflowsInAValue) {
  Preset preset = small_preset();
  set_option(preset, "training.learning_rate=1");
  set_option(preset, "model.dropout=0");
  set_option(preset, "training.warmup=0");
  SmallRun run(preset);
  TrainingSettings settings = run.trainer.settings();
  settings.learning_rate_factor = 1000;
  run.trainer.change(settings);
  StepMetrics metrics;
  run.trainer.change_weights([](std::span<Real> weights) {
    for (Real& w : weights) w *= Real(1e12);
  });
  for (int i = 0; i < 50 && is_finite(metrics = run.trainer.step()); ++i) {
  }
  ASSERT_FALSE(is_finite(metrics));
  const auto fault = find_fault(run.trainer);
  ASSERT_TRUE(fault);
  EXPECT_NE(fault->kind, Fault::Kind::Input) << fault->text();
  EXPECT_FALSE(fault->tensor.empty());
}

/// Scores of words that are 0 give a slope of ±½, whose product with great vectors is finite, but not its
/// square.
TEST(Fault, AGradientAloneThatIsTooGreat) {
  const Preset preset = with("word-vectors", {"width=8", "batch=4"});
  SmallRun run(preset);
  run.trainer.change_weights([&](std::span<Real> weights) {
    const Parameter& words = run.trainer.model().parameters().all()[0];
    for (Index i = 0; i < words.shape.size(); ++i) weights[static_cast<std::size_t>(i)] = Real(1e25);
  });
  const StepMetrics metrics = run.trainer.step();
  ASSERT_TRUE(std::isfinite(metrics.loss));
  ASSERT_FALSE(std::isfinite(metrics.gradient_norm));
  const auto fault = find_fault(run.trainer);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Fault::Kind::Norm) << fault->text();
  EXPECT_EQ(fault->tensor, "candidates.embedding.weight");
  EXPECT_GT(std::abs(fault->value), 1e20);
}

}  // namespace
}  // namespace attnlab::testing
