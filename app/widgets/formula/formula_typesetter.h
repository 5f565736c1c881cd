// The typesetter: each piece of a formula becomes a block with a baseline.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/widgets/formula/formula_layout.h"

namespace attnlab::typeset {

/// A typeset piece: its extents about the baseline, and its items.
using Block = FormulaLayout;

/// Size of scripts relative to their base, and the smallest size of a piece relative to the formula.
inline constexpr float kScript = 0.70f, kSmallest = 0.56f;

/// Font size of the piece being set, and the size of the whole formula.
struct Style {
  float size, base;
  bool script() const { return size < base * 0.8f; }
  Style smaller(float by) const { return {std::max(size * by, base * kSmallest), base}; }
};

/// Typesets pieces, with one function for each kind.
class Typesetter {
 public:
  explicit Typesetter(const FormulaMetrics& metrics) : metrics_(metrics) {}

  Block set(const Formula& f, Style s) const;
  Block set_wrapped(const Formula& f, Style s, float width) const;

 private:
  Block glyphs(const FormulaNode& n, Style s) const;
  Block row(const std::vector<Formula>& parts, Style s, bool continued = false) const;
  Block fraction(const FormulaNode& n, Style s) const;
  Block root(const FormulaNode& n, Style s) const;
  Block script(const FormulaNode& n, Style s) const;
  Block sum(const FormulaNode& n, Style s) const;
  Block fence(const FormulaNode& n, Style s) const;
  Block overline(const FormulaNode& n, Style s) const;
  Block lines(const std::vector<Formula>& rows, Style s, bool aligned) const;
  float space_between(const FormulaNode& a, const FormulaNode& b, bool first, Style s) const;
  float rule(Style s) const { return std::max(1.0f, std::round(metrics_.em(s.size) * 0.06f)); }

  const FormulaMetrics& metrics_;
};

/// Adds `part` to `whole`, the start of its baseline at (x, y).
void put(Block& whole, Block part, float x, float y);

/// An item other than text, its top left corner at (x, y).
FormulaItem shape(FormulaItem::Kind kind, float x, float y, float width, float height, float size);

}  // namespace attnlab::typeset
