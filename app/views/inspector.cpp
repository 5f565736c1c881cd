// Right: why this number? Formula, operands to follow, gradient, and the check.
// Script names: inspector.back, inspector.copy, inspector.trail[0,i] (0 is the selected cell),
// inspector.order[0,i] (as computed, by size), inspector.operand[i,0] and [i,1] (left and right operand of
// the i-th line shown; the only one for plain terms, softmax rows and trees), inspector.other[i,0] (a bias).
#include <limits>
#include <optional>

#include "app/views/inspector_parts.h"
#include "app/views/views.h"
#include "app/widgets/controls.h"

namespace attnlab {

namespace {

/// The derivation on screen: made anew only when trace or cell change.
struct Kept {
  std::uint64_t version = 0;
  const Trace* trace = nullptr;
  CellName cell;
  std::optional<Derivation> derivation;
  std::string error;
};

const Kept& explained(const ViewModel& model, const CellName& cell) {
  static Kept kept;
  if (kept.trace == model.trace.get() && kept.version == model.trace_version && kept.cell == cell)
    return kept;
  kept = {model.trace_version, model.trace.get(), cell, {}, {}};
  try {
    kept.derivation = model.trace->explain(cell.tensor, cell.index);
  } catch (const std::exception& error) {
    kept.error = error.what();
  }
  return kept;
}

void draw_unexplained(const ViewModel& model, const Emit& emit, const std::string& error) {
  if (!model.state.inspected.empty() && text_button("inspector.back", Icon::ChevronLeft, "Back")) {
    emit({"inspect.back", {}});
  }
  dim_text("This cell is not in the text on screen: " + error);
}

}  // namespace

Command inspect_command(const CellName& cell) {
  std::string index;
  for (Index i : cell.index) index += (index.empty() ? "" : ",") + std::to_string(i);
  return {"inspect", {cell.tensor, index}};
}

double gradient_at(const TraceTensor& tensor, const CellName& cell) {
  if (tensor.gradient.empty()) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(tensor.gradient[static_cast<std::size_t>(tensor.shape.offset(cell.index))]);
}

void draw_inspector(const ViewModel& model, const Emit& emit) {
  if (!model.trace) {
    draw_inspector_title(nullptr);
    return empty_note("No pass has been recorded yet.", "Its numbers will be explained here.");
  }
  const Kept& kept = explained(model, inspected_cell(model.state));
  draw_inspector_title(kept.derivation ? &*kept.derivation : nullptr);
  if (!kept.derivation) return draw_unexplained(model, emit, kept.error);
  const InspectorFrame frame{model, emit, *model.trace, model.trace->at(kept.cell.tensor), *kept.derivation};
  draw_inspector_head(frame);
  if (kept.derivation->is_leaf) return;
  draw_inspector_formula(frame);
  draw_inspector_operands(frame);
  draw_inspector_check(frame);
}

}  // namespace attnlab
