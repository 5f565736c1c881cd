// The fault of a training step, example by example.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/autograd/fault.h"
#include "core/models/model.h"

namespace attnlab {

class Trainer;

/// Checks a batch example by example, forward and backward, without dropout and with the right tokens
/// before each target. `weights` are laid out as model.parameters(). Nothing where all is finite.
std::optional<Fault> find_fault(const Model& model, std::span<const Real> weights, const Batch& batch,
                                double label_smoothing, AttentionDevice* device = nullptr);

/// The fault of the trainer's last step, which left the weights unchanged.
std::optional<Fault> find_fault(const Trainer& trainer);

/// The fault's text, or that nothing was found.
std::string fault_text(const std::optional<Fault>& fault);

}  // namespace attnlab
