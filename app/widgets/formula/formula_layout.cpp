// Typesets fractions, roots, scripts, sums and fences.
#include "app/widgets/formula/formula_typesetter.h"

namespace attnlab::typeset {

void put(Block& whole, Block part, float x, float y) {
  for (FormulaItem& item : part.items) {
    item.x += x;
    item.y += y;
    item.top += y;
    whole.items.push_back(std::move(item));
  }
  whole.width = std::max(whole.width, x + part.width);
  whole.ascent = std::max(whole.ascent, part.ascent - y);
  whole.descent = std::max(whole.descent, part.descent + y);
}

FormulaItem shape(FormulaItem::Kind kind, float x, float y, float width, float height, float size) {
  FormulaItem item;
  item.kind = kind;
  item.x = x;
  item.y = item.top = y;
  item.width = width;
  item.height = height;
  item.size = size;
  return item;
}

Block Typesetter::set(const Formula& f, Style s) const {
  if (!f) return {};
  switch (f->kind) {
    case FormulaKind::Glyphs: return glyphs(*f, s);
    case FormulaKind::Row: return row(f->children, s);
    case FormulaKind::Fraction: return fraction(*f, s);
    case FormulaKind::Root: return root(*f, s);
    case FormulaKind::Script: return script(*f, s);
    case FormulaKind::Sum: return sum(*f, s);
    case FormulaKind::Fence: return fence(*f, s);
    case FormulaKind::Overline: return overline(*f, s);
    case FormulaKind::Lines: return lines(f->children, s, true);
  }
  return {};
}

Block Typesetter::glyphs(const FormulaNode& n, Style s) const {
  const Extent e = metrics_.measure(n.text, n.slant, s.size);
  FormulaItem item = shape(FormulaItem::Kind::Text, 0, 0, e.width, e.ascent + e.descent, s.size);
  item.top = -e.ascent;
  item.slant = n.slant;
  item.role = n.role;
  item.text = n.text;
  item.id = n.id;
  return {e.width, e.ascent, e.descent, {std::move(item)}};
}

Block Typesetter::fraction(const FormulaNode& n, Style s) const {
  // Outermost fractions stay nearly full size, inner fractions shrink like scripts.
  const Style inner = s.size >= s.base ? s.smaller(0.93f) : s.smaller(kScript);
  const Block above = set(n.children[0], inner), below = set(n.children[1], inner);
  const float em = metrics_.em(s.size), axis = metrics_.axis(s.size), thick = rule(s), gap = em * 0.17f;
  const float width = std::max(above.width, below.width) + em * 0.24f, side = em * 0.06f;
  Block out;
  put(out, above, side + (width - above.width) / 2, -(axis + thick / 2 + gap + above.descent));
  put(out, below, side + (width - below.width) / 2, -axis + thick / 2 + gap + below.ascent);
  out.items.push_back(shape(FormulaItem::Kind::Rule, side, -axis - thick / 2, width, thick, s.size));
  out.width = width + 2 * side;
  return out;
}

Block Typesetter::root(const FormulaNode& n, Style s) const {
  const Block inside = set(n.children[0], s);
  const float em = metrics_.em(s.size), thick = rule(s), gap = em * 0.14f, hook = em * 0.62f;
  const float least = metrics_.measure("x", Slant::Italic, s.size).ascent;
  const float ascent = std::max(inside.ascent, least) + gap + thick,
              descent = std::max(inside.descent, 0.0f) + em * 0.08f;
  Block out;
  put(out, inside, hook + em * 0.06f, 0);
  const float width = out.width + em * 0.1f;
  out.items.push_back(shape(FormulaItem::Kind::Root, 0, -ascent, width, ascent + descent, hook));
  return {width + em * 0.05f, ascent, descent, std::move(out.items)};
}

Block Typesetter::script(const FormulaNode& n, Style s) const {
  const Block base = set(n.children[0], s);
  const Style small = s.smaller(kScript);
  const Block below = set(n.children[1], small), above = set(n.children[2], small);
  const float em = metrics_.em(s.size), lean = n.children[0]->slant == Slant::Italic ? em * 0.04f : 0.0f;
  float up = std::max(em * 0.40f, base.ascent - em * 0.36f),
        down = std::max(em * 0.19f, base.descent + em * 0.06f);
  if (n.children[1] && n.children[2]) {
    const float between = (up - above.descent) + (down - below.ascent);
    if (between < em * 0.12f) down += em * 0.12f - between;
  }
  Block out = base;
  const float x = base.width + em * 0.03f;
  if (n.children[2]) put(out, above, x + lean, -up);
  if (n.children[1]) put(out, below, x - lean, down);
  out.width += em * 0.03f;
  return out;
}

Block Typesetter::sum(const FormulaNode& n, Style s) const {
  const float em = metrics_.em(s.size), axis = metrics_.axis(s.size), gap = em * 0.14f;
  const float height = em * (s.script() ? 1.0f : 1.32f), sign = height * 0.80f, top = -axis - height / 2;
  const Style small = s.smaller(kScript);
  const Block below = set(n.children[0], small), above = set(n.children[1], small);
  const float width = std::max({sign, below.width, above.width});
  Block out;
  out.items.push_back(shape(FormulaItem::Kind::Sum, (width - sign) / 2, top, sign, height, s.size));
  out.width = width;
  out.ascent = -top;
  out.descent = top + height;
  if (n.children[1]) put(out, above, (width - above.width) / 2, top - gap - above.descent);
  if (n.children[0]) put(out, below, (width - below.width) / 2, top + height + gap + below.ascent);
  put(out, set(n.children[2], s), width + em * 0.18f, 0);
  return out;
}

Block Typesetter::fence(const FormulaNode& n, Style s) const {
  const Block inside = set(n.children[0], s);
  const float em = metrics_.em(s.size), axis = metrics_.axis(s.size);
  const float reach = std::max({inside.ascent - axis, inside.descent + axis, em * 0.44f}) + em * 0.05f;
  const float width =
      em * (n.fence == FenceShape::Norm ? 0.30f : std::clamp(0.22f + reach / em * 0.10f, 0.26f, 0.45f));
  const float pad = em * 0.07f;
  Block out;
  put(out, inside, width + pad, 0);
  FormulaItem open = shape(FormulaItem::Kind::FenceOpen, 0, -axis - reach, width, 2 * reach, s.size);
  FormulaItem close =
      shape(FormulaItem::Kind::FenceClose, out.width + pad, -axis - reach, width, 2 * reach, s.size);
  open.fence = close.fence = n.fence;
  out.width = close.x + width;
  out.ascent = std::max(out.ascent, reach + axis);
  out.descent = std::max(out.descent, reach - axis);
  out.items.push_back(std::move(open));
  out.items.push_back(std::move(close));
  return out;
}

Block Typesetter::overline(const FormulaNode& n, Style s) const {
  Block out = set(n.children[0], s);
  const float thick = rule(s), gap = metrics_.em(s.size) * 0.12f;
  out.items.push_back(shape(FormulaItem::Kind::Rule, 0, -out.ascent - gap - thick, out.width, thick, s.size));
  out.ascent += gap + thick;
  return out;
}

}  // namespace attnlab::typeset

namespace attnlab {

FormulaLayout layout_formula(const Formula& formula, const FormulaMetrics& metrics, float size,
                             float wrap_width) {
  if (!formula) return {};
  return typeset::Typesetter(metrics).set_wrapped(formula, {size, size}, wrap_width);
}

}  // namespace attnlab
