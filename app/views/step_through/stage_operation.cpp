// Finds the operation once, and its tensors again in each trace.
#include "app/views/step_through/stage_operation.h"

#include <utility>

namespace attnlab {
namespace {

std::optional<NormTensors> norm_of(const Trace& trace, const TraceTensor& output) {
  for (NormTensors& norm : norms_of(trace))
    if (norm.output == &output && norm.normalized && norm.gamma) return std::move(norm);
  return {};
}

/// The formula from the norm's input, not from its normalized values alone.
std::string norm_formula(const NormTensors& norm) {
  return "y = " + std::string(norm.kind->formula) + (norm.beta ? " + β" : "");
}

/// The formula of the shown cell, or of the tensor's first cell where this trace does not have the shown one.
std::string formula_of(const Trace& trace, CellName cell, const Shape& shape) {
  cell.index.resize(static_cast<std::size_t>(shape.rank()));
  for (int axis = 0; axis < shape.rank(); ++axis) {
    Index& at = cell.index[static_cast<std::size_t>(axis)];
    if (at < 0 || at >= shape[axis]) at = 0;
  }
  return trace.explain(cell.tensor, cell.index).formula;
}

StageOperation find_operation(const TracePtr& trace, const CellName& cell) {
  const TraceTensor& tensor = trace->at(value_name(cell.tensor));
  StageOperation operation{trace, cell, "", {}, {}};
  if (!is_gradient(cell.tensor) && tensor.place.kind() == PartKind::Norm)
    operation.norm = norm_of(*trace, tensor);
  operation.formula = operation.norm ? norm_formula(*operation.norm) : formula_of(*trace, cell, tensor.shape);
  operation.product =
      is_gradient(cell.tensor) ? gradient_product(*trace, tensor) : product_of(*trace, tensor);
  return operation;
}

/// Replaces the tensors by those of the same names in another trace.
void move_to(StageOperation& operation, const TracePtr& trace) {
  const auto move = [&](const TraceTensor*& tensor) {
    if (tensor) tensor = trace->find(tensor->name);
  };
  if (operation.product) {
    for (MatrixUse* use : {&operation.product->left, &operation.product->right, &operation.product->result})
      move(use->tensor);
    move(operation.product->bias);
  }
  if (operation.norm)
    for (auto tensor : {&NormTensors::input, &NormTensors::normalized, &NormTensors::gamma,
                        &NormTensors::beta, &NormTensors::output})
      move((*operation.norm).*tensor);
  operation.trace = trace;
}

bool same_operations(const Trace& a, const Trace& b) {
  return &a.config() == &b.config() && a.edits == b.edits && a.tensors().size() == b.tensors().size();
}

}  // namespace

const StageOperation& stage_operation(const ViewModel& model) {
  StageOperation& cache = model.remembered<StageOperation>();
  const CellName cell = chosen_cell(model.state);
  if (cache.trace == model.trace && cache.cell == cell) return cache;
  const bool same_tensor = cache.trace && cache.cell.tensor == cell.tensor;
  if (!same_tensor || !same_operations(*cache.trace, *model.trace)) {
    cache = find_operation(model.trace, cell);
    return cache;
  }
  move_to(cache, model.trace);
  cache.cell = cell;
  if (!cache.norm && !is_gradient(cell.tensor))
    cache.formula = formula_of(*model.trace, cell, model.trace->at(cell.tensor).shape);
  return cache;
}

}  // namespace attnlab
