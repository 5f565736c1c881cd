// Root mean square normalization in one fused operation.
#include "core/ops/norms/rms_norm.h"

#include <cmath>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

class RmsNorm final : public Operation {
 public:
  /// `inverses` [rows]: 1/√(mean(x²)+ε) of each row.
  RmsNorm(const Real* inverses, Real epsilon) : inverses_(inverses), epsilon_(epsilon) {}
  std::string_view kind() const override { return "rms_norm"; }

  void backward(Tape& tape) override {
    const Variable x = input(0), gamma = input(1);
    const Index width = x.shape().last(), rows = x.shape().rows();
    const GradientSlot dx = tape.gradient(x);
    Real* const gamma_sum = tape.gradient_to_add_to(gamma);
    for (Index row = 0; row < rows; ++row) {
      const ConstArrayMap dy(output_gradient() + row * width, width), xs(x.data() + row * width, width);
      if (gamma_sum) array(gamma_sum, width) += inverses_[row] * dy * xs;
      if (dx.data) row_backward(dy, xs, gamma.cells(), inverses_[row], dx, row);
    }
  }

  Explanation explain(Index offset) const override {
    const Node* x = input(0).node();
    const Index width = x->shape.last(), start = offset / width * width;
    std::vector<Expression> squares;
    for (Expression& term : range_terms({x, start, 1}, width)) {
      squares.push_back(attnlab::apply(Expression::Kind::Square, std::move(term)));
    }
    Expression mean = quotient(sum(std::move(squares)), number(double(width), "C"));
    Expression root =
        attnlab::apply(Expression::Kind::Sqrt,
                       sum({mean.labelled(tr_mark("mean of squares")), number(double(epsilon_), "ε")}));
    return {"y = γ·x/√(m + ε), where m is the mean of the squares",
            product({cell(input(1).node(), offset - start), quotient(cell(x, offset), std::move(root))})};
  }

 private:
  /// dx = r·(g − x·r²·mean(g⊙x)) with g = dy⊙γ and r the inverse root.
  static void row_backward(const ConstArrayMap& dy, const ConstArrayMap& x, const ArrayMap& gamma,
                           Real inverse, const GradientSlot& dx, Index row) {
    const Index width = dy.size();
    const Real mean_gx = (dy * gamma * x).sum() / Real(width);
    const Real pull = inverse * inverse * mean_gx;
    write(dx, row * width, inverse * (dy * gamma - x * pull));
  }

  const Real* inverses_;
  Real epsilon_;
};

}  // namespace

Variable rms_norm(Tape& tape, Variable x, Variable gamma, Real epsilon) {
  const Index width = x.shape().last(), rows = x.shape().rows();
  require_equal("RMS norm: width of the input", width, "size of γ", gamma.size());
  Variable y = tape.make(x.shape());
  Real* inverses = tape.arena().array<Real>(rows);
  for (Index row = 0; row < rows; ++row) {
    const ConstArrayMap xs(x.data() + row * width, width);
    inverses[row] = Real(1) / std::sqrt(xs.square().mean() + epsilon);
    array(y.data() + row * width, width) = xs * inverses[row] * gamma.cells();
  }
  tape.record<RmsNorm>(y, {x, gamma}, inverses, epsilon);
  return y;
}

}  // namespace attnlab
