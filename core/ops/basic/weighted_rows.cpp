// Weighted rows: forward by one gemm, backward by two.
#include "core/ops/basic/weighted_rows.h"

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"
#include "core/tensor/gemm.h"

namespace attnlab {

namespace {

class WeightedRows final : public Operation {
 public:
  std::string_view kind() const override { return "weighted_rows"; }
  std::string_view gradient_formula(int input) const override {
    return input == 0 ? "∂L/∂x[f] = Σ_c ∂L/∂y[c]·W[f,c]" : "∂L/∂W[f,c] = Σ_t ∂L/∂y[t,c]·x[t,f]";
  }

  void backward(Tape& tape) override {
    const Variable x = input(0), table = input(1);
    const Index rows = x.shape().rows(), features = table.shape()[0], width = table.shape().last();
    const Real* dy = output_gradient();
    if (const GradientSlot dx = tape.gradient(x); dx.data)
      gemm(rows, features, width, {dy, width}, transposed({table.data(), width}), dx.data, features, dx.mode);
    if (const GradientSlot dw = tape.gradient(table); dw.data)
      gemm(features, width, rows, transposed({x.data(), features}), {dy, width}, dw.data, width, dw.mode);
  }

  CellSpan affected(int i, Index offset) const override {
    if (i == 0) return row(offset / input(0).shape().last());
    return column(offset % input(1).shape().last());
  }

  std::optional<Expression> slope(int i, Index from, Index to) const override {
    const Index features = input(0).shape().last(), width = input(1).shape().last();
    const Index row = to / width, column = to % width;
    if (i == 0)
      return from / features == row ? cell(input(1).node(), from % features * width + column) : number(0);
    return from % width == column ? cell(input(0).node(), row * features + from / width) : number(0);
  }

  Explanation explain(Index offset) const override {
    const Index features = input(0).shape().last(), width = input(1).shape().last();
    return {"y[c] = Σ_f x[f]·W[f,c]", sum(dot_terms({input(0).node(), offset / width * features, 1},
                                                    {input(1).node(), offset % width, width}, features))};
  }
};

}  // namespace

Variable weighted_rows(Tape& tape, Variable x, Variable table) {
  const Index rows = x.shape().rows(), features = x.shape().last(), width = table.shape().last();
  require_equal("weighted rows: width of the input", features, "number of the table's rows",
                table.shape()[0]);
  Variable y = tape.make(with_last(x.shape(), width));
  gemm(rows, width, features, {x.data(), features}, {table.data(), width}, y.data(), width,
       WriteMode::Overwrite);
  tape.record<WeightedRows>(y, {x, table});
  return y;
}

}  // namespace attnlab
