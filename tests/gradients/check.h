// Gradient check: an operation's backward pass against central differences, in every way a tape can run it.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/autograd/tape.h"

namespace attnlab::testing {

/// One differentiable input: its shape and where its values come from.
struct Input {
  Shape shape;
  std::vector<Real> values = {};  ///< empty: standard normal numbers
};

/// The function under test: makes y of any shape from the inputs.
using Function = std::function<Variable(Tape&, const std::vector<Variable>&)>;

struct CheckOptions {
  double tolerance = 1e-8;       ///< greatest error, as a share of the tensor's largest gradient
  std::uint64_t seed = 1;        ///< of inputs and of the random weights of the sum
  bool stochastic = false;       ///< dropout on, with a fixed key
  double smallest_scale = 1e-2;  ///< gradients below this are compared as if they were this large
};

/// The options with dropout on.
inline CheckOptions stochastic() {
  CheckOptions options;
  options.stochastic = true;
  return options;
}

/// Compares d(Σ weights·function(inputs))/d(input) with five-point central differences for every cell of
/// every input: recorded and recycling tapes; inputs that are parameters, intermediate values, and
/// intermediate values read by others before and after; and each input in turn as a constant.
::testing::AssertionResult gradients_agree(const Function& function, const std::vector<Input>& inputs,
                                           const CheckOptions& options = {});

/// d f/d x[i] for each of `count` cells at `x`, error O(h⁴).
std::vector<double> central_differences(const std::function<double()>& f, Real* x, Index count,
                                        double h = 1e-4);

/// Passes where |found − expected| ≤ tolerance·max(|expected|∞, smallest_scale) for all cells.
::testing::AssertionResult close_to(std::span<const Real> found, std::span<const double> expected,
                                    const CheckOptions& options, const std::string& what);

}  // namespace attnlab::testing
