// Sizes and places of a formula's pieces: pure functions of the letters' measures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/formula/formula.h"

namespace attnlab {

enum class FormulaKind { Glyphs, Row, Fraction, Root, Script, Sum, Fence, Overline, Lines };

enum class Slant { Upright, Italic };

/// The class of a piece, which decides the space between neighbours.
enum class Atom { Ordinary, Binary, Relation, Punctuation, Function, Fence };

enum class FenceShape { None, Paren, Bracket, Brace, Norm };

/// One box of the tree. Children by kind: Fraction above, below; Root inside; Script base, below, above
/// (either may be null); Sum below, above, body (limits may be null); Fence and Overline inside; Row and
/// Lines any number.
struct FormulaNode {
  FormulaKind kind = FormulaKind::Glyphs;
  Atom atom = Atom::Ordinary;
  std::string text{}, id{};
  Role role = Role::None;
  Slant slant = Slant::Upright;
  FenceShape fence = FenceShape::None;
  std::vector<Formula> children{};
};

/// Ink extent of a text: width, and height above and depth below the baseline.
struct Extent {
  float width = 0, ascent = 0, descent = 0;
};

/// Measures of letters at a size in pixels (height of a line of text).
class FormulaMetrics {
 public:
  virtual ~FormulaMetrics() = default;
  virtual Extent measure(std::string_view text, Slant slant, float size) const = 0;
  /// Height of the line through the middle of + and = above the baseline.
  virtual float axis(float size) const = 0;
  /// The printer's em: width of a capital M, roughly.
  virtual float em(float size) const = 0;
};

/// One thing to draw. Coordinates are pixels from the formula's left end and baseline, y downwards.
struct FormulaItem {
  enum class Kind { Text, Rule, Root, Sum, FenceOpen, FenceClose } kind = Kind::Text;
  float x = 0, y = 0;           ///< Text: start of the baseline; else the top left corner
  float width = 0, height = 0;  ///< ink size; for Text the hit box reaches `height` from `top`
  float top = 0;                ///< Text: top of the ink
  float size = 0;               ///< font size, or stroke scale
  Slant slant = Slant::Upright;
  Role role = Role::None;
  FenceShape fence = FenceShape::None;
  std::string text{}, id{};
};

struct FormulaLayout {
  float width = 0, ascent = 0, descent = 0;
  std::vector<FormulaItem> items;
  float height() const { return ascent + descent; }
};

/// Lays a formula out at `size` pixels; a row wider than `wrap_width` (if positive) is broken before
/// relations and binary signs, or where a single piece is too wide left as it is.
FormulaLayout layout_formula(const Formula& formula, const FormulaMetrics& metrics, float size,
                             float wrap_width = 0);

}  // namespace attnlab
