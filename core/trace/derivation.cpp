// Derivation: naming an operation's explanation and evaluating it.
#include "core/trace/derivation.h"

#include <unordered_set>

#include "core/autograd/operation.h"
#include "core/autograd/recording.h"

namespace attnlab {

namespace {

using Kind = Expression::Kind;

constexpr std::string_view kGradient = ".grad";

/// The explanation of `node`'s cell, seen through operations that only move unnamed cells.
struct Source {
  Explanation explanation;
  std::string_view operation;
};

Source innermost(const Recording& recording, const Node* node, Index offset) {
  Source source{node->producer->explain(offset), node->producer->kind()};
  const Expression& e = source.explanation.expression;
  const bool moved = e.kind == Kind::Cell && recording.name_of(e.node).empty() && e.node->producer;
  return moved ? innermost(recording, e.node, e.offset) : source;
}

struct CellHash {
  std::size_t operator()(const CellName* cell) const {
    std::uint64_t hash = std::hash<std::string>()(cell->tensor);
    for (Index i : cell->index) hash = hash * 1099511628211ull + static_cast<std::uint64_t>(i);
    return static_cast<std::size_t>(hash);
  }
};

struct SameCell {
  bool operator()(const CellName* a, const CellName* b) const { return *a == *b; }
};

using SeenCells = std::unordered_set<const CellName*, CellHash, SameCell>;

void collect(const DerivationPart& part, SeenCells& seen, std::vector<CellName>& cells) {
  if (part.kind == Kind::Cell && seen.insert(&part.cell).second) cells.push_back(part.cell);
  for (const DerivationPart& child : part.parts) collect(child, seen, cells);
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
  SeenCells seen;
  if (!is_leaf) collect(root, seen, cells);
  return cells;
}

bool is_gradient(std::string_view tensor) { return tensor.ends_with(kGradient); }

std::string_view value_name(std::string_view tensor) {
  if (is_gradient(tensor)) tensor.remove_suffix(kGradient.size());
  return tensor;
}

CellName value_cell(CellName cell) {
  cell.tensor = std::string(value_name(cell.tensor));
  return cell;
}

CellName gradient_name(CellName cell) {
  cell.tensor += kGradient;
  return cell;
}

CellName name_cell(const Recording& recording, const Node* node, Index offset) {
  CellName name{std::string(recording.name_of(node)), {}};
  const auto index = node->shape.index_of(offset);
  name.index.assign(index.begin(), index.begin() + node->shape.rank());
  return name;
}

DerivationPart resolve(const Recording& recording, const Expression& expression) {
  if (expression.kind == Kind::Cell && !expression.gradient && recording.name_of(expression.node).empty() &&
      expression.node->producer) {
    return resolve(recording, expression.node->producer->explain(expression.offset).expression);
  }
  DerivationPart part;
  part.kind = expression.kind;
  part.label = expression.label;
  if (expression.kind == Kind::Cell) {
    part.cell = name_cell(recording, expression.node, expression.offset);
    if (expression.gradient) part.cell.tensor += ".grad";
    part.value = expression.evaluate();
    part.site = recording.site_of(expression.node);
    return part;
  }
  part.value = expression.constant;
  for (const Expression& child : expression.parts) part.parts.push_back(resolve(recording, child));
  if (part.kind != Kind::Constant) part.value = part.evaluate();
  return part;
}

Derivation derive(const Recording& recording, const Node* node, Index offset) {
  Derivation derivation;
  derivation.cell = name_cell(recording, node, offset);
  derivation.site = recording.site_of(node);
  derivation.value = double(node->value[offset]);
  derivation.edited = node->computed && !same_number(node->computed->value[offset], node->value[offset]);
  derivation.is_leaf = node->producer == nullptr;
  if (derivation.is_leaf) return derivation;
  const Source source = innermost(recording, node, offset);
  derivation.formula = source.explanation.formula;
  derivation.operation = source.operation;
  derivation.root = resolve(recording, source.explanation.expression);
  return derivation;
}

}  // namespace attnlab
