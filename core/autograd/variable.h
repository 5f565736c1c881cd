// Variable: a handle on one value recorded on a tape.
#pragma once

#include "core/autograd/node.h"
#include "core/tensor/real.h"

namespace attnlab {

/// Copyable handle; valid until its tape is reset.
class Variable {
 public:
  Variable() = default;
  explicit Variable(Node* node) : node_(node) {}

  explicit operator bool() const { return node_ != nullptr; }
  Node* node() const { return node_; }
  const Shape& shape() const { return node_->shape; }
  Index size() const { return node_->shape.size(); }
  Real* data() const { return node_->value; }
  /// The cells for Eigen to compute on, an ArrayMap; defined in cells.h.
  auto cells() const;

 private:
  Node* node_ = nullptr;
};

}  // namespace attnlab
