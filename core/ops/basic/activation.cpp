// ReLU, its square and both forms of GELU, and the rows of all activations.
#include "core/ops/basic/activation.h"

#include <numbers>
#include <unsupported/Eigen/SpecialFunctions>

#include "core/autograd/cells.h"
#include "core/config/rows.h"
#include "core/ops/basic/cell_pieces.h"
#include "core/ops/basic/geglu.h"
#include "core/ops/basic/swiglu.h"
#include "core/tensor/vector_exponent.h"

namespace attnlab {

namespace {

constexpr Real kInvSqrt2 = Real(1 / std::numbers::sqrt2);
constexpr Real kInvSqrt2Pi = Real(std::numbers::inv_sqrtpi / std::numbers::sqrt2);
constexpr Real kTanhScale = Real(2 * std::numbers::inv_sqrtpi / std::numbers::sqrt2);
constexpr Real kTanhCube = Real(0.044715);
constexpr Real kHalf = Real(0.5);

class Relu final : public Operation {
 public:
  std::string_view kind() const override { return "relu"; }
  bool is_cell_function() const override { return true; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y if x > 0, else 0"; }
  void backward(Tape& tape) override {
    const Variable x = input(0);
    tape.add_gradient(x, (x.cells() > Real(0)).select(array(output_gradient(), x.size()), Real(0)));
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    return {"y = max(0, x)", maximum({number(0), cell(input(0).node(), offset)})};
  }
};

class ReluSquared final : public Operation {
 public:
  std::string_view kind() const override { return "relu_squared"; }
  bool is_cell_function() const override { return true; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y·2x if x > 0, else 0"; }
  void backward(Tape& tape) override {
    const Variable x = input(0);
    multiply_slopes(tape, *this, x, [&](Index begin, Index count) -> CellPiece {
      return Real(2) * ConstArrayMap(x.data() + begin, count).max(Real(0));
    });
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    return {"y = max(0, x)²",
            attnlab::apply(Expression::Kind::Square, maximum({number(0), cell(input(0).node(), offset)}))};
  }
};

class Gelu final : public Operation {
 public:
  /// `phi` holds Φ(x) of every cell, stored because the error function is the costliest part.
  explicit Gelu(const Real* phi) : phi_(phi) {}
  std::string_view kind() const override { return "gelu"; }
  bool is_cell_function() const override { return true; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y·(Φ(x) + x·φ(x))"; }
  void backward(Tape& tape) override {
    const Variable x = input(0);
    multiply_slopes(tape, *this, x, [&](Index begin, Index count) -> CellPiece {
      const ConstArrayMap xs(x.data() + begin, count);
      CellPiece bell = -kHalf * xs * xs;
      simd::exp_at_most_0(bell.data(), count);
      return array(phi_ + begin, count) + xs * kInvSqrt2Pi * bell;
    });
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    const Expression x = cell(input(0).node(), offset);
    Expression phi = product(
        {number(0.5, "½"),
         sum({number(1), apply(Expression::Kind::Erf, quotient(x, number(std::numbers::sqrt2, "√2")))})});
    return {"y = x·Φ(x) = ½·x·(1 + erf(x/√2))", product({x, phi.labelled("Φ(x)")})};
  }

 private:
  const Real* phi_;
};

class GeluTanh final : public Operation {
 public:
  std::string_view kind() const override { return "gelu_tanh"; }
  bool is_cell_function() const override { return true; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x = ∂L/∂y·(½(1 + tanh u) + ½x·(1 − tanh² u)·u′), u = √(2/π)(x + 0.044715x³)";
  }
  void backward(Tape& tape) override {
    const Variable x = input(0);
    multiply_slopes(tape, *this, x, [&](Index begin, Index count) -> CellPiece {
      const ConstArrayMap xs(x.data() + begin, count);
      const CellPiece t = (kTanhScale * (xs + kTanhCube * xs.cube())).tanh();
      return kHalf * (Real(1) + t) +
             kHalf * xs * (Real(1) - t.square()) * kTanhScale * (Real(1) + Real(3) * kTanhCube * xs.square());
    });
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    const Expression x = cell(input(0).node(), offset);
    Expression inner =
        product({number(double(kTanhScale), "√(2/π)"), sum({x, product({number(0.044715), x, x, x})})});
    return {
        "y = ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³)))",
        product({number(0.5, "½"), x, sum({number(1), apply(Expression::Kind::Tanh, std::move(inner))})})};
  }
};

}  // namespace

Variable relu(Tape& tape, Variable x) {
  Variable y = tape.make(x.shape());
  y.cells() = x.cells().max(Real(0));
  tape.record<Relu>(y, {x});
  return y;
}

/// max(0, x)² (So et al. 2021, "Primer").
static Variable relu_squared(Tape& tape, Variable x) {
  Variable y = tape.make(x.shape());
  y.cells() = x.cells().max(Real(0)).square();
  tape.record<ReluSquared>(y, {x});
  return y;
}

Variable gelu(Tape& tape, Variable x) {
  Variable y = tape.make(x.shape());
  Real* phi = tape.arena().array<Real>(x.size());
  in_pieces(x.size(), [&](Index begin, Index count) {
    const ConstArrayMap xs(x.data() + begin, count);
    ArrayMap share(phi + begin, count);
    share = kHalf * (Real(1) + (xs * kInvSqrt2).erf());
    ArrayMap(y.data() + begin, count) = xs * share;
  });
  tape.record<Gelu>(y, {x}, phi);
  return y;
}

Variable gelu_tanh(Tape& tape, Variable x) {
  Variable y = tape.make(x.shape());
  const auto xs = x.cells();
  y.cells() = kHalf * xs * (Real(1) + (kTanhScale * (xs + kTanhCube * xs.cube())).tanh());
  tape.record<GeluTanh>(y, {x});
  return y;
}

std::span<const ActivationKind> activation_kinds() {
  static constexpr ActivationKind kKinds[] = {
      {.name = "relu", .title = "ReLU", .formula = "max(0, x)", .term = "ReLU", .apply = relu, .dies = true},
      {.name = "relu_squared",
       .title = "ReLU²",
       .formula = "max(0, x)²",
       .term = "ReLU²",
       .apply = relu_squared,
       .dies = true},
      {.name = "gelu", .title = "GELU", .formula = "x·Φ(x)", .term = "GELU", .apply = gelu},
      {.name = "gelu_tanh",
       .title = "GELU (tanh)",
       .formula = "½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³)))",
       .term = "GELU",
       .apply = gelu_tanh},
      {.name = "silu", .title = "SiLU", .formula = "x·σ(x)", .term = "SiLU", .apply = silu},
      {.name = "swiglu",
       .title = "SwiGLU",
       .formula = "g·σ(g)⊙u",
       .term = "SwiGLU",
       .apply = silu,
       .gated = swiglu},
      {.name = "geglu_tanh",
       .title = "GEGLU (tanh)",
       .formula = "½·g·(1 + tanh(√(2/π)·(g + 0.044715·g³)))⊙u",
       .term = "GEGLU",
       .apply = gelu_tanh,
       .gated = geglu_tanh},
  };
  return kKinds;
}

const ActivationKind& activation_kind(std::string_view name) {
  return row_named(activation_kinds(), "activation", name);
}

}  // namespace attnlab
