// Gradient check of layers and models: every parameter of a layout, some cells of each.
#pragma once

#include "tests/gradients/check.h"

namespace attnlab::testing {

/// The differentiated function: a scalar of the parameters of `layout`, which are bound to the tape.
struct ParameterFunction {
  const ParameterLayout& layout;
  std::function<Variable(Tape&)> scalar;
  bool stochastic = false;  ///< dropout on, with a fixed key
};

/// Compares the gradients by a training and a recording tape at `values` with central differences of up to
/// `cells` cells of each parameter (0: all), chosen by options.seed.
::testing::AssertionResult parameter_gradients_agree(const ParameterFunction& function,
                                                     std::vector<Real> values, Index cells = 0,
                                                     const CheckOptions& options = {.tolerance = 1e-7});

}  // namespace attnlab::testing
