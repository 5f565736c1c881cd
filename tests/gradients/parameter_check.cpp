// Gradient check of layers and models: choice of cells, differences, comparison.
#include "tests/gradients/parameter_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/tensor/random.h"

namespace attnlab::testing {

namespace {

double run(const ParameterFunction& function, Tape& tape, const std::vector<Real>& values, Real* gradient) {
  tape.reset();
  tape.bind(function.layout, values.data(), gradient, nullptr, WriteMode::Overwrite);
  if (function.stochastic) tape.set_random_key(5);
  const Variable scalar = function.scalar(tape);
  if (gradient) tape.backward(scalar);
  return static_cast<double>(*scalar.data());
}

/// The gradient of the second of two passes on one tape: neither recycled buffers nor what the memory held
/// may show.
std::vector<Real> gradient_of(const ParameterFunction& function, Mode mode, const std::vector<Real>& values) {
  Tape tape(mode);
  std::vector<Real> gradient(values.size(), Real(7));
  run(function, tape, values, gradient.data());
  run(function, tape, values, gradient.data());
  return gradient;
}

/// Offsets of the checked cells of one parameter.
std::vector<Index> chosen_cells(const Parameter& parameter, Index cells, std::uint64_t seed) {
  std::vector<Index> all(static_cast<std::size_t>(parameter.shape.size()));
  std::iota(all.begin(), all.end(), parameter.offset);
  RandomStream random(mix64(seed + static_cast<std::uint64_t>(parameter.offset)));
  for (Index i = 0; i < std::min<Index>(cells, parameter.shape.size()); ++i) {
    const Index other = i + random.below(parameter.shape.size() - i);
    std::swap(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(other)]);
  }
  if (cells > 0 && cells < parameter.shape.size()) all.resize(static_cast<std::size_t>(cells));
  return all;
}

}  // namespace

::testing::AssertionResult parameter_gradients_agree(const ParameterFunction& function,
                                                     std::vector<Real> values, Index cells,
                                                     const CheckOptions& options) {
  const std::vector<Real> trained = gradient_of(function, Mode::Train, values),
                          recorded = gradient_of(function, Mode::Record, values);
  Tape infer(Mode::Infer);
  for (const Parameter& parameter : function.layout.all()) {
    std::vector<double> expected;
    std::vector<Real> found[2];
    for (Index i : chosen_cells(parameter, cells, options.seed)) {
      const auto slope = [&](double step) {
        return central_differences([&] { return run(function, infer, values, nullptr); }, values.data() + i,
                                   1, step)[0];
      };
      const Real gradient = trained[static_cast<std::size_t>(i)];
      // Where a ReLU or a choice of experts switches within a step, a smaller one avoids this; the smaller,
      // the more a difference is rounded, which a larger step avoids where the loss is large.
      double difference = slope(2e-5);
      for (const double step : {2e-4, 4e-6, 1e-6, 5e-7, 2e-7, 1e-7}) {
        const auto error = [&](double of) { return std::abs(of - static_cast<double>(gradient)); };
        if (error(difference) <= 1e-7 * std::max(0.01, std::abs(static_cast<double>(gradient)))) break;
        const double other = slope(step);
        if (error(other) < error(difference)) difference = other;
      }
      expected.push_back(difference);
      found[0].push_back(gradient);
      found[1].push_back(recorded[static_cast<std::size_t>(i)]);
    }
    if (auto result = close_to(found[0], expected, options, parameter.name + ", training"); !result)
      return result;
    if (auto result = close_to(found[1], expected, options, parameter.name + ", recording"); !result)
      return result;
  }
  return ::testing::AssertionSuccess();
}

}  // namespace attnlab::testing
