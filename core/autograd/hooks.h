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

/// Told of named tensors of a recorded pass, in the order of computation, after interventions, on the thread
/// that computes. The caller keeps it alive while it is attached; one observer must not be attached to passes
/// that run at the same time unless it guards its own state. It must not touch the tape; what it throws ends
/// the pass and reaches the caller. Training and generation in between tell nobody and pay nothing.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Which tensors to be told of: a name that may hold one *, see names(). One that no tensor of the pass has
  /// is an error, std::invalid_argument with the three nearest.
  virtual std::string pattern() const { return "*"; }
  virtual void on_tensor(const NamedTensor& tensor) = 0;
};

/// Changes named tensors of a recorded pass before anything reads them. Several on one tensor work in the
/// order in which they were attached. Gradients flow back through a changed tensor as if it had been computed
/// so.
struct Intervention {
  std::string name;  ///< of the tensor, or of several by one *, see names(); none is an error as for Observer
  /// Called with the tensor's shape and cells, on the thread that computes; may write the cells.
  std::function<void(const Shape&, std::span<Real>)> change;
};

}  // namespace attnlab
