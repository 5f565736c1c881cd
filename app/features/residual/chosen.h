// Residual choice: the state of the stream and the token that are chosen.
#pragma once

#include "app/state/app_state.h"
#include "core/analysis/residual/stream.h"

namespace attnlab {

/// A cell of the lens.
struct ResidualPlace {
  std::size_t state = 0;  ///< of residual_states()
  Index position = 0;     ///< of the stream; of a model that gives a class too
};

/// Where the chosen cell of the stage stands: in the state whose tensor it is, else in that of the options;
/// at the selected token of the text that the stream is of, else at that of the options. `states` has one at
/// least.
ResidualPlace residual_place(const AppState& state, const Trace& trace,
                             const std::vector<StreamState>& states);

/// The cell of a state's stream at a position, at the feature on the stage.
CellName residual_cell(const AppState& state, const StreamState& at, Index position);

}  // namespace attnlab
