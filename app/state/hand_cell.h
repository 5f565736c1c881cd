// Hand cell: which number of attention by hand is on the stage and in the inspector.
#pragma once

#include <string>

#include "app/state/app_state.h"
#include "core/trace/hand_pass.h"

namespace attnlab {

/// The step on the stage; the scores where the pass has no such step.
const TraceTensor& hand_tensor(const Trace& pass, const HandChoice& choice);

/// The selected cell of the step on the stage, within the step's sizes.
CellName hand_cell(const Trace& pass, const HandChoice& choice);

/// Puts a step on the stage and selects a cell of it. Throws std::invalid_argument for a tensor that is no
/// step, and for a cell that is not there.
void look_at(HandChoice& choice, const Trace& pass, const CellName& cell);

/// Whether the inspector explains a number of `pass`, which is made of the typed numbers: the view By hand is
/// on the stage, and nothing of the model's own pass is inspected.
bool explains_hand(const AppState& state, const Trace& pass);

/// What the inspector explains, and in which pass.
struct ExplainedCell {
  CellName cell;
  TracePtr hand;  ///< the pass by hand; null: the cell is of the model's
};
ExplainedCell explained_cell(const AppState& state);

}  // namespace attnlab
