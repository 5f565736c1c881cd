// Choice of experts and their gates.
#include "core/ops/experts/routing.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

/// Whether `id` is among the first `count` of a row's choices.
bool holds(const Real* chosen, Index count, Index id) {
  return std::find(chosen, chosen + count, Real(id)) != chosen + count;
}

class TopExperts final : public Operation {
 public:
  std::string_view kind() const override { return "top_experts"; }
  CallArguments arguments() const override { return inputs_and({{"count", output()->shape.last()}}); }
  void backward(Tape&) override {}

  Explanation explain(Index offset) const override {
    const Index k = output()->shape.last(), row = offset / k, rank = offset % k;
    const Node* probabilities = input(0).node();
    const Index experts = probabilities->shape.last();
    std::vector<Expression> candidates;
    for (Index e = 0; e < experts; ++e) {
      const bool taken = holds(output()->value + row * k, rank, e);
      candidates.push_back(taken ? number(-1, tr_mark("taken")) : cell(probabilities, row * experts + e));
    }
    return {rank == 0 ? "selected = the expert with the highest probability"
                      : "selected = the expert with the highest probability among those not yet selected",
            arg_max(std::move(candidates))};
  }
};

class ExpertGates final : public Operation {
 public:
  /// `renormalized`: several experts are chosen for a position.
  explicit ExpertGates(bool renormalized) : renormalized_(renormalized) {}
  std::string_view kind() const override { return "expert_gates"; }

  void backward(Tape& tape) override {
    const Variable p = input(0), selected = input(1);
    Real* const dp = tape.gradient_to_add_to(p);
    if (!dp) return;
    const Index experts = p.shape().last(), k = selected.shape().last();
    for (Index row = 0; row < p.shape().rows(); ++row) {
      const Real* chosen = selected.data() + row * k;
      row_backward(p.data() + row * experts, chosen, k, output_gradient() + row * experts, dp + row * experts,
                   experts);
    }
  }

  CellSpan affected(int i, Index offset) const override { return row(offset / input(i).shape().last()); }

  Explanation explain(Index offset) const override {
    const Node *p = input(0).node(), *selected = input(1).node();
    const Index experts = p->shape.last(), k = selected->shape.last();
    const Index row = offset / experts, e = offset % experts;
    const Real* chosen = selected->value + row * k;
    if (!holds(chosen, k, e))
      return {"gate = 0, because this expert is not selected", number(0, tr_mark("not selected"))};
    if (!renormalized_) return {"gate = p, the probability of the selected expert", cell(p, offset)};
    std::vector<Expression> sum_parts;
    Real total = 0;
    for (Index i = 0; i < experts; ++i) {
      if (!holds(chosen, k, i)) continue;
      sum_parts.push_back(cell(p, row * experts + i));
      total += p->value[row * experts + i];
    }
    if (total == Real(0))
      return {"gate = 0, because all selected experts have probability 0", number(0, tr_mark("all 0"))};
    return {"gate = p[e] / Σ p, summed over the selected experts",
            quotient(cell(p, offset), sum(std::move(sum_parts)))};
  }

 private:
  /// With s = Σ p and g = p/s: dp = (dg − Σ dg·g)/s.
  void row_backward(const Real* p, const Real* chosen, Index k, const Real* dg, Real* dp,
                    Index experts) const {
    Real total = 0, inner = 0;
    for (Index e = 0; e < experts; ++e) {
      if (!holds(chosen, k, e)) continue;
      total += p[e];
      inner += dg[e] * p[e];
    }
    if (renormalized_ && total == Real(0)) return;  // the gates are 0, whatever the probabilities
    for (Index e = 0; e < experts; ++e) {
      if (holds(chosen, k, e)) dp[e] += renormalized_ ? (dg[e] - inner / total) / total : dg[e];
    }
  }

  bool renormalized_;
};

void check_choices(Variable selected, Index experts) {
  for (Index i = 0; i < selected.size(); ++i) {
    const Real id = selected.data()[i];
    if (id >= 0 && id < Real(experts) && id == std::floor(id)) continue;
    char number_text[32];
    std::snprintf(number_text, sizeof number_text, "%g", double(id));
    throw std::invalid_argument("a position is sent to expert " + std::string(number_text) +
                                ", but experts are 0 to " + std::to_string(experts - 1));
  }
}

/// Gates of one row from its probabilities.
void set_gates(const Real* p, const Real* chosen, Index k, Index experts, Real* gates) {
  Real total = 0;
  for (Index e = 0; e < experts; ++e) {
    gates[e] = holds(chosen, k, e) ? p[e] : Real(0);
    total += gates[e];
  }
  if (k > 1 && total > 0) array(gates, experts) /= total;
}

void choose(const Real* p, Index experts, Index k, Real* chosen) {
  for (Index rank = 0; rank < k; ++rank) {
    Index best = -1;
    for (Index e = 0; e < experts; ++e) {
      if (!holds(chosen, rank, e) && (best < 0 || p[e] > p[best])) best = e;
    }
    chosen[rank] = Real(best);
  }
}

}  // namespace

Variable top_experts(Tape& tape, Variable probabilities, Index k) {
  const Index experts = probabilities.shape().last();
  if (k > experts)
    throw std::invalid_argument("a position cannot use " + std::to_string(k) + " of " +
                                std::to_string(experts) + " experts");
  const Variable selected = tape.make(with_last(probabilities.shape(), k));
  for (Index row = 0; row < probabilities.shape().rows(); ++row) {
    choose(probabilities.data() + row * experts, experts, k, selected.data() + row * k);
  }
  tape.record<TopExperts>(selected, {probabilities});
  return selected;
}

Variable expert_gates(Tape& tape, Variable probabilities, Variable selected) {
  const Index experts = probabilities.shape().last(), k = selected.shape().last();
  require_equal("expert gates: rows of probabilities", probabilities.shape().rows(), "rows of choices",
                selected.shape().rows());
  check_choices(selected, experts);
  const Variable gates = tape.make(probabilities.shape());
  for (Index row = 0; row < probabilities.shape().rows(); ++row) {
    set_gates(probabilities.data() + row * experts, selected.data() + row * k, k, experts,
              gates.data() + row * experts);
  }
  tape.record<ExpertGates>(gates, {probabilities, selected}, k > 1);
  return gates;
}

}  // namespace attnlab
