// Fault: the first number that is not finite in a step, and its operands.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/models/model.h"

namespace attnlab {

class Trainer;

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

  /// "decoder.layers.0.feed_forward.hidden[0,3,17] is inf, the first value that is not finite; linear makes
  /// it from operands of up to 3.2e+38 (example 5 of the batch)"
  std::string text() const;
};

/// Checks a batch example by example, forward and backward, without dropout and with the right tokens
/// before each target. `weights` are laid out as model.parameters(). Nothing where all is finite.
std::optional<Fault> find_fault(const Model& model, std::span<const Real> weights, const Batch& batch,
                                double label_smoothing, AttentionDevice* device = nullptr);

/// The fault of the trainer's last step, which left the weights unchanged.
std::optional<Fault> find_fault(const Trainer& trainer);

/// The fault's text, or that nothing was found.
std::string fault_text(const std::optional<Fault>& fault);

}  // namespace attnlab
