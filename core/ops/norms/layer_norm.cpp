// Layer normalization in one fused operation.
#include "core/ops/norms/layer_norm.h"

#include <cmath>

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

class LayerNorm final : public Operation {
 public:
  /// `statistics` [rows,2]: mean and 1/√(variance+ε) of each row.
  LayerNorm(const Real* statistics, Real epsilon) : statistics_(statistics), epsilon_(epsilon) {}
  std::string_view kind() const override { return "layer_norm"; }

  void backward(Tape& tape) override {
    const Variable x = input(0), gamma = input(1);
    const Index width = x.shape().last(), rows = x.shape().rows();
    const GradientSlot dx = tape.gradient(x);
    Real* scratch = tape.arena().array<Real>(width);
    Real* const gamma_sum = tape.gradient_to_add_to(gamma);
    for (Index row = 0; row < rows; ++row) {
      const ConstArrayMap dy(output_gradient() + row * width, width);
      ArrayMap normalized(scratch, width);
      normalized = (array(x.data() + row * width, width) - statistics_[2 * row]) * statistics_[2 * row + 1];
      if (gamma_sum) array(gamma_sum, width) += dy * normalized;
      if (dx.data) row_backward(dy, normalized, gamma.cells(), statistics_[2 * row + 1], dx, row);
    }
    if (inputs().size() > 2) add_column_sums(output_gradient(), rows, width, tape.gradient(input(2)));
  }

  Explanation explain(Index offset) const override {
    const Node* x = input(0).node();
    const Index width = x->shape.last(), row = offset / width, column = offset % width;
    const auto n = double(width);
    Expression mean = quotient(sum(range_terms({x, row * width, 1}, width)), number(n, "C")).labelled("μ");
    std::vector<Expression> squares;
    for (Index j = 0; j < width; ++j) {
      squares.push_back(attnlab::apply(Expression::Kind::Square,
                                       difference(cell(x, row * width + j), number(mean.evaluate(), "μ"))));
    }
    Expression variance = quotient(sum(std::move(squares)), number(n, "C")).labelled("σ²");
    Expression deviation =
        attnlab::apply(Expression::Kind::Sqrt, sum({std::move(variance), number(double(epsilon_), "ε")}));
    Expression scaled =
        product({cell(input(1).node(), column),
                 quotient(difference(cell(x, offset), std::move(mean)), std::move(deviation))});
    const std::string formula = "y = γ·(x − μ)/√(σ² + ε)";
    if (inputs().size() < 3) return {formula, std::move(scaled)};
    return {formula + " + β", sum({std::move(scaled), cell(input(2).node(), column)})};
  }

 private:
  /// dx = (1/σ)·(g − mean(g) − n·mean(g⊙n)) with g = dy⊙γ and n the normalized row.
  static void row_backward(const ConstArrayMap& dy, const ArrayMap& normalized, const ArrayMap& gamma,
                           Real inverse_deviation, const GradientSlot& dx, Index row) {
    const Index width = dy.size();
    const Real share = Real(1) / Real(width);
    const Real mean_g = (dy * gamma).sum() * share;
    const Real mean_gn = (dy * gamma * normalized).sum() * share;
    write(dx, row * width, inverse_deviation * (dy * gamma - mean_g - normalized * mean_gn));
  }

  const Real* statistics_;
  Real epsilon_;
};

}  // namespace

Variable layer_norm(Tape& tape, Variable x, Variable gamma, Variable beta, Real epsilon) {
  const Index width = x.shape().last(), rows = x.shape().rows();
  require_equal("layer norm: width of the input", width, "size of γ", gamma.size());
  Variable y = tape.make(x.shape());
  Real* statistics = tape.arena().array<Real>(2 * rows);
  const Real share = Real(1) / Real(width);
  for (Index row = 0; row < rows; ++row) {
    const ConstArrayMap xs(x.data() + row * width, width);
    ArrayMap out(y.data() + row * width, width);
    const Real mean = xs.sum() * share;
    out = xs - mean;
    const Real inverse_deviation = Real(1) / std::sqrt(out.square().sum() * share + epsilon);
    if (beta) {
      out = out * inverse_deviation * gamma.cells() + beta.cells();
    } else {
      out = out * inverse_deviation * gamma.cells();
    }
    statistics[2 * row] = mean;
    statistics[2 * row + 1] = inverse_deviation;
  }
  tape.record<LayerNorm>(y, {x, gamma, beta}, statistics, epsilon);
  return y;
}

}  // namespace attnlab
