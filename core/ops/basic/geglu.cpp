// GEGLU: forward and backward in one operation.
#include "core/ops/basic/geglu.h"

#include <numbers>

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

/// Cells worked on at once, so that temporary values stay in registers and the first-level cache.
constexpr Index kGegluPiece = 512;
using GegluPiece = Eigen::Array<Real, Eigen::Dynamic, 1, 0, kGegluPiece, 1>;

constexpr Real kGegluScale = static_cast<Real>(2 * std::numbers::inv_sqrtpi / std::numbers::sqrt2);  // √(2/π)
constexpr Real kGegluCube = static_cast<Real>(0.044715);

/// tanh(√(2/π)·(x + 0.044715·x³))
template <typename Cells>
GegluPiece gate_tanh(const Cells& x) {
  return (kGegluScale * (x + kGegluCube * x.cube())).tanh();
}

/// Calls work(at, to, count) for pieces of each row: `at` is the gate's cell, `to` the output's.
template <typename F>
void in_gate_pieces(Index rows, Index width, F work) {
  for (Index row = 0; row < rows; ++row)
    for (Index first = 0; first < width; first += kGegluPiece)
      work(2 * row * width + first, row * width + first, std::min(kGegluPiece, width - first));
}

template <typename Cells>
void add_piece(const GradientSlot& slot, Index at, Index count, const Cells& cells) {
  ArrayMap out(slot.data + at, count);
  if (slot.accumulate) {
    out += cells;
  } else {
    out = cells;
  }
}

class GegluTanh final : public Operation {
 public:
  std::string_view kind() const override { return "geglu_tanh"; }

  void backward(Tape& tape) override {
    const Variable packed = input(0);
    const GradientSlot slot = tape.gradient(packed);
    if (!slot.data) return;
    const Index width = packed.shape().last() / 2;
    in_gate_pieces(packed.shape().rows(), width, [&](Index at, Index to, Index count) {
      const ConstArrayMap g(packed.data() + at, count), up(packed.data() + at + width, count),
          dy(output_gradient() + to, count);
      const GegluPiece t = gate_tanh(g);
      const GegluPiece inner = kGegluScale * (Real(1) + Real(3) * kGegluCube * g.square());
      add_piece(slot, at, count, dy * up * Real(0.5) * ((Real(1) + t) + g * (Real(1) - t.square()) * inner));
      add_piece(slot, at + width, count, dy * Real(0.5) * g * (Real(1) + t));
    });
  }

  CellSpan affected(int, Index offset) const override {
    const Index width = output()->shape.last();
    return one_cell(offset / (2 * width) * width + offset % width);
  }

  Explanation explain(Index offset) const override {
    const Node* packed = input(0).node();
    const Index width = packed->shape.last() / 2, at = offset / width * 2 * width + offset % width;
    const Expression x = cell(packed, at);
    Expression inner = product(
        {number(static_cast<double>(kGegluScale), "√(2/π)"), sum({x, product({number(0.044715), x, x, x})})});
    Expression gate = product(
        {number(0.5, "½"), x, sum({number(1), attnlab::apply(Expression::Kind::Tanh, std::move(inner))})});
    return {"y = GELU(g)·u", product({std::move(gate), cell(packed, at + width)})};
  }
};

}  // namespace

Variable geglu_tanh(Tape& tape, Variable packed) {
  require_equal("geglu_tanh: remainder of the width by 2", packed.shape().last() % 2, "what it must be", 0);
  const Index width = packed.shape().last() / 2;
  const Variable y = tape.make(with_last(packed.shape(), width));
  in_gate_pieces(packed.shape().rows(), width, [&](Index at, Index to, Index count) {
    const ConstArrayMap g(packed.data() + at, count), up(packed.data() + at + width, count);
    array(y.data() + to, count) = Real(0.5) * g * (Real(1) + gate_tanh(g)) * up;
  });
  tape.record<GegluTanh>(y, {packed});
  return y;
}

}  // namespace attnlab
