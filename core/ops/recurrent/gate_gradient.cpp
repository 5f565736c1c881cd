// Gate gradient: sums over units for values, over the batch for weights.
#include "core/ops/recurrent/gate_gradient.h"

namespace attnlab {

namespace {

/// The whole sum of a unit, or its part that reads the state, which a reset gate multiplies.
enum class SumPart { Whole, Recurrent };

/// ∂L/∂(the unit's sum), or ∂L/∂(that part of the sum).
Expression sum_gradient(const GatePosition& g, Index b, Index unit, SumPart part) {
  const Index at = (b * g.reading.positions + g.t) * g.output->shape.last() + unit;
  const Expression y = cell(g.output, at);
  std::vector<Expression> factors{gradient_cell(g.output, at)};
  if (g.function == GateFunction::Sigmoid) {
    factors.push_back(y);
    factors.push_back(difference(number(1), y));
  }
  if (g.function == GateFunction::Tanh)
    factors.push_back(difference(number(1), apply(Expression::Kind::Square, y)));
  if (g.function == GateFunction::Relu && !(g.output->value[at] > Real(0))) return number(0);
  if (part == SumPart::Recurrent && g.in.reset) factors.push_back(cell(g.in.reset.node(), at));
  return factors.size() == 1 ? factors[0] : product(std::move(factors));
}

Expression times(Expression gradient, Expression factor) {
  if (gradient.kind == Expression::Kind::Constant) return gradient;
  if (gradient.kind != Expression::Kind::Product) return product({std::move(gradient), std::move(factor)});
  gradient.parts.push_back(std::move(factor));
  return gradient;
}

Expression to_row(const GatePosition& g, Index at, Variable weight, SumPart part) {
  const Index in = weight.shape().last(), b = at / in / g.reading.positions;
  std::vector<Expression> terms;
  for (Index unit = 0; unit < weight.shape()[0]; ++unit)
    terms.push_back(times(sum_gradient(g, b, unit, part), cell(weight.node(), unit * in + at % in)));
  return sum(std::move(terms));
}

template <typename Term>
Expression over_batch(const GatePosition& g, Term term) {
  std::vector<Expression> terms;
  for (Index b = 0; b < g.reading.batch; ++b) terms.push_back(term(b));
  return terms.size() == 1 ? terms[0] : sum(std::move(terms));
}

Expression to_weight(const GatePosition& g, Index at, Variable read, Index t, SumPart part) {
  const Index in = read.shape().last();
  return over_batch(g, [&](Index b) {
    return times(sum_gradient(g, b, at / in, part),
                 cell(read.node(), (b * g.reading.positions + t) * in + at % in));
  });
}

Expression to_bias(const GatePosition& g, Index unit, SumPart part) {
  return over_batch(g, [&](Index b) { return sum_gradient(g, b, unit, part); });
}

}  // namespace

std::optional<Expression> gate_gradient(const GatePosition& g, const Node* input, Index at) {
  const auto is = [&](Variable x) { return x && x.node() == input; };
  const auto row_is = [&](Index t) { return g.reading.position_of(at, input->shape.last()) == t; };
  const GateInputs& in = g.in;
  const bool first = g.reading.is_first(g.t);
  const Index before = g.reading.previous(g.t);
  if (g.reading.pads() || is(in.reset)) return {};
  if (is(in.x) && row_is(g.t)) return to_row(g, at, in.weight, SumPart::Whole);
  if (is(in.context) && row_is(g.t)) return to_row(g, at, in.context_weight, SumPart::Whole);
  if (is(in.states) && !first && row_is(before))
    return to_row(g, at, in.recurrent_weight, SumPart::Recurrent);
  if (is(in.weight)) return to_weight(g, at, in.x, g.t, SumPart::Whole);
  if (is(in.context_weight)) return to_weight(g, at, in.context, g.t, SumPart::Whole);
  if (is(in.recurrent_weight) && !first) return to_weight(g, at, in.states, before, SumPart::Recurrent);
  if (is(in.bias)) return to_bias(g, at, SumPart::Whole);
  if (is(in.recurrent_bias)) return to_bias(g, at, SumPart::Recurrent);
  return {};
}

}  // namespace attnlab
