// Eigen's views of cells, to compute on a Tensor and on the tape's memory. Not in tensor.h, as most of the
// program handles numbers without computing on them, and Eigen is slow to compile.
#pragma once

#ifdef ATTNLAB_ANY_PROCESSOR  // see cmake/Options.cmake
#error "sources for any processor do without Eigen; CMake lists those for the instruction set"
#endif

#include <Eigen/Core>

#include "core/tensor/real.h"

namespace attnlab {

#ifdef ATTNLAB_EIGEN_ALIGN_BYTES  // a program's include of the built library: see cmake/build_config.h.in
static_assert(
    EIGEN_MAX_ALIGN_BYTES == ATTNLAB_EIGEN_ALIGN_BYTES,
    "attnlab was compiled with another alignment of Eigen's memory: define nothing that changes it");
#endif

static_assert(sizeof(Eigen::Index) == sizeof(Index), "define EIGEN_DEFAULT_DENSE_INDEX_TYPE as std::int64_t");

using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixMap = Eigen::Map<Matrix>;
using ConstMatrixMap = Eigen::Map<const Matrix>;
using ArrayMap = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;
using ConstArrayMap = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>;

/// Views of `count` cells, and of `rows` × `columns` cells, at `data`.
inline ArrayMap array(Real* data, Index count) { return {data, count}; }
inline ConstArrayMap array(const Real* data, Index count) { return {data, count}; }
inline MatrixMap matrix(Real* data, Index rows, Index columns) { return {data, rows, columns}; }
inline ConstMatrixMap matrix(const Real* data, Index rows, Index columns) { return {data, rows, columns}; }

}  // namespace attnlab
