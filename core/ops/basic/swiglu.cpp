// SiLU, the product of two values, and both in one operation.
#include "core/ops/basic/swiglu.h"

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

/// Cells worked on at once, so that temporary values stay in registers and the first-level cache.
constexpr Index kGatePiece = 512;
using GatePiece = Eigen::Array<Real, Eigen::Dynamic, 1, 0, kGatePiece, 1>;

template <typename Cells>
auto sigmoid(const Cells& x) {
  return Real(1) / (Real(1) + (-x).exp());
}

/// Calls work(row, first, count) for pieces of each row.
template <typename F>
void in_pieces(Index rows, Index width, F work) {
  for (Index row = 0; row < rows; ++row) {
    for (Index first = 0; first < width; first += kGatePiece)
      work(row, first, std::min(kGatePiece, width - first));
  }
}

template <typename Cells>
void put(const GradientSlot& slot, Index at, Index count, const Cells& cells) {
  ArrayMap out(slot.data + at, count);
  if (slot.accumulate) {
    out += cells;
  } else {
    out = cells;
  }
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
    in_pieces(1, x.size(), [&](Index, Index first, Index count) {
      const ConstArrayMap xs(x.data() + first, count), dy(output_gradient() + first, count);
      const GatePiece share = sigmoid(xs);
      put(slot, first, count, dy * share * (Real(1) + xs * (Real(1) - share)));
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
    in_pieces(packed.shape().rows(), width, [&](Index row, Index first, Index count) {
      const Index at = 2 * row * width + first;
      const ConstArrayMap gate(packed.data() + at, count), up(packed.data() + at + width, count);
      const ConstArrayMap dy(output_gradient() + row * width + first, count);
      const GatePiece share = sigmoid(gate);
      put(slot, at, count, dy * up * share * (Real(1) + gate * (Real(1) - share)));
      put(slot, at + width, count, dy * gate * share);
    });
  }

  CellSpan affected(int, Index offset) const override {
    const Index width = output()->shape.last();
    return one_cell(offset / (2 * width) * width + offset % width);
  }

  Explanation explain(Index offset) const override {
    const Node* packed = input(0).node();
    const Index width = packed->shape.last() / 2, at = offset / width * 2 * width + offset % width;
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
  require_equal("multiply: size of one factor", a.size(), "the other's", b.size());
  const Variable y = tape.make(a.shape());
  y.cells() = a.cells() * b.cells();
  tape.record<Multiply>(y, {a, b});
  return y;
}

Variable swiglu(Tape& tape, Variable packed) {
  require_equal("swiglu: remainder of the width by 2", packed.shape().last() % 2, "what it must be", 0);
  const Index width = packed.shape().last() / 2;
  const Variable y = tape.make(with_last(packed.shape(), width));
  in_pieces(packed.shape().rows(), width, [&](Index row, Index first, Index count) {
    const ConstArrayMap gate(packed.data() + 2 * row * width + first, count);
    const ConstArrayMap up(packed.data() + (2 * row + 1) * width + first, count);
    array(y.data() + row * width + first, count) = gate * sigmoid(gate) * up;
  });
  tape.record<Swiglu>(y, {packed});
  return y;
}

}  // namespace attnlab
