// Shared helpers of the operations.
#include "core/ops/basic/explain.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/autograd/cells.h"
#include "core/language/messages.h"

namespace attnlab {

std::vector<Expression> dot_terms(CellRange a, CellRange b, Index count) {
  std::vector<Expression> terms;
  for (Index i = 0; i < count; ++i) {
    terms.push_back(product({cell(a.node, a.start + i * a.step), cell(b.node, b.start + i * b.step)}));
  }
  return terms;
}

Expression weighed(Expression weight, Expression value) {
  if (weight.evaluate() == 0 && !std::isfinite(value.evaluate())) return number(0, tr_mark("hidden"));
  return product({std::move(weight), std::move(value)});
}

std::vector<Expression> weighed_terms(CellRange a, CellRange b, Index count) {
  std::vector<Expression> terms;
  for (Index i = 0; i < count; ++i) {
    terms.push_back(weighed(cell(a.node, a.start + i * a.step), cell(b.node, b.start + i * b.step)));
  }
  return terms;
}

std::vector<Expression> range_terms(CellRange a, Index count) {
  std::vector<Expression> terms;
  for (Index i = 0; i < count; ++i) terms.push_back(cell(a.node, a.start + i * a.step));
  return terms;
}

void require_equal(std::string_view what, Index size, std::string_view other_what, Index other) {
  if (size == other) return;
  throw std::invalid_argument(std::string(what) + " is " + std::to_string(size) + ", but " +
                              std::string(other_what) + " is " + std::to_string(other));
}

Shape with_last(const Shape& shape, Index last) {
  std::array<Index, Shape::kMaxRank> sizes{};
  std::copy(shape.sizes().begin(), shape.sizes().end(), sizes.begin());
  sizes[shape.rank() - 1] = last;
  return Shape(std::span<const Index>(sizes.data(), shape.rank()));
}

void add_column_sums(const Real* values, Index rows, Index columns, const GradientSlot& slot) {
  if (!slot.data) return;
  auto sums = array(slot.data, columns);
  if (slot.mode == WriteMode::Overwrite) sums.setZero();
  for (Index row = 0; row < rows; ++row) sums += array(values + row * columns, columns);
}

}  // namespace attnlab
