// Trail: how the stage goes along with the numbers that a person follows, and the way back.
#pragma once

#include "app/state/limits.h"

namespace attnlab {

/// The inspector explains `cell`, and the stage shows it; where no stage can, the stage stays as it is. The
/// present place goes to the trail.
void follow_cell(AppState& state, const CellName& cell, const Limits& limits);
/// The inspector explains `cell`, and the stage stays as it is, as for an operand that is on the stage
/// already. The present place goes to the trail.
void explain_aside(AppState& state, const CellName& cell);
/// Back to the place before the newest followed cell; nothing without a trail.
void back_on_trail(AppState& state);
/// Forgets the trail: the inspector explains the chosen cell.
void leave_trail(AppState& state);

/// Whether the stage went along with the newest followed cell.
bool stage_went_along(const AppState& state);

/// Selects the head of a shown cell, unless the selected head shares the cell's keys and values.
void select_head_of(AppState& state, const CellName& cell, const Limits& limits);

}  // namespace attnlab
