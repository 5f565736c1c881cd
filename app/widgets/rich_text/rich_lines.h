// Words of several looks in lines: pure functions of measured words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/base/prose.h"
#include "app/widgets/formula/formula.h"

struct ImFont;

namespace attnlab {

/// A part of a text that no line break parts: a word or a part of one, or a formula. Lengths in pixels.
struct RichPiece {
  std::size_t span = 0;  ///< of the text
  std::string text{};    ///< empty for a formula
  Formula formula{};
  ImFont* font = nullptr;  ///< null for a formula
  float width = 0, ascent = 0, descent = 0;
  float space = 0;       ///< before it, where it does not begin a line
  bool breaks = false;   ///< a line may end before it
  bool newline = false;  ///< a line must end before it
};

/// Pieces `first` to before `end` in one line.
struct RichLine {
  std::size_t first = 0, end = 0;
  float width = 0, ascent = 0, descent = 0;
};

/// Greedy lines of at most `width`, where the pieces allow breaks. Pieces that hang together and are wider
/// than a line break between any two of them.
std::vector<RichLine> break_pieces(const std::vector<RichPiece>& pieces, float width);

/// The pieces of a text, measured in the fonts in use; words wider than `width` are cut. `strong`: all of
/// the text is strong, as a heading is.
std::vector<RichPiece> rich_pieces(const Spans& spans, float width, bool strong = false);

/// The size of formulas within a text, as of FormulaOptions::size.
inline constexpr float kInlineFormula = 0.72f;

/// Pixels between the letters of code and the edge of its face.
float code_padding();

}  // namespace attnlab
