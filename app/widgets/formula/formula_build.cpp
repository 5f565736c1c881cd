// Builder functions of formulas.
#include <utility>

#include "app/widgets/formula/formula_layout.h"

namespace attnlab::math {
namespace {

Formula make(FormulaNode node) { return std::make_shared<const FormulaNode>(std::move(node)); }

Formula glyphs(std::string text, Atom atom, Slant slant, Role role, std::string id) {
  FormulaNode node;
  node.text = std::move(text);
  node.atom = atom;
  node.slant = slant;
  node.role = role;
  node.id = std::move(id);
  return make(std::move(node));
}

Formula branch(FormulaKind kind, std::vector<Formula> children, Atom atom = Atom::Ordinary) {
  FormulaNode node;
  node.kind = kind;
  node.atom = atom;
  node.children = std::move(children);
  return make(std::move(node));
}

Formula fence(FenceShape shape, Formula inside) {
  FormulaNode node;
  node.kind = FormulaKind::Fence;
  node.atom = Atom::Fence;
  node.fence = shape;
  node.children = {std::move(inside)};
  return make(std::move(node));
}

/// Scripts given as words: digits and signs upright, single letters in italics, as printed.
Formula script_text(std::string words) {
  const bool letter = words.size() == 1 && words[0] >= 'a' && words[0] <= 'z';
  return glyphs(std::move(words), Atom::Ordinary, letter ? Slant::Italic : Slant::Upright, Role::None, "");
}

}  // namespace

Formula var(std::string name, Role role, std::string id) {
  if (id.empty()) id = name;
  return glyphs(std::move(name), Atom::Ordinary, Slant::Italic, role, std::move(id));
}

Formula text(std::string words, Role role, std::string id) {
  const bool word =
      words.size() > 1 && ((words[0] >= 'a' && words[0] <= 'z') || (words[0] >= 'A' && words[0] <= 'Z'));
  return glyphs(std::move(words), word ? Atom::Function : Atom::Ordinary, Slant::Upright, role,
                std::move(id));
}

Formula number(std::string digits, Role role, std::string id) {
  return glyphs(std::move(digits), Atom::Ordinary, Slant::Upright, role, std::move(id));
}

Formula op(std::string sign) { return glyphs(std::move(sign), Atom::Binary, Slant::Upright, Role::None, ""); }
Formula rel(std::string sign) {
  return glyphs(std::move(sign), Atom::Relation, Slant::Upright, Role::None, "");
}
Formula punct(std::string sign) {
  return glyphs(std::move(sign), Atom::Punctuation, Slant::Upright, Role::None, "");
}
Formula row(std::vector<Formula> parts) { return branch(FormulaKind::Row, std::move(parts)); }

Formula frac(Formula above, Formula below) {
  return branch(FormulaKind::Fraction, {std::move(above), std::move(below)});
}

Formula sqrt(Formula inside) { return branch(FormulaKind::Root, {std::move(inside)}); }
Formula sub(Formula base, Formula below) { return subsup(std::move(base), std::move(below), nullptr); }
Formula sup(Formula base, Formula above) { return subsup(std::move(base), nullptr, std::move(above)); }
Formula sub(Formula base, std::string below) { return sub(std::move(base), script_text(std::move(below))); }
Formula sup(Formula base, std::string above) { return sup(std::move(base), script_text(std::move(above))); }

Formula subsup(Formula base, Formula below, Formula above) {
  const Atom atom = base->atom;
  return branch(FormulaKind::Script, {std::move(base), std::move(below), std::move(above)}, atom);
}

Formula sum(Formula below, Formula above, Formula body) {
  return branch(FormulaKind::Sum, {std::move(below), std::move(above), std::move(body)});
}

Formula paren(Formula inside) { return fence(FenceShape::Paren, std::move(inside)); }
Formula bracket(Formula inside) { return fence(FenceShape::Bracket, std::move(inside)); }
Formula brace(Formula inside) { return fence(FenceShape::Brace, std::move(inside)); }
Formula norm(Formula inside) { return fence(FenceShape::Norm, std::move(inside)); }
Formula overline(Formula inside) { return branch(FormulaKind::Overline, {std::move(inside)}); }
Formula call(std::string name, Formula argument) {
  return row({text(std::move(name)), paren(std::move(argument))});
}
Formula lines(std::vector<Formula> rows) { return branch(FormulaKind::Lines, std::move(rows)); }

}  // namespace attnlab::math
