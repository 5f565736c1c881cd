// The fault of a training step: a recorded pass for each example of its batch.
#include "core/training/fault.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen_maps.h"
#include "core/training/passes.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

bool is_finite_weight(Real value) { return std::isfinite(double(value)); }

/// A cell of the flat buffer by the parameter's name.
Fault parameter_fault(const ParameterLayout& layout, Fault::Kind kind, Index cell, Real value) {
  Fault fault{.kind = kind, .value = double(value)};
  for (const Parameter& parameter : layout.all()) {
    if (cell < parameter.offset || cell >= parameter.offset + parameter.shape.size()) continue;
    fault.tensor = parameter.name;
    fault.shape = parameter.shape;
    fault.cell = cell - parameter.offset;
  }
  return fault;
}

/// Where the sum of squares is too great for its type though no gradient is.
std::optional<Fault> bad_norm(const ParameterLayout& layout, std::span<const Real> gradient) {
  const ConstArrayMap cells(gradient.data(), count_of(gradient));
  if (is_finite_weight(cells.square().sum())) return {};
  Index most = 0;
  cells.abs().maxCoeff(&most);
  return parameter_fault(layout, Fault::Kind::Norm, most, cells[most]);
}

}  // namespace

std::optional<Fault> find_fault(const Model& model, std::span<const Real> weights, const Batch& batch,
                                double label_smoothing, AttentionDevice* device) {
  const ParameterLayout& layout = model.parameters();
  const auto bad = std::ranges::find_if_not(weights, is_finite_weight);
  if (bad != weights.end()) return parameter_fault(layout, Fault::Kind::Input, bad - weights.begin(), *bad);
  AlignedBuffer gradient(weights.size(), Real(0));
  std::optional<Fault> gradient_fault;
  Tape tape(Mode::Record);
  tape.use_device(device);
  Batch example;
  for (Index row = 0; row < batch.size; ++row) {
    take_rows(batch, row, 1, example);
    tape.reset();
    tape.bind(layout, weights.data(), gradient.data());
    const Variable loss = model.loss(tape, example, label_smoothing, batch.counted_targets());
    if (const auto fault = fault_of_values(tape, row)) return fault;
    if (gradient_fault) continue;
    tape.backward(loss);
    gradient_fault = fault_of_gradients(tape, row);
  }
  return gradient_fault ? gradient_fault : bad_norm(layout, gradient);
}

std::optional<Fault> find_fault(const Trainer& trainer) {
  return find_fault(trainer.model(), trainer.weights(), trainer.batch(), trainer.config().label_smoothing,
                    trainer.device().get());
}

std::string fault_text(const std::optional<Fault>& fault) {
  return fault ? fault->text()
               : "a pass over the same batch without dropout and without the model's own choices is finite";
}

}  // namespace attnlab
