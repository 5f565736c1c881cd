// Fault: the first number of a pass that is not finite, and its operands.
#pragma once

#include <optional>
#include <string>

#include "core/tensor/shape.h"

namespace attnlab {

class Tape;

/// The first bad value in the order of computation, or the first bad gradient in the order in which the
/// backward pass completes gradients.
struct Fault {
  enum class Kind {
    Input,     ///< a weight or a pixel: it was not finite before anything was computed
    Value,     ///< all that it is made from is finite
    Gradient,  ///< all values are finite, and all gradients that it is made from
    Norm,      ///< all values and gradients are finite; the greatest one's square, or the sum of all, is not
  };
  Kind kind = Kind::Value;
  std::string tensor{};  ///< of the cell; where the operation's own result has no name, the next that has one
  Shape shape{};         ///< of that tensor for one example
  Index cell = 0;        ///< offset in it
  double value = 0;      ///< its value, or its gradient
  std::string operation{};  ///< that made it: "linear"; of a gradient, those that read the tensor; "": none
  double operands = 0;      ///< greatest magnitude of the operands' finite cells (Gradient: of the gradients)
  Index example = -1;       ///< row of the batch, 0 first; −1: of none alone

  /// "decoder.layers.0.feed_forward.hidden[0,3,17] is inf, the first value that is not finite; linear
  /// computed
  /// it from operands of up to 3.2e+38 (example 5 of the batch)"
  std::string text() const;
};

/// "This pass contains values that are not finite: decoder.embedded[0,3,17] is inf, the first value …".
std::string not_finite_text(const Fault& fault);

/// The first bad value of a recorded pass: of its computed tensors, or of what they were computed from. −∞
/// that a mask adds is none. `example` is for Fault::example.
std::optional<Fault> fault_of_values(const Tape& tape, Index example = -1);
/// The first bad gradient that is kept, after the pass has run backward.
std::optional<Fault> fault_of_gradients(const Tape& tape, Index example = -1);

}  // namespace attnlab
