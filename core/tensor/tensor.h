// Tensor: an owned row-major buffer with a shape, and the Eigen maps through which it is computed on.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/tensor/shape.h"

namespace attnlab {

using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixMap = Eigen::Map<Matrix>;
using ConstMatrixMap = Eigen::Map<const Matrix>;
using ArrayMap = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;
using ConstArrayMap = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>;

/// Buffer of Real on a 64-byte boundary.
using AlignedBuffer = std::vector<Real, Eigen::aligned_allocator<Real>>;

/// Views of `count` cells, and of `rows` × `columns` cells, at `data`.
inline ArrayMap array(Real* data, Index count) { return {data, count}; }
inline ConstArrayMap array(const Real* data, Index count) { return {data, count}; }
inline MatrixMap matrix(Real* data, Index rows, Index columns) { return {data, rows, columns}; }
inline ConstMatrixMap matrix(const Real* data, Index rows, Index columns) { return {data, rows, columns}; }

/// An owned tensor: snapshots, files and tests. On the tape, values live in its arena instead.
struct Tensor {
  Shape shape;
  AlignedBuffer data;

  Tensor() = default;
  explicit Tensor(Shape s) : shape(s), data(static_cast<std::size_t>(s.size()), Real(0)) {}
  Tensor(Shape s, std::span<const Real> values) : shape(s), data(values.begin(), values.end()) {}
};

}  // namespace attnlab
