// What the parts of the Positions view share: one frame's content, its numbers, its words.
#pragma once

#include <string>
#include <vector>

#include "app/features/positions/choice.h"
#include "app/features/positions/view_pages.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/heat_map/matrix_view.h"

namespace attnlab {

/// The most curves: the number of colours.
inline constexpr Index kMostWaves = 8;

/// One frame of the view.
struct PositionsFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const PositionsChoice& choice;
  const PositionScheme& scheme;     ///< the shown scheme
  const PositionPage* page;         ///< the page of the scheme; null for a scheme without positions
  bool own = true;                  ///< the model's own scheme; otherwise one computed with the model's sizes
  Index width = 0;                  ///< rows that the page draws
  Index positions = 0;              ///< shown positions T
  Index position = 0;               ///< the dragged position
  bool pictures = false;            ///< whether the model reads pictures
  bool of_source = false;           ///< whether `tokens` are the encoder's
  std::vector<std::string> tokens;  ///< of the text on screen, position by position

  Index first_dimension() const;  ///< first row drawn as a curve
  Index every() const;            ///< dimensions from one curve to the next, so that all curves fit
  /// A position with its token: "4 “cat”", or "4" without one.
  std::string place(Index position) const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("positions.") + option, value}});
  }
};

/// The heads of so many that are drawn as curves: the first ones, and `chosen` among them.
std::vector<Index> drawn_heads(Index heads, Index chosen);
/// "8 of 12 heads" if not all are drawn; else "".
std::string drawn_heads_words(Index heads);

/// The scheme's numbers as rows over the positions, each a dimension or a head of the dragged query.
struct PositionRows {
  std::vector<float> table;  ///< [T,width], or [width,T] by head
  MatrixView view{};         ///< [width,T]
  std::vector<Index> waves;  ///< the rows drawn as curves
  std::string tensor;        ///< the trace's tensor with these cells [position, row]; "": none
  float at(Index row, Index position) const {
    return view.at(static_cast<int>(row), static_cast<int>(position));
  }
};

/// Draws the curves with the dragged position, and below them the whole table with the same axis.
void draw_position_waves(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
/// The curves' values at the dragged position.
void draw_position_values(const PositionsFrame& frame, const PositionRows& rows);
/// Draws the similarity of the dragged position to the others, by the table's rows.
void draw_table_similarity(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
/// Draws the product of a query and a key after rotation, by distance.
void draw_turned_similarity(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
/// Draws the factor on a weight from each head's slope, by distance.
void draw_weights_left(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
/// Draws the shuffle test's title and the button for another order, on one line.
void draw_shuffle_title(const PositionsFrame& frame);
/// Draws the shuffle test in the rest of the window.
void draw_shuffle_test(const PositionsFrame& frame);

}  // namespace attnlab
