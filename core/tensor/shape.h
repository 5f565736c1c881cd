// Shape: the sizes of a tensor's axes, and the letters in which they are written.
//
//   B  sequences in the batch              F  feed-forward width, d_ff
//   T  positions (Tq queries, Tk keys)     V  vocabulary size
//   C  model width, d_model                L  layers
//   H  heads                               E  experts
//   D  head size C/H, d_k                  P  image patches
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>

#include "core/tensor/real.h"

namespace attnlab {

/// Up to four axis sizes, row-major: the last axis is contiguous. Rank 0 is a scalar.
class Shape {
 public:
  static constexpr int kMaxRank = 4;

  constexpr Shape() = default;
  /// Throws std::invalid_argument for more than four axes or a negative size.
  Shape(std::initializer_list<Index> sizes);
  explicit Shape(std::span<const Index> sizes);

  int rank() const { return rank_; }
  Index operator[](int axis) const { return sizes_[static_cast<std::size_t>(axis)]; }
  /// Size of axis `rank() - 1 - back`: `last()` is the contiguous axis.
  Index last(int back = 0) const {
    return rank_ > back ? sizes_[static_cast<std::size_t>(rank_ - 1 - back)] : 1;
  }
  /// Number of cells; 1 for a scalar.
  Index size() const;
  /// Number of rows when every axis but the last is folded into one.
  Index rows() const { return last() == 0 ? 0 : size() / last(); }
  std::span<const Index> sizes() const { return {sizes_.data(), static_cast<std::size_t>(rank_)}; }

  /// Position in the row-major buffer of the cell `index`; throws std::out_of_range
  /// with both values where `index` does not fit.
  Index offset(std::span<const Index> index) const;
  /// The inverse of `offset`.
  std::array<Index, kMaxRank> index_of(Index offset) const;

  /// "[2,8,64]".
  std::string text() const;

  friend bool operator==(const Shape&, const Shape&) = default;

 private:
  std::array<Index, kMaxRank> sizes_{};
  int rank_ = 0;
};

}  // namespace attnlab
