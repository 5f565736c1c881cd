// ProductWatch: hears of each product of matrices that its thread computes, as benchmarks do.
#pragma once

#include "core/tensor/real.h"

namespace attnlab {

/// C [rows,columns] = or += A·B over `depth`; strides and `transposed` as in gemm(). `thin` where thin_gemm()
/// made it.
struct ProductShape {
  Index rows, columns, depth;
  Index a_stride, b_stride, c_stride;
  bool a_transposed = false, b_transposed = false;
  bool accumulate = false;
  bool thin = false;

  /// A multiplication and an addition for each cell and depth.
  double operations() const { return 2.0 * double(rows) * double(columns) * double(depth); }
  friend auto operator<=>(const ProductShape&, const ProductShape&) = default;
};

/// While it lives, the products of the thread that made it are told to it. One at a time.
class ProductWatch {
 public:
  ProductWatch() { ours() = this; }
  virtual ~ProductWatch() { ours() = nullptr; }
  ProductWatch(const ProductWatch&) = delete;
  ProductWatch& operator=(const ProductWatch&) = delete;

  virtual void begin(const ProductShape&) {}
  virtual void end(const ProductShape&) = 0;

  /// The one of this thread; null where there is none.
  static ProductWatch*& ours() {
    static thread_local ProductWatch* watch = nullptr;
    return watch;
  }
};

/// A product from here to the end of the scope.
class WatchedProduct {
 public:
  explicit WatchedProduct(const ProductShape& shape) : watch_(ProductWatch::ours()) {
    if (!watch_) return;
    shape_ = shape;
    watch_->begin(shape_);
  }
  ~WatchedProduct() {
    if (watch_) watch_->end(shape_);
  }
  WatchedProduct(const WatchedProduct&) = delete;
  WatchedProduct& operator=(const WatchedProduct&) = delete;

 private:
  ProductWatch* watch_;
  ProductShape shape_{};
};

}  // namespace attnlab
