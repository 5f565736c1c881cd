// gemm: Eigen's packing and micro-kernel, in a loop of our own that never allocates and never clears C first.
#include "core/tensor/gemm.h"

#include <algorithm>

#include "core/tensor/tensor.h"

namespace attnlab {

namespace {

namespace eigen = Eigen::internal;
using EigenIndex = Eigen::Index;

/// Where the micro-kernel puts its sums, column-major. It reads C, adds and writes back; this view reads
/// zeros instead, so that what was in C is overwritten.
class OverwritingMapper {
 public:
  /// One column, from some row on.
  class LinearMapper {
   public:
    explicit LinearMapper(Real* data) : data_(data) {}
    void prefetch(EigenIndex i) const { eigen::prefetch(data_ + i); }
    template <typename Packet>
    Packet loadPacket(EigenIndex) const {
      return eigen::pset1<Packet>(Real(0));
    }
    template <typename Packet>
    void storePacket(EigenIndex i, const Packet& packet) const {
      eigen::pstoreu<Real>(data_ + i, packet);
    }

   private:
    Real* data_;
  };
  /// A single cell: adding to it sets it.
  struct Cell {
    Real& value;
    void operator+=(Real sum) const { value = sum; }
  };

  OverwritingMapper(Real* data, EigenIndex stride) : data_(data), stride_(stride) {}
  LinearMapper getLinearMapper(EigenIndex i, EigenIndex j) const { return LinearMapper(at(i, j)); }
  Cell operator()(EigenIndex i, EigenIndex j) const { return {*at(i, j)}; }
  template <typename Packet>
  Packet gatherPacket(EigenIndex, EigenIndex) const {
    return eigen::pset1<Packet>(Real(0));
  }
  template <typename Packet>
  void scatterPacket(EigenIndex i, EigenIndex j, const Packet& packet) const {
    eigen::pscatter<Real, Packet>(at(i, j), packet, stride_);
  }

 private:
  Real* at(EigenIndex i, EigenIndex j) const { return data_ + i + j * stride_; }
  Real* data_;
  EigenIndex stride_;
};

using AddingMapper = eigen::blas_data_mapper<Real, EigenIndex, Eigen::ColMajor, Eigen::Unaligned, 1>;
using Traits = eigen::gebp_traits<Real, Real>;

template <typename Mapper>
using Kernel = eigen::gebp_kernel<Real, Real, EigenIndex, Mapper, Traits::mr, Traits::nr, false, false>;

/// Block sizes from Eigen's cache model, and packing space of the calling thread.
struct Blocks {
  EigenIndex rows, columns, depth;
  Real *left, *right;

  Blocks(EigenIndex m, EigenIndex n, EigenIndex k) : rows(m), columns(n), depth(k) {
    eigen::computeProductBlockingSizes<Real, Real, 1>(depth, rows, columns, EigenIndex{1});
    static thread_local AlignedBuffer left_space, right_space;
    left = reserve(left_space, rows * depth);
    right = reserve(right_space, depth * columns);
  }

 private:
  static Real* reserve(AlignedBuffer& buffer, EigenIndex count) {
    if (static_cast<EigenIndex>(buffer.size()) < count) buffer.resize(static_cast<std::size_t>(count));
    return buffer.data();
  }
};

/// A column-major product C[m,n] = or += scale·A·B.
struct Product {
  EigenIndex m, n, k;
  Operand a, b;
  Real* c;
  EigenIndex c_stride;
  bool accumulate;
  Real scale;
};

/// One packed panel of A times one of B.
void multiply(const Product& p, const Blocks& blocks, EigenIndex i, EigenIndex j, EigenIndex rows,
              EigenIndex depth, EigenIndex columns, bool overwrite) {
  Real* c = p.c + i + j * p.c_stride;
  if (overwrite) {
    Kernel<OverwritingMapper>()({c, p.c_stride}, blocks.left, blocks.right, rows, depth, columns, p.scale);
  } else {
    Kernel<AddingMapper>()({c, p.c_stride}, blocks.left, blocks.right, rows, depth, columns, p.scale);
  }
}

template <int AOrder, int BOrder>
void run(const Product& p) {
  using AMapper = eigen::const_blas_data_mapper<Real, EigenIndex, AOrder>;
  using BMapper = eigen::const_blas_data_mapper<Real, EigenIndex, BOrder>;
  eigen::gemm_pack_lhs<Real, EigenIndex, AMapper, Traits::mr, Traits::LhsProgress, Traits::LhsPacket4Packing,
                       AOrder>
      pack_left;
  eigen::gemm_pack_rhs<Real, EigenIndex, BMapper, Traits::nr, BOrder> pack_right;
  const Blocks blocks(p.m, p.n, p.k);
  const AMapper a(p.a.data, p.a.stride);
  const BMapper b(p.b.data, p.b.stride);
  const bool right_stays = blocks.depth == p.k && blocks.columns == p.n;
  for (EigenIndex i = 0; i < p.m; i += blocks.rows) {
    const EigenIndex rows = std::min(blocks.rows, p.m - i);
    for (EigenIndex l = 0; l < p.k; l += blocks.depth) {
      const EigenIndex depth = std::min(blocks.depth, p.k - l);
      pack_left(blocks.left, a.getSubMapper(i, l), depth, rows);
      for (EigenIndex j = 0; j < p.n; j += blocks.columns) {
        const EigenIndex columns = std::min(blocks.columns, p.n - j);
        if (!right_stays || i == 0) pack_right(blocks.right, b.getSubMapper(l, j), depth, columns);
        multiply(p, blocks, i, j, rows, depth, columns, !p.accumulate && l == 0);
      }
    }
  }
}

}  // namespace

void gemm(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
          bool accumulate, Real scale) {
  if (depth == 0 && !accumulate) {
    for (Index row = 0; row < rows; ++row) std::fill_n(c + row * c_stride, columns, Real(0));
  }
  if (rows == 0 || columns == 0 || depth == 0) return;
  // A row-major matrix is the column-major form of its transpose, and Cᵀ = Bᵀ·Aᵀ.
  const Product p{columns, rows, depth, b, a, c, c_stride, accumulate, scale};
  constexpr int kRow = Eigen::RowMajor, kColumn = Eigen::ColMajor;
  if (!b.transposed && !a.transposed) run<kColumn, kColumn>(p);
  if (!b.transposed && a.transposed) run<kColumn, kRow>(p);
  if (b.transposed && !a.transposed) run<kRow, kColumn>(p);
  if (b.transposed && a.transposed) run<kRow, kRow>(p);
}

}  // namespace attnlab
