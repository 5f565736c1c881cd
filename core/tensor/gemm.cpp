// gemm: Eigen's product kernel, called with packing space of our own so that it never allocates.
#include "core/tensor/gemm.h"

#include <algorithm>

#include "core/tensor/tensor.h"

namespace attnlab {

namespace {

using EigenIndex = Eigen::Index;

/// Block sizes from Eigen's cache model, packing buffers from the calling thread.
class Blocking : public Eigen::internal::level3_blocking<Real, Real> {
 public:
  Blocking(EigenIndex rows, EigenIndex columns, EigenIndex depth) {
    m_mc = rows;
    m_nc = columns;
    m_kc = depth;
    Eigen::internal::computeProductBlockingSizes<Real, Real, 1>(m_kc, m_mc, m_nc, EigenIndex{1});
    m_blockA = reserve(left_, m_mc * m_kc);
    m_blockB = reserve(right_, m_kc * m_nc);
  }

 private:
  static Real* reserve(AlignedBuffer& buffer, EigenIndex count) {
    if (static_cast<EigenIndex>(buffer.size()) < count) buffer.resize(static_cast<std::size_t>(count));
    return buffer.data();
  }
  static thread_local AlignedBuffer left_, right_;
};

thread_local AlignedBuffer Blocking::left_;
thread_local AlignedBuffer Blocking::right_;

/// Column-major C[m,n] += scale·A·B, the form of Eigen's kernel.
template <int AOrder, int BOrder>
void product(EigenIndex m, EigenIndex n, EigenIndex k, const Operand& a, const Operand& b, Real* c,
             Index stride, Real scale) {
  Blocking blocking(m, n, k);
  Eigen::internal::general_matrix_matrix_product<EigenIndex, Real, AOrder, false, Real, BOrder, false,
                                                 Eigen::ColMajor, 1>::run(m, n, k, a.data, a.stride, b.data,
                                                                          b.stride, c, 1, stride, scale,
                                                                          blocking, nullptr);
}

void clear(Real* c, Index rows, Index columns, Index stride) {
  if (stride == columns) {
    std::fill_n(c, rows * columns, Real(0));
    return;
  }
  for (Index row = 0; row < rows; ++row) std::fill_n(c + row * stride, columns, Real(0));
}

}  // namespace

void gemm(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
          bool accumulate, Real scale) {
  if (!accumulate) clear(c, rows, columns, c_stride);
  if (rows == 0 || columns == 0 || depth == 0) return;
  // A row-major matrix is the column-major form of its transpose, and Cᵀ = Bᵀ·Aᵀ.
  constexpr int kRow = Eigen::RowMajor, kColumn = Eigen::ColMajor;
  if (!b.transposed && !a.transposed)
    product<kColumn, kColumn>(columns, rows, depth, b, a, c, c_stride, scale);
  if (!b.transposed && a.transposed) product<kColumn, kRow>(columns, rows, depth, b, a, c, c_stride, scale);
  if (b.transposed && !a.transposed) product<kRow, kColumn>(columns, rows, depth, b, a, c, c_stride, scale);
  if (b.transposed && a.transposed) product<kRow, kRow>(columns, rows, depth, b, a, c, c_stride, scale);
}

}  // namespace attnlab
