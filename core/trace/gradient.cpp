// Gradient: one term for each cell that reads the explained one.
#include "core/trace/gradient.h"

#include <algorithm>
#include <optional>
#include <span>

#include "core/autograd/derivative.h"
#include "core/autograd/operation.h"
#include "core/autograd/recording.h"

namespace attnlab {

namespace {

/// Whether a tensor is an unnamed step between named ones.
bool is_hidden(const Recording& recording, const Node* node) {
  return recording.name_of(node).empty() && node->producer;
}

/// Unnamed cells replaced by what they are computed from, except for cells of `keep`.
Expression seen_through(const Recording& recording, Expression e, const Node* keep) {
  if (e.kind == Expression::Kind::Cell) {
    const bool hidden = is_hidden(recording, e.node) && e.node != keep && !e.gradient;
    return hidden ? seen_through(recording, e.node->producer->explain(e.offset).expression, keep) : e;
  }
  for (Expression& part : e.parts) part = seen_through(recording, std::move(part), keep);
  return e;
}

/// The slope from Operation::slope, where only the one input that holds `cell` can depend on it.
std::optional<Expression> stated_slope(const Recording& recording, const Operation& operation, Index to,
                                       CellPlace cell) {
  const std::span<Node* const> inputs = operation.inputs();
  const auto found = std::ranges::find(inputs, cell.node);
  if (std::ranges::count(inputs, cell.node) != 1) return {};
  for (const Node* input : inputs)
    if (input != cell.node && is_hidden(recording, input)) return {};
  return operation.slope(static_cast<int>(found - inputs.begin()), cell.offset, to);
}

Expression slope_of(const Recording& recording, CellPlace user, CellPlace cell) {
  const Operation& operation = *user.node->producer;
  if (std::optional<Expression> stated = stated_slope(recording, operation, user.offset, cell))
    return *std::move(stated);
  Expression made = seen_through(recording, operation.explain(user.offset).expression, cell.node);
  return derivative(made, cell.node, cell.offset);
}

Expression term(const Recording& recording, CellPlace user, CellPlace cell) {
  Expression slope = slope_of(recording, user, cell);
  if (is_zero(slope)) return slope;
  Expression above = gradient_cell(user.node, user.offset);
  if (slope.kind == Expression::Kind::Constant && slope.constant == 1) return above;
  return product({std::move(above), std::move(slope)});
}

/// The gradient formulas of the operations that read `node`, one for each kind with "; " between.
std::string gradient_formula(const Readers& readers, const Node* node) {
  std::vector<std::string_view> formulas;
  for (const Reader& reader : readers.of(node)) {
    const std::string_view formula = reader.operation->gradient_formula(reader.input);
    if (std::ranges::find(formulas, formula) == formulas.end()) formulas.push_back(formula);
  }
  std::string text;
  for (auto formula = formulas.rbegin(); formula != formulas.rend(); ++formula)
    text += (text.empty() ? "" : "; ") + std::string(*formula);
  return text;
}

}  // namespace

double slope(const Recording& recording, CellPlace user, CellPlace cell) {
  return user.node->producer ? slope_of(recording, user, cell).evaluate() : 0;
}

Derivation derive_gradient(const Recording& recording, const Readers& readers, const Node* node,
                           Index offset) {
  Derivation derivation;
  derivation.cell = name_cell(recording, node, offset);
  derivation.cell.tensor += ".grad";
  derivation.site = recording.site_of(node);
  derivation.value = double(gradient_of(*node)[offset]);
  std::vector<Expression> terms;
  for (const CellPlace& user : readers.named_users({node, offset})) {
    if (!has_gradient(*user.node)) continue;
    if (Expression e = term(recording, user, {node, offset}); !is_zero(e)) terms.push_back(std::move(e));
  }
  for (Expression& e : readers.own_gradients({node, offset}))
    if (!is_zero(e)) terms.push_back(std::move(e));
  derivation.is_leaf = terms.empty();
  if (derivation.is_leaf) return derivation;
  derivation.operation = "gradient";
  derivation.formula = gradient_formula(readers, node);
  derivation.root = resolve(recording, terms.size() == 1 ? terms[0] : sum(std::move(terms)));
  return derivation;
}

}  // namespace attnlab
