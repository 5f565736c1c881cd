// Layer normalization in four steps: mean, variance, normalize, scale and shift.
#include <cmath>

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"
#include "core/ops/basic/row_gradients.h"
#include "core/ops/norms/layer_norm.h"

namespace attnlab {

namespace {

class RowMean final : public Operation {
 public:
  std::string_view kind() const override { return "mean"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x[i] = ∂L/∂μ / C"; }

  void backward(Tape& tape) override {
    const Variable x = input(0);
    const Index width = x.shape().last();
    add_gradient_rows(tape, x, [this, width](Index row) {
      return ArrayMap::PlainObject::Constant(width, output_gradient()[row] / Real(width));
    });
  }

  CellSpan affected(int, Index offset) const override { return one_cell(offset / input(0).shape().last()); }

  Explanation explain(Index offset) const override {
    const Node* x = input(0).node();
    const Index width = x->shape.last();
    return {"μ = (1/C)·Σ_c x[c]",
            quotient(sum(range_terms({x, offset * width, 1}, width)), number(double(width), "C"))};
  }
};

class RowVariance final : public Operation {
 public:
  std::string_view kind() const override { return "variance"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂x[i] = ∂L/∂σ²·2(x[i] − μ) / C";
    return "∂L/∂μ = −∂L/∂σ²·Σ_i 2(x[i] − μ) / C, which is 0";
  }

  void backward(Tape& tape) override {
    const Variable x = input(0), mean = input(1);
    const Index width = x.shape().last();
    const auto slope = [this, &x, &mean, width](Index row) {
      return output_gradient()[row] * Real(2) / Real(width) *
             (ConstArrayMap(x.data() + row * width, width) - mean.data()[row]);
    };
    // The mean's own share, −2·Σ(x−μ)/C, is zero except for rounding; it is passed on all the same.
    const auto toward_mean = [&](Index row) { return -slope(row).sum(); };
    add_gradient_rows(tape, x, slope);
    tape.add_gradient(mean, ArrayMap::NullaryExpr(mean.size(), toward_mean));
  }

  CellSpan affected(int i, Index offset) const override {
    return one_cell(i == 0 ? offset / input(0).shape().last() : offset);
  }

  Explanation explain(Index offset) const override {
    const Node *x = input(0).node(), *mean = input(1).node();
    const Index width = x->shape.last();
    std::vector<Expression> squares;
    for (Index j = 0; j < width; ++j) {
      squares.push_back(attnlab::apply(Expression::Kind::Square,
                                       difference(cell(x, offset * width + j), cell(mean, offset))));
    }
    return {"σ² = (1/C)·Σ_c (x[c] − μ)²", quotient(sum(std::move(squares)), number(double(width), "C"))};
  }
};

class Normalize final : public Operation {
 public:
  explicit Normalize(Real epsilon) : epsilon_(epsilon) {}
  std::string_view kind() const override { return "normalize"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂x[i] = ∂L/∂y[i] / √(σ² + ε)";
    if (input == 1) return "∂L/∂μ = −Σ_i ∂L/∂y[i] / √(σ² + ε)";
    return "∂L/∂σ² = −½·Σ_i ∂L/∂y[i]·(x[i] − μ) / (σ² + ε)^(3/2)";
  }
  CallArguments arguments() const override { return inputs_and({{"epsilon", double(epsilon_)}}); }

  void backward(Tape& tape) override {
    const Variable x = input(0), mean = input(1), variance = input(2);
    const Index width = x.shape().last();
    const Real* dy = output_gradient();
    const auto inverse = [&](Index row) { return Real(1) / std::sqrt(variance.data()[row] + epsilon_); };
    const auto to_x = [&](Index row) { return ConstArrayMap(dy + row * width, width) * inverse(row); };
    const auto to_mean = [&](Index row) { return -array(dy + row * width, width).sum() * inverse(row); };
    const auto to_variance = [&](Index row) {
      const Real inner = (array(dy + row * width, width) * array(output()->value + row * width, width)).sum();
      return Real(-0.5) * inner * inverse(row) * inverse(row);
    };
    add_gradient_rows(tape, x, to_x);
    tape.add_gradient(mean, ArrayMap::NullaryExpr(mean.size(), to_mean));
    tape.add_gradient(variance, ArrayMap::NullaryExpr(variance.size(), to_variance));
  }

  CellSpan affected(int i, Index offset) const override { return i == 0 ? one_cell(offset) : row(offset); }

  Explanation explain(Index offset) const override {
    const Node *x = input(0).node(), *mean = input(1).node(), *variance = input(2).node();
    const Index row = offset / x->shape.last();
    Expression deviation =
        attnlab::apply(Expression::Kind::Sqrt, sum({cell(variance, row), number(double(epsilon_), "ε")}));
    return {"y = (x − μ)/√(σ² + ε)",
            quotient(difference(cell(x, offset), cell(mean, row)), std::move(deviation))};
  }

 private:
  Real epsilon_;
};

class ScaleAndShift final : public Operation {
 public:
  std::string_view kind() const override { return "scale_and_shift"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂x[i] = ∂L/∂y[i]·γ[i]";
    if (input == 1) return "∂L/∂γ[i] = Σ_t ∂L/∂y[t,i]·x[t,i]";
    return "∂L/∂β[i] = Σ_t ∂L/∂y[t,i]";
  }

  void backward(Tape& tape) override {
    const Variable x = input(0), gamma = input(1);
    const Index width = x.shape().last(), rows = x.shape().rows();
    const Real* dy = output_gradient();
    const ConstArrayMap factors(gamma.data(), width);
    add_gradient_rows(tape, x, [&](Index row) { return ConstArrayMap(dy + row * width, width) * factors; });
    if (Real* const to_gamma = tape.gradient_to_add_to(gamma))
      for (Index row = 0; row < rows; ++row)
        ArrayMap(to_gamma, width) +=
            ConstArrayMap(dy + row * width, width) * ConstArrayMap(x.data() + row * width, width);
    if (inputs().size() > 2) add_column_sums(dy, rows, width, tape.gradient(input(2)));
  }

  CellSpan affected(int i, Index offset) const override { return i == 0 ? one_cell(offset) : column(offset); }

  Explanation explain(Index offset) const override {
    const Index column = offset % input(1).size();
    Expression scaled = product({cell(input(1).node(), column), cell(input(0).node(), offset)});
    if (inputs().size() < 3) return {"y = γ·x", std::move(scaled)};
    return {"y = γ·x + β", sum({std::move(scaled), cell(input(2).node(), column)})};
  }
};

}  // namespace

Variable row_mean(Tape& tape, Variable x) {
  Variable mean = tape.make(with_last(x.shape(), 1));
  const Index width = x.shape().last();
  for (Index row = 0; row < mean.size(); ++row)
    mean.data()[row] = array(x.data() + row * width, width).mean();
  tape.record<RowMean>(mean, {x});
  return mean;
}

Variable row_variance(Tape& tape, Variable x, Variable mean) {
  Variable variance = tape.make(mean.shape());
  const Index width = x.shape().last();
  for (Index row = 0; row < mean.size(); ++row) {
    variance.data()[row] = (array(x.data() + row * width, width) - mean.data()[row]).square().mean();
  }
  tape.record<RowVariance>(variance, {x, mean});
  return variance;
}

Variable normalize(Tape& tape, Variable x, Variable mean, Variable variance, Real epsilon) {
  Variable y = tape.make(x.shape());
  const Index width = x.shape().last();
  for (Index row = 0; row < mean.size(); ++row) {
    const Real inverse = Real(1) / std::sqrt(variance.data()[row] + epsilon);
    array(y.data() + row * width, width) =
        (array(x.data() + row * width, width) - mean.data()[row]) * inverse;
  }
  tape.record<Normalize>(y, {x, mean, variance}, epsilon);
  return y;
}

Variable scale_and_shift(Tape& tape, Variable x, Variable gamma, Variable beta) {
  Variable y = tape.make(x.shape());
  const Index width = x.shape().last();
  for (Index row = 0; row < x.shape().rows(); ++row) {
    ArrayMap out(y.data() + row * width, width);
    out = array(x.data() + row * width, width) * gamma.cells();
    if (beta) out += beta.cells();
  }
  tape.record<ScaleAndShift>(y, {x, gamma, beta});
  return y;
}

}  // namespace attnlab
