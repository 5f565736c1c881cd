// What the parts of the Vectors view share: the content of one frame, the selected rows, and their names.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/features/vectors/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

using VectorResultsPtr = std::shared_ptr<const VectorResults>;

/// One frame of the view.
struct VectorsFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const VectorsChoice& choice;
  VectorResultsPtr kept;       ///< what is drawn; never null
  Index focus = -1;            ///< the selected row
  std::vector<Index> chosen;   ///< the rows of the selection, in order
  std::vector<Index> in_text;  ///< rows of the text on screen, in order; only of tables of entries

  const VectorResults& results() const { return *kept; }
  const VectorSet& set() const { return kept->set; }
  const VectorTable& table() const { return kept->set.table; }
  /// The name of a row as it is shown: a token, a feature, a position …
  std::string name(Index row) const;
  /// Likewise, with its position if the rows are tokens of a text: "the (3)".
  std::string name_with_position(Index row) const;
  bool is_chosen(Index row) const;
  bool is_in_text(Index row) const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("vectors.") + option, value}});
  }
  /// Selects a row, and in all views its token if the text has it.
  void look_at(Index row) const;
};

/// The rows nearest to one row, computed again for other vectors.
const std::vector<Neighbour>& nearest_of_focus(const VectorsFrame& frame);
const std::vector<Neighbour>& nearest_of_hovered(const VectorsFrame& frame, Index row);

/// "6,9,12": rows in a command.
std::string rows_text(std::span<const Index> rows);

/// The points with their axes, in `box`. Script names: vectors.plot, and vectors.point[row,0] for each point
/// with a label.
void draw_vector_points(const VectorsFrame& frame, const Box& box);
/// The selected vector, the vectors nearest to it, the analogy, the selection; in `box`.
/// Script names: vectors.near[i,0], vectors.analogy[0,i] (fields), vectors.found[i,0], vectors.pick,
/// vectors.none, vectors.all_near.
void draw_vector_panel(const VectorsFrame& frame, const Box& box);

/// The parts of the view; each fills the rest of the window.
void draw_vector_map(const VectorsFrame& frame);
/// Script names: vectors.pairs.previous, .play, .next, .here, vectors.words[0,i], vectors.pair[i,0].
void draw_vector_pairs(const VectorsFrame& frame);

}  // namespace attnlab
