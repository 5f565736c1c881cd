// The view Recurrence: its row, its options and what it finds.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "app/state/at_step.h"
#include "core/analysis/recurrence/cell_comparison.h"
#include "core/analysis/recurrence/recurrence.h"

namespace attnlab {

/// Recurrence: a recurrent network unrolled in time, its gates and states, and gradients back in time.
struct RecurrenceChoice {
  std::string part = "unrolled";     ///< unrolled, gates, states, back or eigenvalues
  std::string order = "numbers";     ///< of units: numbers, or feature (units that follow it best come first)
  std::string feature = "position";  ///< of text_features()
  std::string state = "hidden";      ///< which state the map shows: hidden or cell
  std::string loss = "one";          ///< whose gradient goes back: one (target's) or whole
  Index target = -1;                 ///< the position of the one target; −1: the last target that counts
  bool compare = false;              ///< whether other cells of the same size are compared
  Index steps = 0;                   ///< for which compared cells are trained
  Index gate = 0;                    ///< of the kind's gates: whose recurrent weights have eigenvalues

  bool one_target() const { return loss == "one"; }
  bool by_feature() const { return order == "feature"; }
  /// What is computed beyond the trace for the part that is shown.
  enum class Needs { Nothing, Gradients, Eigenvalues };
  Needs needs() const;
  friend bool operator==(const RecurrenceChoice&, const RecurrenceChoice&) = default;
};

/// The gradients of one target's loss.
struct OneTargetGradients {
  Index target = 0;  ///< its position
  Index step = 0;    ///< of the weights
  double loss = 0;   ///< of this target
  std::vector<TimeGradient> gradients;
};

/// The eigenvalues of all gates of one cell, in the kind's order.
struct CellEigenvalues {
  Place cell;
  std::vector<Eigenvalues> gates;
};

/// The newest of each; values are null before the first. The step on screen may be newer.
struct RecurrenceResults {
  std::shared_ptr<const OneTargetGradients> one_target;
  std::shared_ptr<const CellComparison> comparison;  ///< partial while the networks train
  AtStep<CellEigenvalues> eigenvalues;
  std::vector<AtStep<CellEigenvalues>> course;  ///< of stored steps, as far as computed, in rising order
  std::string comparison_error, error;
  friend bool operator==(const RecurrenceResults&, const RecurrenceResults&) = default;
};

/// A unit of a cell at one position.
struct RecurrentPlace {
  std::size_t cell = 0;  ///< of recurrent_cells()
  Index time = 0, unit = 0;
};

/// The place of the chosen cell of the stage: in the recurrent cell whose tensor or weight it is, or else in
/// the last one that reads the same text; at its token and its feature, if it has them. `cells` is not empty.
RecurrentPlace recurrent_place(const AppState& state, const Trace& trace,
                               const std::vector<RecurrentCell>& cells);

/// "recurrent.layers.0.hidden[0,t,unit]".
CellName unit_cell(const TraceTensor& tensor, Index time, Index unit);

/// The position of the target whose loss is differentiated, for the option recurrence.target: that target if
/// it counts, else the last one that counts; −1 if none counts.
Index gradient_target(const RecurrenceChoice& choice, const Trace& trace);

/// The gate whose recurrent weights are shown, for the option recurrence.gate.
std::size_t eigenvalue_gate(const RecurrenceChoice& choice, const CellKind& kind);

}  // namespace attnlab

namespace attnlab::recurrence {

extern const Feature kFeature;

}  // namespace attnlab::recurrence
