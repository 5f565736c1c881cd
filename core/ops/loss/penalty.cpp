// Penalties of all layers summed, weighted and added to the loss.
#include "core/ops/loss/penalty.h"

#include <algorithm>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

class TotalPenalty final : public Operation {
 public:
  /// `shares` [B].
  explicit TotalPenalty(const Real* shares) : shares_(shares) {}
  std::string_view kind() const override { return "total_penalty"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y"; }
  CallArguments arguments() const override {
    return inputs_and({{"shares", constants<double>(input(0).shape(), shares_)}});
  }

  void backward(Tape& tape) override {
    for (int i = 0; i < static_cast<int>(inputs().size()); ++i)
      tape.add_gradient(input(i), *output_gradient() * array(shares_, input(i).size()));
  }

  Explanation explain(Index) const override {
    std::vector<Expression> terms;
    for (const Node* penalty : inputs()) {
      for (Index b = 0; b < penalty->shape.size(); ++b) {
        const auto share = double(shares_[b]);
        terms.push_back(share == 1 ? cell(penalty, b)
                                   : product({number(share, tr_mark("share")), cell(penalty, b)}));
      }
    }
    return {"balance = Σ_l balance_l, summed over the layers l", sum(std::move(terms))};
  }

 private:
  const Real* shares_;
};

class AddPenalty final : public Operation {
 public:
  explicit AddPenalty(Real weight) : weight_(weight) {}
  std::string_view kind() const override { return "add_penalty"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y"; }
  CallArguments arguments() const override { return inputs_and({{"weight", double(weight_)}}); }

  void backward(Tape& tape) override {
    tape.add_gradient(input(1), weight_ * array(output_gradient(), 1));
    tape.pass_gradient(*this, input(0));
  }

  Explanation explain(Index) const override {
    return {
        "total = mean + α·balance",
        sum({cell(input(0).node(), 0), product({number(double(weight_), "α"), cell(input(1).node(), 0)})})};
  }

 private:
  Real weight_;
};

}  // namespace

Variable total_penalty(Tape& tape, std::span<const Variable> penalties, std::span<const Real> shares) {
  Real* copy = tape.arena().array<Real>(count_of(shares));
  std::copy(shares.begin(), shares.end(), copy);
  const Variable total = tape.make({});
  *total.data() = 0;
  for (const Variable& penalty : penalties) {
    require_equal("penalty: number of sequences", penalty.size(), "shares", count_of(shares));
    *total.data() += (penalty.cells() * array(copy, penalty.size())).sum();
  }
  tape.record<TotalPenalty>(total, penalties, copy);
  return total;
}

Variable add_penalty(Tape& tape, Variable loss, Variable penalty, Real weight) {
  const Variable total = tape.make({});
  *total.data() = *loss.data() + weight * *penalty.data();
  tape.record<AddPenalty>(total, {loss, penalty}, weight);
  return total;
}

}  // namespace attnlab
