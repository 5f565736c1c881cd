// Tanh: forward, and backward from the output.
#include "core/ops/basic/tanh.h"

#include "core/autograd/cells.h"

namespace attnlab {

namespace {

class Tanh final : public Operation {
 public:
  std::string_view kind() const override { return "tanh"; }
  bool is_cell_function() const override { return true; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y·(1 − y²)"; }
  void backward(Tape& tape) override {
    const ConstArrayMap y(output()->value, input(0).size()), dy(output_gradient(), input(0).size());
    tape.add_gradient(input(0), dy * (Real(1) - y.square()));
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    return {"y = tanh(x)", attnlab::apply(Expression::Kind::Tanh, cell(input(0).node(), offset))};
  }
};

}  // namespace

Variable tanh(Tape& tape, Variable x) {
  Variable y = tape.make(x.shape());
  y.cells() = x.cells().tanh();
  tape.record<Tanh>(y, {x});
  return y;
}

}  // namespace attnlab
