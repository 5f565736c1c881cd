// Finds the operation once, and its tensors again in each trace.
#include "app/views/stage/stage_operation.h"

#include <algorithm>
#include <utility>

#include "app/state/latest_job.h"
#include "app/views/inspector/explained.h"
#include "app/widgets/base/frame_share.h"

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

/// The formula of the shown cell, or of the tensor's first cell if this trace does not have the shown one.
std::string formula_of(const Trace& trace, CellName cell, const Shape& shape) {
  cell.index.resize(shape.rank());
  for (int axis = 0; axis < shape.rank(); ++axis) {
    Index& at = cell.index[axis];
    if (at < 0 || at >= shape[axis]) at = 0;
  }
  return trace.explain(cell.tensor, cell.index).formula;
}

/// Which operation is asked for.
struct OperationOf {
  TracePtr trace;
  CellName cell;
  friend bool operator==(const OperationOf&, const OperationOf&) = default;

  bool gradient() const { return is_gradient(cell.tensor); }
  const TraceTensor& tensor() const { return trace->at(value_name(cell.tensor)); }
};

/// All but the formula, of a value.
StageOperation find_parts(const OperationOf& of) {
  StageOperation found{of.trace, "", {}, {}};
  if (of.tensor().place.kind() == PartKind::Norm) found.norm = norm_of(*of.trace, of.tensor());
  found.product = product_of(*of.trace, of.tensor());
  return found;
}

/// May be called on any thread.
StageOperation find_operation(const OperationOf& of) {
  StageOperation found = of.gradient()
                             ? StageOperation{of.trace, "", gradient_product(*of.trace, of.tensor()), {}}
                             : find_parts(of);
  found.formula = found.norm ? norm_formula(*found.norm) : formula_of(*of.trace, of.cell, of.tensor().shape);
  return found;
}

/// Whether the search would hold up a frame: for a gradient in a pass with long rows, which may be a sum over
/// a long row; for a value that is computed from one.
bool is_slow(const OperationOf& of) {
  if (of.gradient()) return has_long_rows(*of.trace);
  return std::ranges::any_of(operation_parts(*of.trace, of.tensor()).inputs,
                             [](const TraceTensor* input) { return input && has_long_rows(*input); });
}

/// Replaces the tensors by the tensors of the same names in another trace.
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

struct FoundOperation {
  OperationOf of;
  StageOperation operation;
};

/// What is on screen, found again only when trace or cell change; by a worker if that is slow.
struct KnownOperation {
  FoundOperation now;
  LatestJob<OperationOf, FoundOperation> job{[] {}};
};

/// Whether what was found is true of the wanted trace too, once it has the tensors of this; another cell may
/// have another formula.
bool fits(const OperationOf& found, const OperationOf& wanted) {
  return found.trace && found.cell.tensor == wanted.cell.tensor &&
         same_operations(*found.trace, *wanted.trace);
}

/// Asks the worker. What it has found of the cell in an earlier pass is shown until it has the newest.
const StageOperation* found_beside(KnownOperation& known, const OperationOf& wanted) {
  known.job.ask(wanted, [wanted](const StopToken&) {
    return FoundOperation{wanted, find_operation(wanted)};
  });
  FoundOperation& now = known.now;
  if (known.job.result()) now = *known.job.result();
  if (now.of == wanted) return known.job.clear(), &now.operation;
  go_on_next_frame();
  const bool same_cell = fits(now.of, wanted) && now.of.cell == wanted.cell;
  if (!same_cell && wanted.gradient()) return nullptr;
  if (!same_cell) now = {{}, find_parts(wanted)};
  move_to(now.operation, wanted.trace);
  return &now.operation;
}

}  // namespace

const StageOperation* stage_operation(const ViewModel& model) {
  KnownOperation& known = model.remembered<KnownOperation>();
  FoundOperation& now = known.now;
  const OperationOf wanted{model.trace, chosen_cell(model.state)};
  if (now.of == wanted) return &now.operation;
  const bool stays = fits(now.of, wanted) && (wanted.gradient() || now.operation.norm);
  if (!stays && has_later_frames() && is_slow(wanted)) return found_beside(known, wanted);
  known.job.clear();
  if (!stays) now.operation = find_operation(wanted);
  move_to(now.operation, wanted.trace);
  now.of = wanted;
  return &now.operation;
}

}  // namespace attnlab
