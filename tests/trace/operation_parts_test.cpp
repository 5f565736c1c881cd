// Products in operations: multiplied here, they give the tensors and gradients of the pass.
#include "core/analysis/operation_parts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/trace/preset_traces.h"

namespace attnlab {
namespace {

class PartsOfPreset : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { trace = testing::first_trace(find_preset(GetParam()), 0.1); }
  TracePtr trace;
};

/// Cell (row, column) of the last two axes, in the last head.
double cell(const MatrixUse& use, Index row, Index column) {
  if (use.transposed) std::swap(row, column);
  const Shape& shape = use.tensor->shape;
  const auto& cells = use.gradient ? use.tensor->gradient : use.tensor->value;
  const Index before = shape.size() - shape.last() * shape.last(1);
  return static_cast<double>(cells[static_cast<std::size_t>(before + row * shape.last() + column)]);
}

Index rows(const MatrixUse& use) {
  return use.transposed ? use.tensor->shape.last() : use.tensor->shape.last(1);
}
Index cols(const MatrixUse& use) {
  return use.transposed ? use.tensor->shape.last(1) : use.tensor->shape.last();
}

void expect_product(const ProductParts& p) {
  ASSERT_EQ(cols(p.left), rows(p.right));
  ASSERT_EQ(rows(p.left), rows(p.result));
  ASSERT_EQ(cols(p.right), cols(p.result));
  for (const auto& [row, column] :
       {std::pair<Index, Index>{0, 0}, {rows(p.result) - 1, cols(p.result) - 1}}) {
    double sum = p.bias ? static_cast<double>(p.bias->value[static_cast<std::size_t>(column)]) : 0,
           size = 1e-3;
    for (Index k = 0; k < cols(p.left); ++k) {
      const double term = cell(p.left, row, k) * cell(p.right, k, column);
      sum += term;
      size = std::max(size, std::abs(term));
    }
    EXPECT_NEAR(cell(p.result, row, column), sum, 1e-4 * size) << row << ',' << column;
  }
}

TEST_P(PartsOfPreset, ProductsMultipliedOutAreTheTensors) {
  int products = 0;
  for (const TraceTensor& tensor : trace->tensors()) {
    const auto product = product_of(*trace, tensor);
    if (!product) continue;
    SCOPED_TRACE(tensor.name);
    const bool experts = tensor.name.find(".experts.") != std::string::npos;  // only some rows are computed
    const bool shared = tensor.shape.rank() == 4 && product->right.tensor->shape.rank() == 4 &&
                        product->right.tensor->shape[1] != tensor.shape[1];
    const bool head_rows = tensor.shape.rank() == 4 && product->right.tensor->shape.rank() == 2;
    if (experts || shared || head_rows) continue;
    ++products;
    expect_product(*product);
  }
  EXPECT_GT(products, 0);
}

TEST_P(PartsOfPreset, GradientProductsMultipliedOutAreTheGradients) {
  int products = 0;
  for (const auto* tensors : {&trace->tensors(), &trace->parameters()}) {
    for (const TraceTensor& tensor : *tensors) {
      const auto product = gradient_product(*trace, tensor);
      if (!product || tensor.name.find(".experts.") != std::string::npos) continue;
      const bool head_rows = product->left.tensor->shape.rank() == 4 && tensor.shape.rank() < 4;
      if (head_rows) continue;
      SCOPED_TRACE(tensor.name);
      ++products;
      expect_product(*product);
    }
  }
  // A recurrent model with tied weights has none: only cells read its weights once.
  if (is_transformer(trace->config())) {
    EXPECT_GT(products, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Chosen, PartsOfPreset, ::testing::ValuesIn(testing::chosen_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });
INSTANTIATE_TEST_SUITE_P(Every, PartsOfPreset, ::testing::ValuesIn(testing::other_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });

}  // namespace
}  // namespace attnlab
