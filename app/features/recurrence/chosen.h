// Recurrence choice: the recurrent cell, the time step and the unit that are selected.
#pragma once

#include <vector>

#include "app/features/recurrence/choice.h"
#include "app/state/app_state.h"
#include "core/analysis/recurrence/recurrence.h"

namespace attnlab {

/// A unit of a cell at one position.
struct RecurrentPlace {
  std::size_t cell = 0;  ///< of recurrent_cells()
  Index time = 0, unit = 0;
};

/// Where the chosen cell of the stage stands: in the recurrent cell whose tensor or weight it is, else in the
/// last one that reads the same text; at its token and its feature, where it has them. `cells` has one at
/// least.
RecurrentPlace recurrent_place(const AppState& state, const Trace& trace,
                               const std::vector<RecurrentCell>& cells);

/// "recurrent.layers.0.hidden[0,t,unit]".
CellName unit_cell(const TraceTensor& tensor, Index time, Index unit);

/// The targets' position that the gradient is of, for the option recurrence.target: that target where it
/// counts, else the last that does; −1 where none counts.
Index gradient_target(const RecurrenceChoice& choice, const Trace& trace);

/// The gate whose recurrent weights are shown, for the option recurrence.gate.
std::size_t eigenvalue_gate(const RecurrenceChoice& choice, const CellKind& kind);

}  // namespace attnlab
