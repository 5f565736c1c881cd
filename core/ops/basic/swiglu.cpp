// SiLU, the product of two values, and both in one operation.
#include "core/ops/basic/swiglu.h"

#include "core/ops/basic/cell_pieces.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

template <typename Cells>
auto sigmoid(const Cells& x) {
  return Real(1) / (Real(1) + (-x).exp());
}

Expression silu_expression(const Node* x, Index offset) {
  Expression denominator =
      sum({number(1), attnlab::apply(Expression::Kind::Exp,
                                     attnlab::apply(Expression::Kind::Negative, cell(x, offset)))});
  Expression share = quotient(number(1), std::move(denominator));
  return product({cell(x, offset), share.labelled("σ(x)")});
}

class Silu final : public Operation {
 public:
  std::string_view kind() const override { return "silu"; }
  bool is_cell_function() const override { return true; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y·σ(x)·(1 + x·(1 − σ(x)))"; }
  void backward(Tape& tape) override {
    const Variable x = input(0);
    const GradientSlot slot = tape.gradient(x);
    if (!slot.data) return;
    in_pieces(x.size(), [&](Index first, Index count) {
      const ConstArrayMap xs(x.data() + first, count), dy(output_gradient() + first, count);
      const CellPiece share = sigmoid(xs);
      write(slot, first, dy * share * (Real(1) + xs * (Real(1) - share)));
    });
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    return {"y = x·σ(x) = x/(1 + exp(−x))", silu_expression(input(0).node(), offset)};
  }
};

class Multiply final : public Operation {
 public:
  std::string_view kind() const override { return "multiply"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂a = ∂L/∂y·b"; }
  void backward(Tape& tape) override {
    const Variable a = input(0), b = input(1);
    const ConstArrayMap dy(output_gradient(), a.size());
    tape.add_gradient(a, dy * b.cells());
    tape.add_gradient(b, dy * a.cells());
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    return {"y = a·b", product({cell(input(0).node(), offset), cell(input(1).node(), offset)})};
  }
};

class Swiglu final : public Operation {
 public:
  std::string_view kind() const override { return "swiglu"; }

  void backward(Tape& tape) override {
    const Variable packed = input(0);
    const GradientSlot slot = tape.gradient(packed);
    if (!slot.data) return;
    const Index width = packed.shape().last() / 2;
    in_gate_pieces(packed.shape().rows(), width, [&](Index gate, Index up, Index to, Index count) {
      const ConstArrayMap g(packed.data() + gate, count), u(packed.data() + up, count),
          dy(output_gradient() + to, count);
      const CellPiece share = sigmoid(g);
      write(slot, gate, dy * u * share * (Real(1) + g * (Real(1) - share)));
      write(slot, up, dy * g * share);
    });
  }

  CellSpan affected(int, Index offset) const override {
    return one_cell(gated_cell(offset, output()->shape.last()));
  }

  Explanation explain(Index offset) const override {
    const Node* packed = input(0).node();
    const Index width = packed->shape.last() / 2, at = gate_of_cell(offset, width);
    return {"y = SiLU(g)·u", product({silu_expression(packed, at), cell(packed, at + width)})};
  }
};

}  // namespace

Variable silu(Tape& tape, Variable x) {
  const Variable y = tape.make(x.shape());
  y.cells() = x.cells() * sigmoid(x.cells());
  tape.record<Silu>(y, {x});
  return y;
}

Variable multiply(Tape& tape, Variable a, Variable b) {
  require_equal("multiply: size of the first factor", a.size(), "size of the second factor", b.size());
  const Variable y = tape.make(a.shape());
  y.cells() = a.cells() * b.cells();
  tape.record<Multiply>(y, {a, b});
  return y;
}

Variable swiglu(Tape& tape, Variable packed) {
  const Index width = gated_width("swiglu: the remainder of the width divided by 2", packed);
  const Variable y = tape.make(with_last(packed.shape(), width));
  in_gate_pieces(packed.shape().rows(), width, [&](Index gate, Index up, Index to, Index count) {
    const ConstArrayMap g(packed.data() + gate, count), u(packed.data() + up, count);
    array(y.data() + to, count) = g * sigmoid(g) * u;
  });
  tape.record<Swiglu>(y, {packed});
  return y;
}

}  // namespace attnlab
