// Hover: the token, head or cell under the pointer, shared by all views.
#pragma once

#include <optional>

#include "app/state/app_state.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

/// A token, by its text and position.
struct HoveredToken {
  bool source = false;  ///< in the encoder's text
  int position = -1;
  friend bool operator==(const HoveredToken&, const HoveredToken&) = default;
};

/// The things under the pointer; each is empty if there is none.
struct Hovered {
  std::optional<AttentionKind> attention{};
  int layer = -1, head = -1;
  HoveredToken query, key;  ///< both for a cell of an attention; the query alone for a token

  /// Whether the pointer is on this token, as query, as key or alone.
  bool on(const HoveredToken& token) const { return token.position >= 0 && (query == token || key == token); }
};

/// The things under the pointer in this frame. They are looked up in the places of the last frame, so that
/// all views highlight them in the frame in which the pointer moves.
const Hovered& hovered();

/// Once a frame, before anything is drawn.
void begin_hover(ImVec2 pointer);

/// While drawing: a grid of rows × columns of equal cells whose rows are queries and columns keys. Either
/// may be missing: `rows` or `columns` of 1 with no text of its own.
struct HoverGrid {
  Box box;
  int rows = 1, columns = 1;
  std::optional<bool> query_source{}, key_source{};  ///< whether rows, columns are tokens of the source
  int first_query = 0, first_key = 0;                ///< positions of the first row and column
  std::optional<AttentionKind> attention{};
  int layer = -1, head = -1;
  Box whole{};  ///< the box of all rows and columns, if only a part is visible in `box`
};
void hover_grid(const HoverGrid& grid);

/// The grid of one head's drawn query–key matrix.
HoverGrid attention_grid(const Box& cells, const Selection& selection, int queries, int keys);

/// Row and column of the tokens under the pointer in any view; −1 for none.
Cell hovered_tokens(const Selection& head);

/// Whether the pointer is on this head in any view.
bool head_hovered(const Selection& head);

/// Registers a map's cells and its axes' tokens for hover in all views.
void hover_map(const Selection& head, const HeatMapResult& map, const MatrixView& weights);

/// Marks the cell, row or column hovered in another view.
void link_hovered(const Selection& head, HeatMapOptions& options);

}  // namespace attnlab
