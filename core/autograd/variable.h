// Variable: a handle on one value recorded on a tape.
#pragma once

#include "core/tensor/tensor.h"

namespace attnlab {

class Operation;

/// One recorded value. Lives in the tape's arena; `value` and `gradient` are row-major.
struct Node {
  Shape shape;
  Real* value = nullptr;
  Real* gradient = nullptr;        ///< null until backward first writes it
  Operation* producer = nullptr;   ///< null for parameters and constants
  int name = -1;                   ///< index into Tape::names(), −1 where unnamed
  bool wants_gradient = false;     ///< some parameter stands behind it
  bool keeps_gradient = false;     ///< gradient memory is the caller's (parameters): always added to
  const Node* computed = nullptr;  ///< what it was before interventions changed it; null where none did
};

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
  ArrayMap cells() const { return array(node_->value, size()); }

 private:
  Node* node_ = nullptr;
};

}  // namespace attnlab
