// Every combination of the Transformers' switches is a model with right gradients, or is refused with a
// reason.
#include <gtest/gtest.h>

#include <set>

#include "tests/gradients/parameter_check.h"
#include "tests/support/switches.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

constexpr double kTolerance = 1e-6;   ///< of a slope
constexpr double kAgreement = 1e-12;  ///< of the recorded gradient with the trained
/// Every n-th combination is also checked parameter by parameter.
constexpr int kThorough = 11;

/// One model of the matrix with random weights.
class Trial {
 public:
  explicit Trial(const ModelConfig& config)
      : model_(make_model(config)),
        batch_(switch_batch(config)),
        weights_(random_values(model_->parameters().size(), 17, 0.4)) {}

  Variable loss(Tape& tape) const { return model_->loss(tape, batch_, 0.1, batch_.counted_targets()); }

  /// The loss at weights + step·direction.
  double loss_at(Tape& tape, const std::vector<Real>& direction, double step) const {
    std::vector<Real> moved = weights_;
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += static_cast<Real>(step) * direction[i];
    tape.reset();
    tape.bind(model_->parameters(), moved.data(), nullptr);
    return static_cast<double>(*loss(tape).data());
  }

  std::vector<Real> gradient(Mode mode) const {
    Tape tape(mode);
    std::vector<Real> gradient(weights_.size(), Real(0));
    tape.bind(model_->parameters(), weights_.data(), gradient.data());
    tape.backward(loss(tape));
    return gradient;
  }

  const Model& model() const { return *model_; }
  const std::vector<Real>& weights() const { return weights_; }

 private:
  std::unique_ptr<Model> model_;
  Batch batch_;
  std::vector<Real> weights_;
};

double product(const std::vector<Real>& a, const std::vector<Real>& b) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return total;
}

/// ‖a − b‖ / ‖b‖.
double distance(std::vector<Real> a, const std::vector<Real>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return std::sqrt(product(a, a) / product(b, b));
}

/// Slope of the loss along `direction` by central differences with step h.
double slope(const Trial& trial, const std::vector<Real>& direction, double h) {
  Tape tape(Mode::Infer);
  const auto at = [&](double step) { return trial.loss_at(tape, direction, step * h); };
  return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
}

/// One random direction of all parameters: a fault in any gradient shows. Where a ReLU or a choice of experts
/// switches within the step, a smaller step avoids this.
std::string fault_along_a_direction(const Trial& trial) {
  const std::vector<Real> direction = random_values(trial.model().parameters().size(), 5, 0.3);
  const std::vector<Real> trained = trial.gradient(Mode::Train), recorded = trial.gradient(Mode::Record);
  const double found = product(trained, direction), apart = distance(recorded, trained);
  if (apart > kAgreement) return "training and recording are apart by " + std::to_string(apart);
  double expected = 0;
  for (const double h : {1e-6, 3e-8}) {
    expected = slope(trial, direction, h);
    if (std::abs(found - expected) <= kTolerance * std::max(0.1, std::abs(expected))) return "";
  }
  return "the slope is " + std::to_string(found) + ", by differences " + std::to_string(expected);
}

::testing::AssertionResult parameter_by_parameter(const Trial& trial) {
  return parameter_gradients_agree({trial.model().parameters(), [&](Tape& tape) { return trial.loss(tape); }},
                                   trial.weights(), 3);
}

void expect_right_gradients(const std::string& architecture, Combinations which) {
  int count = 0, faults = 0;
  each_combination(architecture, which, [&](const ModelConfig& config, const std::string& text) {
    if (faults > 5 || !refusal(config).empty()) return;
    const Trial trial(config);
    const std::string fault = fault_along_a_direction(trial);
    EXPECT_EQ(fault, "") << text;
    faults += fault.empty() ? 0 : 1;
    if (count++ % kThorough == 0) {
      EXPECT_TRUE(parameter_by_parameter(trial)) << text;
    }
  });
  EXPECT_GT(count, which == Combinations::All ? 1000 : 200);
}

class Matrix : public ::testing::TestWithParam<std::string> {};
class WholeMatrix : public ::testing::TestWithParam<std::string> {};

TEST_P(Matrix, ModelsHaveRightGradients) { expect_right_gradients(GetParam(), Combinations::Some); }
TEST_P(WholeMatrix, EveryModelHasRightGradients) { expect_right_gradients(GetParam(), Combinations::All); }

TEST_P(Matrix, WhatIsRefusedHasAReason) {
  std::set<std::string> reasons;
  each_combination(GetParam(), Combinations::Some, [&](const ModelConfig& config, const std::string&) {
    const std::string reason = refusal(config);
    if (reason.empty()) return;
    reasons.insert(reason);
    EXPECT_THROW(make_model(config), std::invalid_argument);
  });
  for (const std::string& reason : reasons) {
    EXPECT_TRUE(reason.starts_with("model.")) << reason;
    EXPECT_NE(reason.find(", but must be "), std::string::npos) << reason;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Matrix, ::testing::ValuesIn(transformer_architectures()),
                         [](const auto& given) { return given.param; });
INSTANTIATE_TEST_SUITE_P(Every, WholeMatrix, ::testing::ValuesIn(transformer_architectures()),
                         [](const auto& given) { return given.param; });

}  // namespace
}  // namespace attnlab::testing
