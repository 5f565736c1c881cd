// Derivation: naming an operation's explanation, evaluating it and writing it out.
#include "core/trace/derivation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

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

void collect(const DerivationPart& part, std::vector<CellName>& cells) {
  if (part.kind == Kind::Cell && std::find(cells.begin(), cells.end(), part.cell) == cells.end()) {
    cells.push_back(part.cell);
  }
  for (const DerivationPart& child : part.parts) collect(child, cells);
}

class Writer {
 public:
  Writer(int digits, std::size_t max_terms) : digits_(digits), max_terms_(max_terms) {}

  std::string write(const DerivationPart& part, bool inside) const {
    switch (part.kind) {
      case Kind::Cell: return number(part.value, inside);
      case Kind::Constant: return part.label.empty() ? number(part.value, inside) : part.label;
      case Kind::Sum: return bracket(join(part, " + "), inside);
      case Kind::Product: return join(part, "×");
      case Kind::Difference:
        return bracket(write(part.parts[0], false) + " − " + write(part.parts[1], true), inside);
      case Kind::Quotient: return write(part.parts[0], true) + " / " + write(part.parts[1], true);
      case Kind::Max: return "max(" + join(part, ", ") + ")";
      case Kind::ArgMax: return "which is largest(" + join(part, ", ") + ")";
      case Kind::Square: return write(part.parts[0], true) + "²";
      default: return function_name(part.kind) + "(" + write(part.parts[0], false) + ")";
    }
  }

 private:
  static std::string function_name(Kind kind) {
    switch (kind) {
      case Kind::Negative: return "−";
      case Kind::Exp: return "exp";
      case Kind::Log: return "log";
      case Kind::Sqrt: return "√";
      case Kind::Tanh: return "tanh";
      case Kind::Erf: return "erf";
      case Kind::Sine: return "sin";
      case Kind::Cosine: return "cos";
      default: return "?";
    }
  }
  static std::string bracket(const std::string& text, bool inside) {
    return inside ? "(" + text + ")" : text;
  }
  std::string number(double value, bool inside) const {
    const std::string text = number_text(value, digits_);
    return bracket(text, inside && text.starts_with("−"));
  }
  std::string join(const DerivationPart& part, const std::string& separator) const {
    const bool product = part.kind == Kind::Product;
    std::string out;
    const std::size_t shown = product ? part.parts.size() : std::min(max_terms_, part.parts.size());
    for (std::size_t i = 0; i < shown; ++i) {
      out += (i ? separator : "") + write(part.parts[i], product || part.kind == Kind::Sum);
    }
    if (shown == part.parts.size()) return out;
    return out + separator + "… (" + std::to_string(part.parts.size() - shown) + " more)";
  }

  int digits_;
  std::size_t max_terms_;
};

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
  derivation.edited = node->edited;
  derivation.is_leaf = node->producer == nullptr;
  if (derivation.is_leaf) return derivation;
  const Source source = innermost(tape, node, offset);
  derivation.formula = source.explanation.formula;
  derivation.operation = source.operation;
  derivation.root = resolve(tape, source.explanation.expression);
  return derivation;
}

std::string derivation_text(const Derivation& derivation, int digits, std::size_t max_terms) {
  const std::string value = number_text(derivation.value, digits);
  if (derivation.is_leaf) return value;
  return Writer(digits, max_terms).write(derivation.root, false) + " = " + value;
}

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  char buffer[400];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, std::abs(value));
  const bool zero = std::all_of(buffer, buffer + std::char_traits<char>::length(buffer),
                                [](char c) { return c == '0' || c == '.'; });
  return (std::signbit(value) && !zero ? "−" : "") + std::string(buffer);
}

}  // namespace attnlab
