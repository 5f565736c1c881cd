// Node: one value recorded on a tape.
#pragma once

#include "core/tensor/shape.h"

namespace attnlab {

class LateGradient;
class Operation;

/// Parameters that a value is: `first` … `last` by ParameterId; none where `first` is negative.
struct ParameterRange {
  int first = -1, last = -1;
};

/// One recorded value. Lives in the tape's arena; `value` and `gradient` are row-major.
struct Node {
  Shape shape;
  Real* value = nullptr;
  Real* gradient = nullptr;        ///< null until backward first writes it
  Operation* producer = nullptr;   ///< null for parameters and constants
  int name = -1;                   ///< see Recording; −1 where unnamed
  bool wants_gradient = false;     ///< the value depends on a parameter
  bool keeps_gradient = false;     ///< gradient memory is the caller's (parameters)
  const Node* computed = nullptr;  ///< the value before interventions; null where none changed it
  LateGradient* late = nullptr;    ///< computes the gradient, where backward does not keep it
  ParameterRange parameters;
};

/// Whether backward reached the value.
bool has_gradient(const Node& node);
/// The cells of a gradient that backward did not keep, computed now if nobody asked before; null where
/// nothing flows back.
const Real* late_gradient_of(const Node& node);

/// The gradient of a finished pass, kept or not; null where nothing flows back.
inline const Real* gradient_of(const Node& node) {
  return node.gradient || !node.late ? node.gradient : late_gradient_of(node);
}

}  // namespace attnlab
