// Hover: what the pointer is on, in every view at once.
#pragma once

#include <optional>

#include "app/state/app_state.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// A token: which text it is of, and where.
struct HoveredToken {
  bool source = false;  ///< of the encoder's text
  int position = -1;
  friend bool operator==(const HoveredToken&, const HoveredToken&) = default;
};

/// What the pointer is on; empty where it is on nothing of that kind.
struct Hovered {
  std::optional<AttentionKind> attention{};
  int layer = -1, head = -1;
  HoveredToken query, key;  ///< of a cell of an attention both, of a token alone the query

  /// Whether the pointer is on this token, as query, key or by itself.
  bool on(const HoveredToken& token) const { return token.position >= 0 && (query == token || key == token); }
};

/// What the pointer is on in this frame. Found from where things were drawn in the last one, so that all
/// views light up in the frame in which the pointer moves.
const Hovered& hovered();

/// Once a frame, before anything is drawn.
void begin_hover(ImVec2 pointer);

/// While drawing: a grid of rows × columns of equal cells whose rows are queries and columns keys. Either
/// may be missing: `rows` or `columns` of 1 with no text of its own.
struct HoverGrid {
  Box box;
  int rows = 1, columns = 1;
  std::optional<bool> query_source{}, key_source{};  ///< whether rows and columns are of the encoder's text
  int first_query = 0, first_key = 0;                ///< what the first row and column stand for
  std::optional<AttentionKind> attention{};
  int layer = -1, head = -1;
  Box whole{};  ///< where all rows and columns would lie, if `box` lets only a part of them be seen
};
void hover_grid(const HoverGrid& grid);

/// The grid of one head's query–key matrix as it was drawn.
HoverGrid attention_grid(const Box& cells, const Selection& selection, int queries, int keys);

}  // namespace attnlab
