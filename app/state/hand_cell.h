// Hand cell: which number of attention by hand is on the stage and in the inspector.
#pragma once

#include <string>

#include "app/state/app_state.h"
#include "app/state/hand_choice.h"
#include "core/trace/hand_pass.h"

namespace attnlab {

/// The step on the stage; the scores where the pass has no such step.
const TraceTensor& hand_tensor(const Trace& pass, const HandChoice& choice);

/// The selected cell of the step on the stage, within the step's sizes.
CellName hand_cell(const Trace& pass, const HandChoice& choice);

/// Puts a step on the stage and selects a cell of it. Throws std::invalid_argument for a tensor that is no
/// step, and for a cell that is not there.
void look_at(HandChoice& choice, const Trace& pass, const CellName& cell);

/// The inspector explains the selected cell of the step on the stage.
void leave_hand_trail(HandChoice& choice);
/// It explains another cell, and the stage shows that where it is of a step; the cursor goes to a typed
/// number. The present place goes to the trail. Throws std::invalid_argument for a cell that is not there.
void follow_by_hand(HandChoice& choice, const Trace& pass, const CellName& cell);
/// The same, and the stage stays as it is.
void explain_aside_by_hand(HandChoice& choice, const Trace& pass, const CellName& cell);
/// Back to the place before the newest followed cell; nothing without a trail.
void back_by_hand(HandChoice& choice, const Trace& pass);

/// Whether the inspector explains attention by hand: its view is on the stage, and was used last.
bool explains_hand(const AppState& state);

/// What the inspector explains, and in which pass.
struct ExplainedCell {
  CellName cell;
  TracePtr hand;  ///< the pass by hand; null: the cell is of the model's
};
ExplainedCell explained_cell(const AppState& state);
/// The same of the numbers by hand, whatever the inspector explains.
CellName explained_by_hand(const Trace& pass, const HandChoice& choice);

}  // namespace attnlab
