// Derivative: one rule a kind of expression.
#include "core/autograd/derivative.h"

#include <numbers>

#include "core/config/no_such_kind.h"

namespace attnlab {

namespace {

using Kind = Expression::Kind;

bool is_number(const Expression& e, double value) { return e.kind == Kind::Constant && e.constant == value; }

Expression times(std::vector<Expression> factors) {
  std::erase_if(factors,
                [](const Expression& factor) { return is_number(factor, 1) && factor.label.empty(); });
  if (factors.empty()) return number(1);
  return factors.size() == 1 ? std::move(factors[0]) : product(std::move(factors));
}

Expression total(std::vector<Expression> terms) {
  if (terms.empty()) return number(0);
  return terms.size() == 1 ? std::move(terms[0]) : sum(std::move(terms));
}

Expression negative(Expression e) { return apply(Kind::Negative, std::move(e)); }

class Rules {
 public:
  Rules(const Node* x, Index offset) : x_(x), offset_(offset) {}

  Expression of(const Expression& e) const {
    switch (e.kind) {
      case Kind::Cell: return number(e.node == x_ && e.offset == offset_ && !e.gradient ? 1 : 0);
      case Kind::Constant:
      case Kind::ArgMax: return number(0);
      case Kind::Sum: return of_sum(e);
      case Kind::Product: return of_product(e);
      case Kind::Difference: return of_difference(e.parts[0], e.parts[1]);
      case Kind::Quotient: return of_quotient(e.parts[0], e.parts[1]);
      case Kind::Max: return e.label.empty() ? of(largest(e)) : number(0);
      case Kind::Negative:
      case Kind::Exp:
      case Kind::Log:
      case Kind::Sqrt:
      case Kind::Square:
      case Kind::Tanh:
      case Kind::Erf:
      case Kind::Sine:
      case Kind::Cosine: return of_function(e);
    }
    no_such_kind("expression");
  }

 private:
  Expression of_sum(const Expression& e) const {
    std::vector<Expression> terms;
    for (const Expression& part : e.parts)
      if (Expression slope = of(part); !is_zero(slope)) terms.push_back(std::move(slope));
    return total(std::move(terms));
  }

  Expression of_product(const Expression& e) const {
    std::vector<Expression> terms;
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
      Expression slope = of(e.parts[i]);
      if (is_zero(slope)) continue;
      std::vector<Expression> factors;
      for (std::size_t j = 0; j < e.parts.size(); ++j) factors.push_back(j == i ? slope : e.parts[j]);
      terms.push_back(times(std::move(factors)));
    }
    return total(std::move(terms));
  }

  Expression of_difference(const Expression& a, const Expression& b) const {
    Expression first = of(a), second = of(b);
    if (is_zero(second)) return first;
    return is_zero(first) ? negative(std::move(second)) : difference(std::move(first), std::move(second));
  }

  Expression of_quotient(const Expression& a, const Expression& b) const {
    Expression over = of(a), under = of(b);
    Expression first = is_zero(over) ? number(0) : quotient(std::move(over), b);
    if (is_zero(under)) return first;
    Expression second = quotient(times({a, std::move(under)}), apply(Kind::Square, b));
    return is_zero(first) ? negative(std::move(second)) : difference(std::move(first), std::move(second));
  }

  static const Expression& largest(const Expression& e) {
    const Expression* best = &e.parts[0];
    for (const Expression& part : e.parts)
      if (part.evaluate() > best->evaluate()) best = &part;
    return *best;
  }

  Expression of_function(const Expression& e) const {
    Expression inner = of(e.parts[0]);
    if (is_zero(inner)) return inner;
    if (e.kind == Kind::Negative) return negative(std::move(inner));
    return times({outer(e), std::move(inner)});
  }

  /// f′ at the argument of e = f(argument).
  static Expression outer(const Expression& e) {
    const Expression& x = e.parts[0];
    switch (e.kind) {
      case Kind::Exp: return e;
      case Kind::Log: return quotient(number(1), x);
      case Kind::Sqrt: return quotient(number(1), product({number(2), e}));
      case Kind::Square: return product({number(2), x});
      case Kind::Tanh: return difference(number(1), apply(Kind::Square, e));
      case Kind::Erf:
        return product({number(2 * std::numbers::inv_sqrtpi, "2/√π"),
                        apply(Kind::Exp, negative(apply(Kind::Square, x)))});
      case Kind::Sine: return apply(Kind::Cosine, x);
      case Kind::Cosine: return negative(apply(Kind::Sine, x));
      default: no_such_kind("function of an expression");
    }
  }

  const Node* x_;
  Index offset_;
};

}  // namespace

bool is_zero(const Expression& e) { return is_number(e, 0); }

Expression derivative(const Expression& e, const Node* x, Index offset) { return Rules(x, offset).of(e); }

}  // namespace attnlab
