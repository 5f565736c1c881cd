// What the parts of the Positions view share: one frame's content, its numbers, its words.
#pragma once

#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/positions/pages.h"
#include "app/widgets/heat_map/matrix_view.h"

namespace attnlab {

/// As many as there are colours.
inline constexpr Index kMostWaves = 8;

/// One frame of the view.
struct PositionsFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const PositionsChoice& choice;
  const PositionScheme& scheme;     ///< the one that is shown
  const PositionPage* page;         ///< what is shown of it; null where nothing tells places
  bool own = true;                  ///< the model's; otherwise computed with its sizes to be compared
  Index width = 0;                  ///< rows that the page draws
  Index positions = 0;              ///< T that are shown
  Index position = 0;               ///< the dragged one
  bool pictures = false;            ///< whether the model reads pictures
  bool of_source = false;           ///< whether the tokens below are the encoder's
  std::vector<std::string> tokens;  ///< of the text on screen, position by position

  Index first_dimension() const;  ///< of the curves
  Index every() const;            ///< dimensions from one curve to the next, so that all find room
  /// "4", with the token that is there: "4 “cat”".
  std::string place(Index position) const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("positions.") + option, value}});
  }
};

PositionsFrame positions_frame(const ViewModel& model, const Emit& emit);

/// The scheme's numbers as rows over the positions, each a dimension or a head of the dragged query.
struct PositionRows {
  std::vector<float> table;  ///< [T,width], or [width,T] by head
  MatrixView view{};         ///< [width,T]
  std::vector<Index> waves;  ///< the rows that are drawn as curves
  std::string tensor;        ///< of the trace, whose cells [position, row] these are; "" if none
  float at(Index row, Index position) const {
    return view.at(static_cast<int>(row), static_cast<int>(position));
  }
};

/// Kept until what it is made of changes. A learned table that the model does not have is empty.
const PositionRows& position_rows(const PositionsFrame& frame);

/// The curves with the dragged position, and below them the whole table with the same axis.
void draw_position_waves(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
/// The curves' values at the dragged position.
void draw_position_values(const PositionsFrame& frame, const PositionRows& rows);
/// How alike the dragged position is to the others, by the table's rows.
void draw_table_similarity(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
/// What turning leaves of the product of a query and a key.
void draw_turned_similarity(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
/// What a slope for each head leaves of a weight.
void draw_weights_left(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
/// Its title and the button for another order, on one line.
void draw_shuffle_title(const PositionsFrame& frame);
/// The shuffle test in what is left of the window.
void draw_shuffle_test(const PositionsFrame& frame);

}  // namespace attnlab
