// Squared error, fused and in steps.
#include "core/ops/loss/squared_error.h"

#include <stdexcept>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

/// What one cell should be, and the importance of its error: 0 where it does not count.
struct WantedNumber {
  Real number, importance;

  Real slope(Real found) const { return 2 * importance * (found - number); }
  Real loss(Real found) const { return importance * (found - number) * (found - number); }
};

const WantedNumber* wanted_numbers(Tape& tape, Variable numbers, const SquaredErrorOptions& options) {
  require_equal("squared error: number of targets", count_of(options.wanted), "number of cells",
                numbers.size());
  const Index features = numbers.shape().last();
  if (features > count_of(options.importance))
    throw std::invalid_argument("squared error: there are more numbers than features with an importance");
  WantedNumber* const wanted = tape.arena().array<WantedNumber>(numbers.size());
  for (Index i = 0; i < numbers.size(); ++i) {
    const Real number = options.wanted[i];
    const Real importance = options.importance[i % features];
    wanted[i] = number < 0 ? WantedNumber{0, 0} : WantedNumber{number, importance};
  }
  return wanted;
}

Expression loss_expression(const Node* numbers, Index offset, const WantedNumber& wanted) {
  if (wanted.importance == 0) return number(0, tr_mark("ignored"));
  const auto error = [&] { return difference(cell(numbers, offset), number(double(wanted.number), "x")); };
  return product({number(double(wanted.importance), "importance"), error(), error()});
}

class SquaredError final : public Operation {
 public:
  SquaredError(const WantedNumber* wanted, Real normalizer) : wanted_(wanted), normalizer_(normalizer) {}
  std::string_view kind() const override { return "squared_error"; }

  void backward(Tape& tape) override {
    const Variable numbers = input(0);
    const Real scale = *output_gradient() / normalizer_;
    tape.add_gradient(numbers, ArrayMap::NullaryExpr(numbers.size(), [&](Index i) {
                        return scale * wanted_[i].slope(numbers.data()[i]);
                      }));
  }

  Explanation explain(Index) const override {
    std::vector<Expression> terms;
    for (Index i = 0; i < input(0).size(); ++i)
      terms.push_back(loss_expression(input(0).node(), i, wanted_[i]));
    return {"loss = (1/N)·Σ importance·(x̂ − x)²",
            quotient(sum(std::move(terms)), number(double(normalizer_), "N"))};
  }

 private:
  const WantedNumber* wanted_;
  Real normalizer_;
};

class SquaredErrorPerToken final : public Operation {
 public:
  /// `numbers` and `importance` say the same as `wanted`, for exports.
  SquaredErrorPerToken(const WantedNumber* wanted, const Real* numbers, const Real* importance)
      : wanted_(wanted), numbers_(numbers), importance_(importance) {}
  std::string_view kind() const override { return "squared_error_per_token"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x̂ = ∂L/∂loss·2·importance·(x̂ − x)"; }
  CallArguments arguments() const override {
    return inputs_and({{"wanted", constants<double>(output()->shape, numbers_)},
                       {"importance", constants<double>(output()->shape, importance_)}});
  }

  void backward(Tape& tape) override {
    const Variable numbers = input(0);
    tape.add_gradient(numbers, ArrayMap::NullaryExpr(numbers.size(), [&](Index i) {
                        return output_gradient()[i] * wanted_[i].slope(numbers.data()[i]);
                      }));
  }

  Explanation explain(Index offset) const override {
    const WantedNumber& wanted = wanted_[offset];
    return {wanted.importance == 0 ? "0, because this position has no target" : "loss = importance·(x̂ − x)²",
            loss_expression(input(0).node(), offset, wanted)};
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }

 private:
  const WantedNumber* wanted_;
  const Real *numbers_, *importance_;
};

}  // namespace

Variable squared_error(Tape& tape, Variable numbers, const SquaredErrorOptions& options) {
  const WantedNumber* const wanted = wanted_numbers(tape, numbers, options);
  double total = 0;
  for (Index i = 0; i < numbers.size(); ++i) total += double(wanted[i].loss(numbers.data()[i]));
  Variable loss = tape.make({});
  *loss.data() = Real(total / double(options.normalizer));
  tape.record<SquaredError>(loss, {numbers}, wanted, options.normalizer);
  return loss;
}

Variable squared_error_per_token(Tape& tape, Variable numbers, const SquaredErrorOptions& options) {
  const WantedNumber* const wanted = wanted_numbers(tape, numbers, options);
  Real* const targets = tape.arena().array<Real>(numbers.size());
  Real* const importance = tape.arena().array<Real>(numbers.size());
  Variable loss = tape.make(numbers.shape());
  for (Index i = 0; i < numbers.size(); ++i) {
    targets[i] = wanted[i].number, importance[i] = wanted[i].importance;
    loss.data()[i] = wanted[i].loss(numbers.data()[i]);
  }
  tape.record<SquaredErrorPerToken>(loss, {numbers}, wanted, targets, importance);
  return loss;
}

}  // namespace attnlab
