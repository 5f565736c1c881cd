// Root mean square normalization in steps: the mean of the squares, then the quotient.
#include <cmath>

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"
#include "core/ops/basic/row_gradients.h"
#include "core/ops/norms/rms_norm.h"

namespace attnlab {

namespace {

class RowMeanSquare final : public Operation {
 public:
  std::string_view kind() const override { return "mean_square"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x[i] = ∂L/∂m·2x[i] / C"; }

  void backward(Tape& tape) override {
    const Variable x = input(0);
    const Index width = x.shape().last();
    add_gradient_rows(tape, x, [this, &x, width](Index row) {
      return output_gradient()[row] * Real(2) / Real(width) * ConstArrayMap(x.data() + row * width, width);
    });
  }

  CellSpan affected(int, Index offset) const override { return one_cell(offset / input(0).shape().last()); }

  Explanation explain(Index offset) const override {
    const Node* x = input(0).node();
    const Index width = x->shape.last();
    std::vector<Expression> squares;
    for (Index j = 0; j < width; ++j) {
      squares.push_back(attnlab::apply(Expression::Kind::Square, cell(x, offset * width + j)));
    }
    return {"m = (1/C)·Σ_c x[c]²", quotient(sum(std::move(squares)), number(double(width), "C"))};
  }
};

class RmsNormalize final : public Operation {
 public:
  explicit RmsNormalize(Real epsilon) : epsilon_(epsilon) {}
  std::string_view kind() const override { return "rms_normalize"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂x[i] = ∂L/∂y[i] / √(m + ε)";
    return "∂L/∂m = −½·Σ_i ∂L/∂y[i]·x[i] / (m + ε)^(3/2)";
  }
  CallArguments arguments() const override { return inputs_and({{"epsilon", double(epsilon_)}}); }

  void backward(Tape& tape) override {
    const Variable x = input(0), mean_square = input(1);
    const Index width = x.shape().last();
    const Real* dy = output_gradient();
    const auto inverse = [&](Index row) { return Real(1) / std::sqrt(mean_square.data()[row] + epsilon_); };
    const auto to_x = [&](Index row) { return ConstArrayMap(dy + row * width, width) * inverse(row); };
    const auto to_mean_square = [&](Index row) {
      const Real inner = (array(dy + row * width, width) * array(output()->value + row * width, width)).sum();
      return Real(-0.5) * inner * inverse(row) * inverse(row);
    };
    add_gradient_rows(tape, x, to_x);
    tape.add_gradient(mean_square, ArrayMap::NullaryExpr(mean_square.size(), to_mean_square));
  }

  CellSpan affected(int i, Index offset) const override { return i == 0 ? one_cell(offset) : row(offset); }

  Explanation explain(Index offset) const override {
    const Node *x = input(0).node(), *mean_square = input(1).node();
    Expression root =
        attnlab::apply(Expression::Kind::Sqrt,
                       sum({cell(mean_square, offset / x->shape.last()), number(double(epsilon_), "ε")}));
    return {"y = x/√(m + ε), where m is the mean of the squares", quotient(cell(x, offset), std::move(root))};
  }

 private:
  Real epsilon_;
};

}  // namespace

Variable row_mean_square(Tape& tape, Variable x) {
  Variable result = tape.make(with_last(x.shape(), 1));
  const Index width = x.shape().last();
  for (Index row = 0; row < result.size(); ++row)
    result.data()[row] = array(x.data() + row * width, width).square().mean();
  tape.record<RowMeanSquare>(result, {x});
  return result;
}

Variable rms_normalize(Tape& tape, Variable x, Variable mean_square, Real epsilon) {
  Variable y = tape.make(x.shape());
  const Index width = x.shape().last();
  for (Index row = 0; row < mean_square.size(); ++row) {
    array(y.data() + row * width, width) =
        array(x.data() + row * width, width) / std::sqrt(mean_square.data()[row] + epsilon);
  }
  tape.record<RmsNormalize>(y, {x, mean_square}, epsilon);
  return y;
}

}  // namespace attnlab
