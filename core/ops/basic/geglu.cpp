// GEGLU: forward and backward in one operation.
#include "core/ops/basic/geglu.h"

#include <numbers>

#include "core/ops/basic/cell_pieces.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

constexpr Real kGegluScale = Real(2 * std::numbers::inv_sqrtpi / std::numbers::sqrt2);  // √(2/π)
constexpr Real kGegluCube = Real(0.044715);

/// tanh(√(2/π)·(x + 0.044715·x³))
template <typename Cells>
CellPiece gate_tanh(const Cells& x) {
  return (kGegluScale * (x + kGegluCube * x.cube())).tanh();
}

class GegluTanh final : public Operation {
 public:
  std::string_view kind() const override { return "geglu_tanh"; }

  void backward(Tape& tape) override {
    const Variable packed = input(0);
    const GradientSlot slot = tape.gradient(packed);
    if (!slot.data) return;
    const Index width = packed.shape().last() / 2;
    in_gate_pieces(packed.shape().rows(), width, [&](Index gate, Index up, Index to, Index count) {
      const ConstArrayMap g(packed.data() + gate, count), u(packed.data() + up, count),
          dy(output_gradient() + to, count);
      const CellPiece t = gate_tanh(g);
      const CellPiece inner = kGegluScale * (Real(1) + Real(3) * kGegluCube * g.square());
      write(slot, gate, dy * u * Real(0.5) * ((Real(1) + t) + g * (Real(1) - t.square()) * inner));
      write(slot, up, dy * Real(0.5) * g * (Real(1) + t));
    });
  }

  CellSpan affected(int, Index offset) const override {
    return one_cell(gated_cell(offset, output()->shape.last()));
  }

  Explanation explain(Index offset) const override {
    const Node* packed = input(0).node();
    const Index width = packed->shape.last() / 2, at = gate_of_cell(offset, width);
    const Expression x = cell(packed, at);
    Expression inner =
        product({number(double(kGegluScale), "√(2/π)"), sum({x, product({number(0.044715), x, x, x})})});
    Expression gate = product(
        {number(0.5, "½"), x, sum({number(1), attnlab::apply(Expression::Kind::Tanh, std::move(inner))})});
    return {"y = GELU(g)·u", product({std::move(gate), cell(packed, at + width)})};
  }
};

}  // namespace

Variable geglu_tanh(Tape& tape, Variable packed) {
  const Index width = gated_width("geglu_tanh: the remainder of the width divided by 2", packed);
  const Variable y = tape.make(with_last(packed.shape(), width));
  in_gate_pieces(packed.shape().rows(), width, [&](Index gate, Index up, Index to, Index count) {
    const ConstArrayMap g(packed.data() + gate, count), u(packed.data() + up, count);
    array(y.data() + to, count) = Real(0.5) * g * (Real(1) + gate_tanh(g)) * u;
  });
  tape.record<GegluTanh>(y, {packed});
  return y;
}

}  // namespace attnlab
