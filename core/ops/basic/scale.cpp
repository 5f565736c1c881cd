// Scale: division and multiplication by a constant.
#include "core/ops/basic/scale.h"

#include "core/autograd/cells.h"

namespace attnlab {

namespace {

class Divide final : public Operation {
 public:
  Divide(Real divisor, const char* label) : divisor_(divisor), label_(label) {}
  std::string_view kind() const override { return "divide"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y / divisor"; }
  CallArguments arguments() const override { return inputs_and({{"by", double(divisor_)}}); }

  void backward(Tape& tape) override {
    const Variable x = input(0);
    tape.add_gradient(x, array(output_gradient(), x.size()) * (Real(1) / divisor_));
  }

  CellSpan affected(int, Index offset) const override { return one_cell(offset); }

  Explanation explain(Index offset) const override {
    return {std::string("y = x / ") + label_,
            quotient(cell(input(0).node(), offset), number(double(divisor_), label_))};
  }

 private:
  Real divisor_;
  const char* label_;
};

class MultiplyByFactor final : public Operation {
 public:
  MultiplyByFactor(Real factor, const char* label) : factor_(factor), label_(label) {}
  std::string_view kind() const override { return "multiply"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂a = ∂L/∂y·b"; }
  CallArguments arguments() const override { return inputs_and({{"b", double(factor_)}}); }

  void backward(Tape& tape) override {
    const Variable x = input(0);
    tape.add_gradient(x, array(output_gradient(), x.size()) * factor_);
  }

  CellSpan affected(int, Index offset) const override { return one_cell(offset); }

  Explanation explain(Index offset) const override {
    return {std::string("y = ") + label_ + "·x",
            product({number(double(factor_), label_), cell(input(0).node(), offset)})};
  }

 private:
  Real factor_;
  const char* label_;
};

}  // namespace

Variable divide(Tape& tape, Variable x, Real divisor, const char* label) {
  Variable y = tape.make(x.shape());
  y.cells() = x.cells() * (Real(1) / divisor);
  tape.record<Divide>(y, {x}, divisor, label);
  return y;
}

Variable multiply(Tape& tape, Variable x, Real factor, const char* label) {
  Variable y = tape.make(x.shape());
  y.cells() = x.cells() * factor;
  tape.record<MultiplyByFactor>(y, {x}, factor, label);
  return y;
}

}  // namespace attnlab
