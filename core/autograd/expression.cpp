// Expression: builders and evaluation in double.
#include "core/autograd/expression.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/autograd/variable.h"
#include "core/config/no_such_kind.h"

namespace attnlab {

namespace {

Expression combine(Expression::Kind kind, std::vector<Expression> parts) {
  Expression result;
  result.kind = kind;
  result.parts = std::move(parts);
  return result;
}

/// NaN stays NaN, as in the arithmetic of the other operations.
double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }

double evaluate_fold(const Expression& e) {
  const bool is_product = e.kind == Expression::Kind::Product;
  double total = is_product                        ? 1
                 : e.kind == Expression::Kind::Max ? -std::numeric_limits<double>::infinity()
                                                   : 0;
  for (const Expression& part : e.parts) {
    const double value = part.evaluate();
    if (e.kind == Expression::Kind::Max) {
      total = larger(total, value);
    } else {
      total = is_product ? total * value : total + value;
    }
  }
  return total;
}

double evaluate_arg_max(const std::vector<Expression>& parts) {
  std::vector<double> values;
  for (const Expression& part : parts) values.push_back(part.evaluate());
  return double(std::max_element(values.begin(), values.end()) - values.begin());
}

double evaluate_function(Expression::Kind kind, double x) {
  switch (kind) {
    case Expression::Kind::Negative: return -x;
    case Expression::Kind::Exp: return std::exp(x);
    case Expression::Kind::Log: return std::log(x);
    case Expression::Kind::Sqrt: return std::sqrt(x);
    case Expression::Kind::Square: return x * x;
    case Expression::Kind::Tanh: return std::tanh(x);
    case Expression::Kind::Erf: return std::erf(x);
    case Expression::Kind::Sine: return std::sin(x);
    case Expression::Kind::Cosine: return std::cos(x);
    default: no_such_kind("function of an expression");
  }
}

}  // namespace

double Expression::evaluate() const {
  switch (kind) {
    case Kind::Cell: return double((gradient ? gradient_of(*node) : node->value)[offset]);
    case Kind::Constant: return constant;
    case Kind::Sum:
    case Kind::Product:
    case Kind::Max: return evaluate_fold(*this);
    case Kind::ArgMax: return evaluate_arg_max(parts);
    case Kind::Difference: return parts[0].evaluate() - parts[1].evaluate();
    case Kind::Quotient: return parts[0].evaluate() / parts[1].evaluate();
    case Kind::Negative:
    case Kind::Exp:
    case Kind::Log:
    case Kind::Sqrt:
    case Kind::Square:
    case Kind::Tanh:
    case Kind::Erf:
    case Kind::Sine:
    case Kind::Cosine: return evaluate_function(kind, parts[0].evaluate());
  }
  no_such_kind("expression");
}

double Expression::evaluate_at(double x) const {
  if (kind == Kind::Cell) return x;
  Expression with = *this;
  for (Expression& part : with.parts) part = number(part.evaluate_at(x));
  return with.evaluate();
}

Expression cell(const Node* node, Index offset) {
  Expression result;
  result.kind = Expression::Kind::Cell;
  result.node = node;
  result.offset = offset;
  return result;
}

Expression gradient_cell(const Node* node, Index offset) {
  Expression result = cell(node, offset);
  result.gradient = true;
  return result;
}

Expression number(double value, std::string label) {
  Expression result;
  result.constant = value;
  result.label = std::move(label);
  return result;
}

Expression sum(std::vector<Expression> terms) { return combine(Expression::Kind::Sum, std::move(terms)); }
Expression product(std::vector<Expression> factors) {
  return combine(Expression::Kind::Product, std::move(factors));
}
Expression maximum(std::vector<Expression> parts) { return combine(Expression::Kind::Max, std::move(parts)); }

Expression arg_max(std::vector<Expression> parts) {
  return combine(Expression::Kind::ArgMax, std::move(parts));
}

Expression difference(Expression a, Expression b) {
  return combine(Expression::Kind::Difference, {std::move(a), std::move(b)});
}
Expression quotient(Expression a, Expression b) {
  return combine(Expression::Kind::Quotient, {std::move(a), std::move(b)});
}
Expression apply(Expression::Kind function, Expression argument) {
  return combine(function, {std::move(argument)});
}

}  // namespace attnlab
