// Node: one value recorded on a tape.
#pragma once

#include "core/tensor/shape.h"

namespace attnlab {

class Operation;

/// One recorded value. Lives in the tape's arena; `value` and `gradient` are row-major.
struct Node {
  Shape shape;
  Real* value = nullptr;
  Real* gradient = nullptr;        ///< null until backward first writes it
  Operation* producer = nullptr;   ///< null for parameters and constants
  int name = -1;                   ///< see Recording; −1 where unnamed
  bool wants_gradient = false;     ///< the value depends on a parameter
  bool keeps_gradient = false;     ///< gradient memory is the caller's (parameters): always added to
  const Node* computed = nullptr;  ///< the value before interventions; null where none changed it
};

}  // namespace attnlab
