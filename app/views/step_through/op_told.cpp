// Finds the operation once, and its tensors anew in each trace.
#include "app/views/step_through/op_told.h"

#include <utility>

namespace attnlab {
namespace {

std::optional<NormTensors> norm_of(const Trace& trace, const TraceTensor& output) {
  for (NormTensors& norm : norms_of(trace))
    if (norm.output == &output && norm.normalized && norm.gamma) return std::move(norm);
  return {};
}

/// From what the norm reads, not from its normalized values alone.
std::string norm_formula(const NormTensors& norm) {
  return "y = " + std::string(norm.kind->formula) + (norm.beta ? " + β" : "");
}

/// Of the tensor's first cell, where the shown one is not in this trace.
std::string formula_of(const Trace& trace, CellName cell, const Shape& shape) {
  cell.index.resize(static_cast<std::size_t>(shape.rank()));
  for (int axis = 0; axis < shape.rank(); ++axis) {
    Index& at = cell.index[static_cast<std::size_t>(axis)];
    if (at < 0 || at >= shape[axis]) at = 0;
  }
  return trace.explain(cell.tensor, cell.index).formula;
}

OperationTold told_of(const TracePtr& trace, const CellName& cell) {
  const TraceTensor& tensor = trace->at(value_name(cell.tensor));
  OperationTold told{trace, cell, "", {}, {}};
  if (!is_gradient(cell.tensor) && tensor.place.kind() == PartKind::Norm) told.norm = norm_of(*trace, tensor);
  told.formula = told.norm ? norm_formula(*told.norm) : formula_of(*trace, cell, tensor.shape);
  told.product = is_gradient(cell.tensor) ? gradient_product(*trace, tensor) : product_of(*trace, tensor);
  return told;
}

/// The tensors of the same names in another trace.
void move_to(OperationTold& told, const TracePtr& trace) {
  const auto move = [&](const TraceTensor*& tensor) {
    if (tensor) tensor = trace->find(tensor->name);
  };
  if (told.product) {
    for (MatrixUse* use : {&told.product->left, &told.product->right, &told.product->result})
      move(use->tensor);
    move(told.product->bias);
  }
  if (told.norm)
    for (auto tensor : {&NormTensors::input, &NormTensors::normalized, &NormTensors::gamma,
                        &NormTensors::beta, &NormTensors::output})
      move((*told.norm).*tensor);
  told.trace = trace;
}

bool same_operations(const Trace& a, const Trace& b) {
  return &a.config() == &b.config() && a.edits == b.edits && a.tensors().size() == b.tensors().size();
}

}  // namespace

const OperationTold& operation_told(const ViewModel& model) {
  static OperationTold kept;
  const CellName cell = chosen_cell(model.state);
  if (kept.trace == model.trace && kept.cell == cell) return kept;
  const bool same_tensor = kept.trace && kept.cell.tensor == cell.tensor;
  if (!same_tensor || !same_operations(*kept.trace, *model.trace)) {
    kept = told_of(model.trace, cell);
    return kept;
  }
  move_to(kept, model.trace);
  kept.cell = cell;
  if (!kept.norm && !is_gradient(cell.tensor))
    kept.formula = formula_of(*model.trace, cell, model.trace->at(cell.tensor).shape);
  return kept;
}

}  // namespace attnlab
