// Observer and Intervention: who is told of each named tensor, and who may change it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/tensor/shape.h"

namespace attnlab {

/// A named tensor at the moment it is made.
struct NamedTensor {
  std::string_view name;  ///< "encoder.layers.0.self_attention.weights"
  const Shape& shape;
  std::span<const Real> value;  ///< row-major; valid only during the call
};

/// Told of every named tensor, in the order of computation, on the thread that computes.
/// The caller keeps it alive while it is attached, and must not touch the tape from it.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_tensor(const NamedTensor& tensor) = 0;
};

/// Changes one named tensor before anything reads it.
struct Intervention {
  std::string name;  ///< full name of the tensor
  /// Called with the tensor's shape and cells, on the thread that computes; may write the cells.
  std::function<void(const Shape&, std::span<Real>)> change;
};

}  // namespace attnlab
