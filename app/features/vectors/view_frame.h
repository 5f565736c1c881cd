// What the parts of the Vectors view share: one frame's content, the rows that are looked at, their words.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/base/noun.h"
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
  Index focus = -1;            ///< the row that is looked at
  std::vector<Index> chosen;   ///< rows, rising
  std::vector<Index> in_text;  ///< rows of the text on screen, rising; of tables of entries alone

  const VectorResults& results() const { return *kept; }
  const VectorSet& set() const { return kept->set; }
  const VectorTable& table() const { return kept->set.table; }
  /// What the rows are: words, features, positions …
  NounForms noun() const;
  /// `text` with that in the place of "{word}".
  std::string in_words(std::string_view text) const { return with_noun(text, noun()); }
  /// The row's word as it is shown.
  std::string word(Index row) const;
  /// The same where words can stand several times: "the (3)".
  std::string word_of_its_place(Index row) const;
  bool is_chosen(Index row) const;
  bool is_in_text(Index row) const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("vectors.") + option, value}});
  }
  /// Looks at a row, and selects its token in all views where the text has it.
  void look_at(Index row) const;
};

/// The rows nearest to one row, computed again for other vectors.
const std::vector<Neighbour>& nearest_of_focus(const VectorsFrame& frame);
const std::vector<Neighbour>& nearest_of_hovered(const VectorsFrame& frame, Index row);

/// "6,9,12": rows in a command.
std::string rows_text(std::span<const Index> rows);

/// The points with their axes, in `box`. Script names: vectors.plot, and vectors.point[row,0] for each word
/// that has a label.
void draw_vector_points(const VectorsFrame& frame, const Box& box);
/// The word that is looked at, its nearest words, the analogy, the chosen words; in `box`.
/// Script names: vectors.near[i,0], vectors.analogy[0,i] (fields), vectors.found[i,0], vectors.pick,
/// vectors.none, vectors.all_near.
void draw_vector_panel(const VectorsFrame& frame, const Box& box);

/// The parts of the view; each fills the rest of the window.
void draw_vector_map(const VectorsFrame& frame);
/// Script names: vectors.pairs.previous, .play, .next, .here, vectors.words[0,i], vectors.pair[i,0].
void draw_vector_pairs(const VectorsFrame& frame);

}  // namespace attnlab
