// Tensor: an owned row-major buffer with a shape.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/tensor/aligned_allocator.h"
#include "core/tensor/shape.h"

namespace attnlab {

/// Buffer of Real on a 64-byte boundary.
using AlignedBuffer = std::vector<Real, AlignedAllocator<Real>>;

/// A copy of `cells`, in memory of `source`.
inline AlignedBuffer copy_of(std::span<const Real> cells, MemorySourcePtr source = {}) {
  return {cells.begin(), cells.end(), AlignedAllocator<Real>(std::move(source))};
}

/// An owned tensor: snapshots, files and tests. On the tape, values live in its arena instead.
struct Tensor {
  Shape shape;
  AlignedBuffer data;

  Tensor() = default;
  explicit Tensor(Shape s) : shape(s), data(static_cast<std::size_t>(s.size()), Real(0)) {}
  Tensor(Shape s, std::span<const Real> values) : shape(s), data(values.begin(), values.end()) {}
};

}  // namespace attnlab
