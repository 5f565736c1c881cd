// Rows of a formula: the spaces between pieces, aligned lines, line breaks.
#include "app/widgets/formula/formula_typesetter.h"

namespace attnlab::typeset {
namespace {

bool is_sign(const FormulaNode& n) { return n.atom == Atom::Binary || n.atom == Atom::Relation; }

/// The part of a row before its first relation, for alignment; −1 if it has none.
float width_before_relation(const Formula& f, const Block& whole) {
  if (f->kind != FormulaKind::Row) return -1;
  for (const Formula& part : f->children) {
    if (!part || part->atom != Atom::Relation) continue;
    for (const FormulaItem& item : whole.items) {
      if (item.kind == FormulaItem::Kind::Text && item.text == part->text) return item.x;
    }
  }
  return -1;
}

/// Lines break in sums and equations, not in products.
bool may_break_before(const FormulaNode& n) {
  return n.atom == Atom::Relation || (n.atom == Atom::Binary && (n.text == "+" || n.text == "−"));
}

}  // namespace

/// Spaces as printers set them: wide around relations, narrower around binary signs, thin after commas and
/// names. A sign at the start of a row, or after another sign, belongs to the next piece.
float Typesetter::space_between(const FormulaNode& a, const FormulaNode& b, bool first, Style s) const {
  const float em = metrics_.em(s.size);
  if (a.atom == Atom::Relation || b.atom == Atom::Relation) return s.script() ? em * 0.08f : em * 0.28f;
  if (b.atom == Atom::Binary) return is_sign(a) || s.script() ? em * 0.04f : em * 0.22f;
  if (a.atom == Atom::Binary) return first || s.script() ? em * 0.04f : em * 0.22f;
  if (a.atom == Atom::Punctuation) return em * 0.18f;
  if (b.atom == Atom::Fence && a.atom == Atom::Function) return em * 0.05f;
  if (a.atom == Atom::Function || b.atom == Atom::Function) return em * 0.18f;
  if (a.atom == Atom::Fence && b.atom != Atom::Punctuation) return em * 0.10f;
  if (b.kind == FormulaKind::Sum && a.kind == FormulaKind::Fraction) return em * 0.24f;
  if (b.kind == FormulaKind::Sum || a.kind == FormulaKind::Fraction || b.kind == FormulaKind::Fraction)
    return em * 0.12f;
  return em * 0.03f;
}

Block Typesetter::row(const std::vector<Formula>& parts, Style s, bool continued) const {
  Block out;
  const FormulaNode* before = nullptr;
  bool first = !continued;
  for (const Formula& part : parts) {
    if (!part) continue;
    const float x = before ? out.width + space_between(*before, *part, first, s) : 0.0f;
    if (before) first = false;
    put(out, set(part, s), x, 0);
    before = part.get();
  }
  return out;
}

Block Typesetter::lines(const std::vector<Formula>& rows, Style s, bool aligned) const {
  const float em = metrics_.em(s.size);
  std::vector<Block> blocks;
  float align_at = 0;
  for (const Formula& f : rows) {
    blocks.push_back(set(f, s));
    if (aligned) align_at = std::max(align_at, width_before_relation(f, blocks.back()));
  }
  Block out;
  float y = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) y += blocks[i - 1].descent + em * 0.45f + blocks[i].ascent;
    const float before = width_before_relation(rows[i], blocks[i]);
    put(out, blocks[i], aligned && before >= 0 ? align_at - before : 0, y);
  }
  return out;
}

/// Breaks a row into lines before its signs; lines after the first are indented.
Block Typesetter::set_wrapped(const Formula& f, Style s, float width) const {
  if (width <= 0 || f->kind != FormulaKind::Row) return set(f, s);
  const float em = metrics_.em(s.size), indent = em * 1.4f;
  std::vector<std::vector<Formula>> broken(1);
  std::size_t last_sign = 0;
  for (const Formula& part : f->children) {
    if (part && may_break_before(*part)) last_sign = broken.back().size();
    broken.back().push_back(part);
    const float room = width - (broken.size() > 1 ? indent : 0.0f);
    if (last_sign == 0 || row(broken.back(), s).width <= room) continue;
    const auto cut = broken.back().begin() + static_cast<std::ptrdiff_t>(last_sign);
    std::vector<Formula> rest(cut, broken.back().end());
    broken.back().erase(cut, broken.back().end());
    broken.push_back(std::move(rest));
    last_sign = 0;
  }
  Block out;
  float y = 0, descent = 0;
  for (std::size_t i = 0; i < broken.size(); ++i) {
    const Block line = row(broken[i], s, i > 0);
    if (i > 0) y += descent + em * 0.38f + line.ascent;
    descent = line.descent;
    put(out, line, i > 0 ? indent : 0, y);
  }
  return out;
}

}  // namespace attnlab::typeset
