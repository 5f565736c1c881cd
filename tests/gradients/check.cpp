// Gradient check: building the scalar, the differences, and the ways a tape can run.
#include "tests/gradients/check.h"

#include <algorithm>
#include <cmath>

#include "core/ops/basic/scale.h"
#include "tests/support/sites.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {

namespace {

/// How the function's inputs come to be on the tape.
enum class Way {
  Parameters,     ///< gradients are always added
  Intermediates,  ///< the first gradient is written, not added
  SharedBefore,   ///< something recorded earlier also reads each input
  SharedAfter,    ///< something recorded later also reads each input
};

constexpr Way kWays[] = {Way::Parameters, Way::Intermediates, Way::SharedBefore, Way::SharedAfter};
const char* const kWayNames[] = {"parameters", "intermediates", "shared before", "shared after"};

class Check {
 public:
  Check(const Function& function, const std::vector<Input>& inputs, const CheckOptions& options)
      : function_(function), options_(options) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      add_parameter(layout_, "input" + std::to_string(i), inputs[i].shape, Initializer::zeros());
      std::vector<Real> values = inputs[i].values;
      if (values.empty()) values = random_values(inputs[i].shape.size(), options.seed * 100 + i);
      values_.insert(values_.end(), values.begin(), values.end());
      shared_weights_.push_back(random_values(inputs[i].shape.size(), options.seed * 100 + 50 + i));
    }
  }

  ::testing::AssertionResult run() {
    size_weights();
    differences_ = central_differences([this] { return value(); }, values_.data(), layout_.size());
    for (Mode mode : {Mode::Train, Mode::Record}) {
      for (Way way : kWays) {
        if (auto result = compare(mode, way, -1); !result) return result;
      }
      for (int constant = 0; constant < layout_.count(); ++constant) {
        if (auto result = compare(mode, Way::Parameters, constant); !result) return result;
      }
    }
    return ::testing::AssertionSuccess();
  }

 private:
  void prepare(Tape& tape, Real* gradients) const {
    tape.reset();
    tape.bind(layout_, values_.data(), gradients);
    if (options_.stochastic) tape.set_random_key(7);
  }

  std::vector<Variable> parameters(Tape& tape, int constant) const {
    std::vector<Variable> inputs;
    for (int i = 0; i < layout_.count(); ++i) {
      inputs.push_back(i == constant ? tape.constant(layout_[i].shape) : tape.parameter(i));
      if (i == constant)
        std::copy_n(values_.data() + layout_[i].offset, inputs.back().size(), inputs.back().data());
    }
    return inputs;
  }

  void size_weights() {
    Tape tape(Mode::Infer);
    prepare(tape, nullptr);
    weights_ = random_values(function_(tape, parameters(tape, -1)).size(), options_.seed + 1000);
  }

  double value() const {
    Tape tape(Mode::Infer);
    prepare(tape, nullptr);
    return static_cast<double>(*weighted_sum(tape, function_(tape, parameters(tape, -1)), weights_).data());
  }

  /// The scalar whose gradient is taken; its last parts come from other readers of the values.
  Variable scalar(Tape& tape, Way way, int constant) const {
    std::vector<Variable> inputs = parameters(tape, constant);
    if (way != Way::Parameters) {
      for (Variable& input : inputs) input = divide(tape, input, Real(1), "1");
    }
    std::vector<Variable> parts;
    if (way == Way::SharedBefore) read_inputs(tape, inputs, parts);
    parts.push_back(weighted_sum(tape, function_(tape, inputs), weights_));
    if (way == Way::SharedAfter) read_inputs(tape, inputs, parts);
    return total(tape, parts);
  }

  void read_inputs(Tape& tape, const std::vector<Variable>& inputs, std::vector<Variable>& parts) const {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      parts.push_back(weighted_sum(tape, inputs[i], shared_weights_[i]));
    }
  }

  /// Sums scalars only with the test's own operation, so that a fault is in the function under test.
  static Variable total(Tape& tape, const std::vector<Variable>& parts) {
    class Total final : public Operation {
     public:
      std::string_view kind() const override { return "total"; }
      void backward(Tape& t) override {
        for (int i = 0; i < static_cast<int>(inputs().size()); ++i)
          t.add_gradient(input(i), array(output_gradient(), 1));
      }
      Explanation explain(Index) const override { return {}; }
    };
    Variable sum = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const Variable next = tape.make({});
      *next.data() = *sum.data() + *parts[i].data();
      tape.record<Total>(next, {sum, parts[i]});
      sum = next;
    }
    return sum;
  }

  ::testing::AssertionResult compare(Mode mode, Way way, int constant) {
    Tape tape(mode);
    std::vector<Real> gradient(values_.size(), Real(0));
    if (constant >= 0 && layout_.count() == 1) return ::testing::AssertionSuccess();
    // A second pass on the same tape: recycled buffers must not show.
    for (int pass = 0; pass < 2; ++pass) {
      std::fill(gradient.begin(), gradient.end(), Real(0));
      prepare(tape, gradient.data());
      tape.backward(scalar(tape, way, constant));
    }
    const bool shared = way == Way::SharedBefore || way == Way::SharedAfter;
    for (int i = 0; i < layout_.count(); ++i) {
      const auto begin = static_cast<std::size_t>(layout_[i].offset);
      const auto size = static_cast<std::size_t>(layout_[i].shape.size());
      std::vector<double> expected(differences_.begin() + layout_[i].offset,
                                   differences_.begin() + layout_[i].offset + layout_[i].shape.size());
      for (std::size_t c = 0; shared && c < size; ++c) {
        expected[c] += static_cast<double>(shared_weights_[static_cast<std::size_t>(i)][c]);
      }
      if (i == constant) std::fill(expected.begin(), expected.end(), 0);
      const std::string what = layout_[i].name + ", " + (mode == Mode::Train ? "training" : "recording") +
                               ", " + kWayNames[static_cast<std::size_t>(way)] +
                               (constant >= 0 ? ", input" + std::to_string(constant) + " constant" : "");
      if (auto result = close_to({gradient.data() + begin, size}, expected, options_, what); !result)
        return result;
    }
    return ::testing::AssertionSuccess();
  }

  const Function& function_;
  CheckOptions options_;
  ParameterLayout layout_;
  std::vector<Real> values_, weights_;
  std::vector<std::vector<Real>> shared_weights_;
  std::vector<double> differences_;
};

}  // namespace

std::vector<double> central_differences(const std::function<double()>& f, Real* x, Index count, double h) {
  std::vector<double> slopes;
  for (Index i = 0; i < count; ++i) {
    const Real here = x[i];
    const auto at = [&](double step) {
      x[i] = here + static_cast<Real>(step * h);
      return f();
    };
    const double near = at(1) - at(-1), far = at(2) - at(-2);
    slopes.push_back((8 * near - far) / (12 * h));
    x[i] = here;
  }
  return slopes;
}

::testing::AssertionResult close_to(std::span<const Real> found, std::span<const double> expected,
                                    const CheckOptions& options, const std::string& what) {
  double scale = options.smallest_scale;
  for (double value : expected) scale = std::max(scale, std::abs(value));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double error = std::abs(static_cast<double>(found[i]) - expected[i]);
    if (error <= options.tolerance * scale) continue;
    return ::testing::AssertionFailure() << "gradient of " << what << ", cell " << i << ": " << found[i]
                                         << ", but central differences give " << expected[i] << " (error "
                                         << error << ", scale " << scale << ")";
  }
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult gradients_agree(const Function& function, const std::vector<Input>& inputs,
                                           const CheckOptions& options) {
  return Check(function, inputs, options).run();
}

}  // namespace attnlab::testing
