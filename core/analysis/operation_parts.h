// Operation parts: which named tensors an operation reads, and which of them make a matrix product.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// The operation that makes a tensor. Unnamed values that hold the same cells in another order are seen
/// through.
struct OperationParts {
  std::string_view kind;                   ///< Operation::kind(); "" for an input of the pass
  std::vector<const TraceTensor*> inputs;  ///< tensors and weights in order; null: without a name
  const Operation* operation = nullptr;    ///< null for an input of the pass
  const TraceTensor* input(std::size_t i) const { return i < inputs.size() ? inputs[i] : nullptr; }
};
OperationParts operation_parts(const Trace& trace, const TraceTensor& tensor);

/// A matrix of a product: the last two axes of a tensor or of its gradient.
struct MatrixUse {
  const TraceTensor* tensor = nullptr;
  bool gradient = false;
  bool transposed = false;
};

/// result = left · right (+ bias, a row added to each).
struct ProductParts {
  MatrixUse left, right, result;
  const TraceTensor* bias = nullptr;
};

/// The product that makes `tensor`; nothing where another operation does.
std::optional<ProductParts> product_of(const Trace& trace, const TraceTensor& tensor);

/// The product that makes the gradient of `tensor`, a value or a weight: ∂L/∂x = ∂L/∂y·W of y = x·Wᵀ,
/// ∂L/∂W = (∂L/∂y)ᵀ·x, and likewise for scores and contexts. Nothing where several operations read the
/// tensor, or heads share it.
std::optional<ProductParts> gradient_product(const Trace& trace, const TraceTensor& tensor);

}  // namespace attnlab
