// What the parts of the Recurrence view share: one frame's content, the order of units, maps of units and
// time.
#pragma once

#include <string>
#include <vector>

#include "app/features/recurrence/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/common/cached_matrix.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/analysis/text_features.h"

namespace attnlab {

/// One frame of the view; there is at least one cell.
struct RecurrenceFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const RecurrenceChoice& choice;
  std::vector<RecurrentCell> cells;
  RecurrentPlace at;                 ///< what is selected
  const RecurrenceResults& results;  ///< empty before the first
  std::vector<Piece> pieces;         ///< that the selected cell reads
  std::vector<std::string> tokens;   ///< their texts

  const RecurrentCell& cell() const { return cells[at.cell]; }
  const CellKind& kind() const { return *cell().kind; }
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("recurrence.") + option, value}});
  }
  /// Selects a cell of a tensor, which the inspector then explains.
  void select(const TraceTensor& tensor, Index time, Index unit) const;
  int digits() const { return static_cast<int>(model.screen.digits); }
};

/// Whether the cell reads the source of the pass.
bool reads_source(const RecurrenceFrame& frame, const RecurrentCell& cell);

/// "recurrent layer 0": a part's title with its direction.
std::string cell_words(const RecurrentCell& cell);

/// The feature that units may follow, on the text of the selected cell.
std::vector<double> chosen_feature(const RecurrenceFrame& frame);

/// The units from the top down, with their correlations if they are sorted by the feature.
std::vector<FollowingUnit> unit_order(const RecurrenceFrame& frame, const TraceTensor& state);

/// Draws the choice of the units' order and of a feature that changes in the text. Script names:
/// recurrence.order[0,i], recurrence.feature.NAME.
void draw_unit_order(const RecurrenceFrame& frame);

/// A matrix of units × time of the selected cell.
struct UnitMap {
  std::string name;  ///< script name
  std::string title, detail{};
  std::span<const float> cells;  ///< [T,C]
  const TraceTensor* leads_to;   ///< the tensor whose cell a click selects
  Role role = Role::None;
  ColourScale scale{};
  std::string formula{};  ///< set after the title, as Derivation::formula writes it
};

/// The units of a map in the order of `order`, as numbers of rows.
struct UnitMapSize {
  float width = 0;        ///< of the whole map
  float unit_height = 0;  ///< of a row
};
/// Draws the map at the cursor; number `slot` of the maps of this frame.
HeatMapResult draw_unit_map(const RecurrenceFrame& frame, std::size_t slot, const UnitMap& map,
                            const std::vector<FollowingUnit>& order, const UnitMapSize& size);
/// Height of a row so that all units fit into about `height`.
float unit_height(const RecurrenceFrame& frame, float height);

/// Dim lines of words below or above a picture.
void draw_recurrence_words(const std::string& words, float width = 0);

/// The parts of the view; each fills the rest of the window.
/// Script names: recurrence.box[cell,time]; of the figure recurrence.node.NAME; recurrence.line[i,0].
void draw_recurrence_unrolled(const RecurrenceFrame& frame);
/// Script names: recurrence.gate.NAME, recurrence.memory.0, 1, 2: maps of units and time.
void draw_recurrence_gates(const RecurrenceFrame& frame);
/// Script names: recurrence.states, recurrence.state[0,i], recurrence.followed (a plot).
void draw_recurrence_states(const RecurrenceFrame& frame);
/// Script names: recurrence.loss[0,i], recurrence.targets[0,i], recurrence.compare, recurrence.steps[0,i],
/// recurrence.back (a plot), recurrence.compared (a plot), recurrence.clipping (a plot).
void draw_recurrence_back(const RecurrenceFrame& frame);

}  // namespace attnlab
