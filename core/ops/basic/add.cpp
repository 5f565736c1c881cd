// Add: element-wise, with repetition of the second operand.
#include "core/ops/basic/add.h"

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

class Add final : public Operation {
 public:
  std::string_view kind() const override { return "add"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y"; }

  void backward(Tape& tape) override {
    const Variable a = input(0), b = input(1);
    const Index repeats = a.size() / b.size();
    // b first: passing the gradient on to a gives its memory away.
    if (repeats == 1) {
      tape.add_gradient(b, array(output_gradient(), b.size()));
    } else {
      add_column_sums(output_gradient(), repeats, b.size(), tape.gradient(b));
    }
    tape.pass_gradient(*this, a);
  }

  CellSpan affected(int i, Index offset) const override {
    const Index size = input(i).size();
    return {offset, size, output()->shape.size() / size};
  }

  Explanation explain(Index offset) const override {
    return {"y = a + b",
            sum({cell(input(0).node(), offset), cell(input(1).node(), offset % input(1).size())})};
  }
};

}  // namespace

Variable add(Tape& tape, Variable a, Variable b) {
  require_equal("add: the remainder of the sizes", a.size() % b.size(), "the required value", 0);
  Variable y = tape.make(a.shape());
  const Index repeats = a.size() / b.size();
  matrix(y.data(), repeats, b.size()) =
      matrix(a.data(), repeats, b.size()).rowwise() + b.cells().matrix().transpose();
  tape.record<Add>(y, {a, b});
  return y;
}

}  // namespace attnlab
