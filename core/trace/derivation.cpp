// Derivation: naming an operation's explanation and evaluating it.
#include "core/trace/derivation.h"

#include <algorithm>

namespace attnlab {

namespace {

using Kind = Expression::Kind;

/// The explanation of `node`'s cell, seen through operations that only move unnamed cells.
struct Source {
  Explanation explanation;
  std::string_view operation;
};

Source innermost(const Tape& tape, const Node* node, Index offset) {
  Source source{node->producer->explain(offset), node->producer->kind()};
  const Expression& e = source.explanation.expression;
  const bool moved = e.kind == Kind::Cell && tape.name_of(e.node).empty() && e.node->producer;
  return moved ? innermost(tape, e.node, e.offset) : source;
}

bool same_number(Real a, Real b) { return a == b || (a != a && b != b); }

void collect(const DerivationPart& part, std::vector<CellName>& cells) {
  if (part.kind == Kind::Cell && std::find(cells.begin(), cells.end(), part.cell) == cells.end()) {
    cells.push_back(part.cell);
  }
  for (const DerivationPart& child : part.parts) collect(child, cells);
}

}  // namespace

std::string CellName::text() const {
  std::string out = tensor + "[";
  for (std::size_t i = 0; i < index.size(); ++i) out += (i ? "," : "") + std::to_string(index[i]);
  return out + "]";
}

double DerivationPart::evaluate() const {
  if (kind == Kind::Cell || kind == Kind::Constant) return value;
  Expression expression;
  expression.kind = kind;
  for (const DerivationPart& part : parts) expression.parts.push_back(attnlab::number(part.evaluate()));
  return expression.evaluate();
}

std::vector<CellName> Derivation::operands() const {
  std::vector<CellName> cells;
  if (!is_leaf) collect(root, cells);
  return cells;
}

CellName name_cell(const Tape& tape, const Node* node, Index offset) {
  CellName name{std::string(tape.name_of(node)), {}};
  const auto index = node->shape.index_of(offset);
  name.index.assign(index.begin(), index.begin() + node->shape.rank());
  return name;
}

DerivationPart resolve(const Tape& tape, const Expression& expression) {
  if (expression.kind == Kind::Cell && !expression.gradient && tape.name_of(expression.node).empty() &&
      expression.node->producer) {
    return resolve(tape, expression.node->producer->explain(expression.offset).expression);
  }
  DerivationPart part;
  part.kind = expression.kind;
  part.label = expression.label;
  if (expression.kind == Kind::Cell) {
    part.cell = name_cell(tape, expression.node, expression.offset);
    if (expression.gradient) part.cell.tensor += ".grad";
    part.value = expression.evaluate();
    return part;
  }
  part.value = expression.constant;
  for (const Expression& child : expression.parts) part.parts.push_back(resolve(tape, child));
  if (part.kind != Kind::Constant) part.value = part.evaluate();
  return part;
}

Derivation derive(const Tape& tape, const Node* node, Index offset) {
  Derivation derivation;
  derivation.cell = name_cell(tape, node, offset);
  derivation.value = static_cast<double>(node->value[offset]);
  derivation.edited = node->computed && !same_number(node->computed->value[offset], node->value[offset]);
  derivation.is_leaf = node->producer == nullptr;
  if (derivation.is_leaf) return derivation;
  const Source source = innermost(tape, node, offset);
  derivation.formula = source.explanation.formula;
  derivation.operation = source.operation;
  derivation.root = resolve(tape, source.explanation.expression);
  return derivation;
}

}  // namespace attnlab
