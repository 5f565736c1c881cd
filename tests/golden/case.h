// GoldenCase: one layer's inputs, parameters, outputs and gradients from PyTorch, and their comparison with
// ours.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/autograd/tape.h"
#include "tests/support/golden_file.h"

namespace attnlab::testing {

inline constexpr double kGoldenTolerance = 1e-5;

/// Passes where |found − expected| ≤ 1e-5·max(1, |expected|∞) for all cells.
::testing::AssertionResult matches(std::span<const Real> found, const Tensor& expected,
                                   const std::string& what);

/// tests/golden/NAME.safetensors.
GoldenFile golden_file(const std::string& name);

/// Copies PREFIX + parameter name from `file` into `values`, for each parameter of `layout`. Throws
/// std::runtime_error if a parameter is missing in the file, or a tensor under PREFIX in the layout.
void load_parameters(const GoldenFile& file, const std::string& prefix, const ParameterLayout& layout,
                     std::span<Real> values);

/// Compares every parameter of `layout` in `values` with PREFIX + its name.
void expect_parameters(const GoldenFile& file, const std::string& prefix, const ParameterLayout& layout,
                       std::span<const Real> values);

/// A layer under test: registers its parameters in the layout and returns the forward pass over the inputs.
using Forward = std::function<Variable(Tape&, const std::vector<Variable>&)>;
using LayerMaker = std::function<Forward(ParameterLayout&)>;

/// Runs the layer by a training and a recording tape on the tensors CASE.<input>, and compares the output,
/// the gradient of each input and of each parameter, given the gradient CASE.upstream of the output.
void expect_layer(const GoldenFile& file, const std::string& name, const std::vector<std::string>& inputs,
                  const LayerMaker& make_layer);

}  // namespace attnlab::testing
