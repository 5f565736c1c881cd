// States of recurrent networks as values: the state after the last position, two directions side by side.
#include "core/ops/recurrent/recurrent_states.h"

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"
#include "core/ops/basic/pooling.h"
#include "core/ops/recurrent/gate_step.h"
#include "core/ops/recurrent/recurrent.h"

namespace attnlab {

namespace {

class TakeLastCell final : public Operation {
 public:
  explicit TakeLastCell(LastCell* receiver) : receiver_(receiver) {}
  std::string_view kind() const override { return "take_last_cell"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y"; }
  void backward(Tape& tape) override {
    const Index size = output()->shape.size();
    Real* copy = tape.arena().array<Real>(size);
    std::copy_n(output_gradient(), size, copy);
    receiver_->gradient = copy;
    tape.gradient_to_add_to(input(0));  // the sequence runs backward only where its output has a gradient
  }
  Explanation explain(Index offset) const override {
    return {"the cell state after the last position", number(double(output()->value[offset]), "c")};
  }

 private:
  LastCell* receiver_;
};

class JoinColumns final : public Operation {
 public:
  std::string_view kind() const override { return "join_columns"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x = ∂L/∂y, the same cells side by side";
  }
  void backward(Tape& tape) override {
    const Index a = input(0).shape().last(), b = input(1).shape().last();
    const ConstMatrixMap dy(output_gradient(), output()->shape.rows(), a + b);
    add(tape.gradient(input(0)), dy.leftCols(a));
    add(tape.gradient(input(1)), dy.rightCols(b));
  }
  CellSpan affected(int i, Index offset) const override {
    const Index width = input(i).shape().last(), start = i == 0 ? 0 : input(0).shape().last();
    return one_cell(offset / width * output()->shape.last() + start + offset % width);
  }
  Explanation explain(Index offset) const override {
    const Index a = input(0).shape().last(), b = input(1).shape().last();
    const Index row = offset / (a + b), column = offset % (a + b);
    return {"y = [a; b]", column < a ? cell(input(0).node(), row * a + column)
                                     : cell(input(1).node(), row * b + column - a)};
  }

 private:
  template <typename Columns>
  static void add(const GradientSlot& slot, const Columns& columns) {
    if (slot.data) write(matrix(slot.data, columns.rows(), columns.cols()), columns, slot.mode);
  }
};

}  // namespace

Variable last_state(Tape& tape, Variable states, const Reading& reading) {
  if (reading.reverse) return pick_row(tape, states, {});
  Index* rows = tape.arena().array<Index>(reading.batch);
  for (Index b = 0; b < reading.batch; ++b)
    rows[b] =
        std::clamp<Index>(reading.lengths ? reading.lengths[b] : reading.positions, 1, reading.positions) - 1;
  return pick_row(tape, states, {rows, static_cast<std::size_t>(reading.batch)});
}

Variable last_cell(Tape& tape, Variable hidden, const Real* cells, Index position, LastCell* receiver) {
  const Shape& s = hidden.shape();
  Variable y = tape.make({s[0], 1, s[2]});
  for (Index b = 0; b < s[0]; ++b)
    std::copy_n(cells + (b * s[1] + position) * s[2], s[2], y.data() + b * s[2]);
  tape.record<TakeLastCell>(y, {hidden}, receiver);
  return y;
}

Variable join_columns(Tape& tape, Variable a, Variable b) {
  const Index rows = a.shape().rows(), left = a.shape().last(), right = b.shape().last();
  require_equal("join_columns: rows of the first", rows, "rows of the second", b.shape().rows());
  Variable y = tape.make(with_last(a.shape(), left + right));
  auto to = matrix(y.data(), rows, left + right);
  to.leftCols(left) = matrix(a.data(), rows, left);
  to.rightCols(right) = matrix(b.data(), rows, right);
  tape.record<JoinColumns>(y, {a, b});
  return y;
}

}  // namespace attnlab
