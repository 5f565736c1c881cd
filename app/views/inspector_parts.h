// What the parts of the inspector share.
#pragma once

#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "core/trace/trace.h"

namespace attnlab {

/// One frame of the inspector.
struct InspectorFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const TraceTensor& tensor;
  const Derivation& derivation;
};

/// inspect TENSOR i,j,…
Command inspect_command(const CellName& cell);

/// The gradient of a cell; NaN where none flows.
double gradient_at(const TraceTensor& tensor, const CellName& cell);

/// "Why this number?" with a button that copies the derivation; null where there is none.
void draw_inspector_title(const Derivation* derivation);
/// Trail of followed cells, name, place, value and gradient.
void draw_inspector_head(const InspectorFrame& frame);
/// The general formula and the same with numbers.
void draw_inspector_formula(const InspectorFrame& frame);
/// The operands: a table of products, the steps of a softmax, or a tree. Leaves room for the check.
void draw_inspector_operands(const InspectorFrame& frame);
/// "recomputed in double: …".
void draw_inspector_check(const InspectorFrame& frame);
/// Height of the check.
float inspector_check_height();

}  // namespace attnlab
