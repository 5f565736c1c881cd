// Linear: forward by one gemm, backward by two.
#include "core/ops/basic/linear.h"

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"
#include "core/tensor/gemm.h"

namespace attnlab {

namespace {

class Linear final : public Operation {
 public:
  std::string_view kind() const override { return "linear"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂x[j] = Σ_i ∂L/∂y[i]·W[i,j]";
    if (input == 1) return "∂L/∂W[i,j] = Σ_t ∂L/∂y[t,i]·x[t,j]";
    return "∂L/∂b[i] = Σ_t ∂L/∂y[t,i]";
  }

  void backward(Tape& tape) override {
    const Variable x = input(0), weight = input(1);
    const Index rows = x.shape().rows(), in = x.shape().last(), out = weight.shape()[0];
    const Real* dy = output_gradient();
    if (const GradientSlot dx = tape.gradient(x); dx.data) {
      gemm(rows, in, out, {dy, out}, {weight.data(), in}, dx.data, in, dx.mode);
    }
    if (const GradientSlot dw = tape.gradient(weight); dw.data) {
      gemm(out, in, rows, transposed({dy, out}), {x.data(), in}, dw.data, in, dw.mode);
    }
    if (inputs().size() > 2) add_column_sums(dy, rows, out, tape.gradient(input(2)));
  }

  CellSpan affected(int i, Index offset) const override {
    const Index in = input(0).shape().last();
    if (i == 0) return row(offset / in);
    return column(i == 1 ? offset / in : offset);
  }

  std::optional<Expression> slope(int i, Index from, Index to) const override {
    const Index in = input(0).shape().last(), out = input(1).shape()[0];
    const Index row = to / out, column = to % out;
    const bool reads = i == 0 ? from / in == row : column == (i == 1 ? from / in : from);
    if (!reads || i == 2) return number(reads ? 1 : 0);
    return i == 0 ? cell(input(1).node(), column * in + from % in)
                  : cell(input(0).node(), row * in + from % in);
  }

  Explanation explain(Index offset) const override {
    const Variable x = input(0), weight = input(1);
    const Index in = x.shape().last(), out = weight.shape()[0];
    const Index row = offset / out, column = offset % out;
    std::vector<Expression> terms = dot_terms({x.node(), row * in, 1}, {weight.node(), column * in, 1}, in);
    const bool biased = inputs().size() > 2;
    if (biased) terms.push_back(cell(input(2).node(), column));
    return {biased ? "y[i] = Σ_j W[i,j]·x[j] + b[i]" : "y[i] = Σ_j W[i,j]·x[j]", sum(std::move(terms))};
  }
};

/// With so few rows, as in generation, copying the weights for gemm() costs more than the product.
constexpr Index kFewRows = 4;

/// y ← x·Wᵀ + b, row by row.
void few_rows(Variable x, Variable weight, Variable bias, Variable y) {
  const Index rows = x.shape().rows(), in = x.shape().last(), out = y.shape().last();
  for (Index row = 0; row < rows; ++row) {
    const auto input = array(x.data() + row * in, in).matrix();
    auto output = array(y.data() + row * out, out).matrix();
    if (bias) {
      output = bias.cells().matrix();
    } else {
      output.setZero();
    }
    output.noalias() += matrix(weight.data(), out, in) * input;
  }
}

}  // namespace

Variable linear(Tape& tape, Variable x, Variable weight, Variable bias) {
  const Index rows = x.shape().rows(), in = x.shape().last(), out = weight.shape()[0];
  require_equal("linear: width of the input", in, "number of the weight's columns", weight.shape().last());
  if (bias) require_equal("linear: size of the bias", bias.size(), "number of the weight's rows", out);
  Variable y = tape.make(with_last(x.shape(), out));
  if (rows <= kFewRows) {
    few_rows(x, weight, bias, y);
  } else {
    gemm(rows, out, in, {x.data(), in}, transposed({weight.data(), in}), y.data(), out, WriteMode::Overwrite,
         Real(1), bias ? bias.data() : nullptr);
  }
  tape.record<Linear>(y, {x, weight, bias});
  return y;
}

}  // namespace attnlab
