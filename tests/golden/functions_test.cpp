// Single functions against PyTorch's.
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/activation.h"
#include "core/ops/loss/cross_entropy.h"
#include "core/ops/norms/layer_norm.h"
#include "tests/golden/case.h"
#include "tests/support/activations.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

/// A function without parameters of its own.
void expect_function(const std::string& name, const std::vector<std::string>& inputs,
                     const Forward& forward) {
  expect_layer(golden_file("functions"), name, inputs, [&](ParameterLayout&) { return forward; });
}

TEST(GoldenFunctions, LayerNorm) {
  expect_function("layer_norm", {"input", "gamma", "beta"},
                  [](Tape& t, const Inputs& in) { return layer_norm(t, in[0], in[1], in[2], Real(1e-5)); });
  expect_function("layer_norm_unbiased", {"input", "gamma"},
                  [](Tape& t, const Inputs& in) { return layer_norm(t, in[0], in[1], {}, Real(1e-5)); });
}

TEST(GoldenFunctions, LayerNormInSteps) {
  expect_function("layer_norm", {"input", "gamma", "beta"}, [](Tape& t, const Inputs& in) {
    const Variable mean = row_mean(t, in[0]);
    const Variable variance = row_variance(t, in[0], mean);
    return scale_and_shift(t, normalize(t, in[0], mean, variance, Real(1e-5)), in[1], in[2]);
  });
}

TEST(GoldenFunctions, Activations) {
  for (const std::string& name : plain_activations())
    expect_function(name, {"input"},
                    [&](Tape& t, const Inputs& in) { return activation_kind(name).apply(t, in[0]); });
}

TEST(GoldenFunctions, Softmax) {
  expect_function("softmax", {"input"}, [](Tape& t, const Inputs& in) { return softmax(t, in[0]); });
  expect_function("log_softmax", {"input"}, [](Tape& t, const Inputs& in) { return log_softmax(t, in[0]); });
}

TEST(GoldenFunctions, CrossEntropy) {
  const std::vector<TokenId> targets = golden_file("functions").ids("targets");
  for (const auto& [name, smoothing] : {std::pair{"cross_entropy", 0.0}, {"cross_entropy_smoothed", 0.15}}) {
    const CrossEntropyOptions how{targets, smoothing, Real(4)};
    expect_function(name, {"input"}, [&](Tape& t, const Inputs& in) { return cross_entropy(t, in[0], how); });
    expect_function(name, {"input"}, [&](Tape& t, const Inputs& in) {
      return mean_loss(t, cross_entropy_per_token(t, log_softmax(t, in[0]), how), how.normalizer);
    });
  }
}

/// A model that is nearly always right: the loss keeps its digits where p(target) is 1 in float.
TEST(GoldenFunctions, SmallLosses) {
  const GoldenFile golden = golden_file("small_losses");
  const Tensor input = golden.tensor("input"), expected = golden.tensor("per_token"),
               logs = golden.tensor("log_softmax");
  const std::vector<TokenId> targets = golden.ids("targets");
  const Index rows = input.shape[0], width = input.shape[1];
  for (Index row = 0; row < rows; ++row) {
    SCOPED_TRACE(row);
    Tape tape(Mode::Train);
    Variable logits = tape.make({1, 1, width});
    std::copy_n(input.data.begin() + row * width, width, logits.data());
    const auto at = static_cast<std::size_t>(row);
    const CrossEntropyOptions how{std::span(targets).subspan(at, 1), 0, 1};
    const Variable all = log_softmax(tape, logits);
    const double loss = static_cast<double>(expected.data[at]);
    EXPECT_NEAR(static_cast<double>(*cross_entropy(tape, logits, how).data()), loss, 1e-6 * loss);
    EXPECT_NEAR(static_cast<double>(*cross_entropy_per_token(tape, all, how).data()), loss, 1e-6 * loss);
    for (Index v = 0; v < width; ++v) {
      const auto log = static_cast<double>(logs.data[static_cast<std::size_t>(row * width + v)]);
      EXPECT_NEAR(static_cast<double>(all.data()[v]), log, 1e-6 * std::abs(log));
    }
  }
}

}  // namespace
}  // namespace attnlab::testing
