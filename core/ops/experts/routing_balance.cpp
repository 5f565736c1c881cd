// How evenly the experts are used: load, importance and their product.
#include <algorithm>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"
#include "core/ops/experts/routing.h"

namespace attnlab {

namespace {

/// A copy in the arena of how many of `positions` count in each sequence.
const Index* copy_lengths(Tape& tape, std::span<const Index> lengths, Index batch, Index positions) {
  Index* copy = tape.arena().array<Index>(batch);
  std::fill_n(copy, batch, positions);
  if (lengths.empty()) return copy;
  require_equal("experts: number of lengths", count_of(lengths), "sequences", batch);
  for (Index b = 0; b < batch; ++b) copy[b] = std::min(copy[b], lengths[b]);
  return copy;
}

/// 1/count, or 0 where nothing counts.
Real share_of_one(Index count) { return count > 0 ? Real(1) / Real(count) : Real(0); }

class ExpertLoad final : public Operation {
 public:
  explicit ExpertLoad(const Index* lengths) : lengths_(lengths) {}
  std::string_view kind() const override { return "expert_load"; }
  CallArguments arguments() const override {
    return inputs_and({{"experts", output()->shape.last()},
                       {"lengths", constants<Index>(Shape{output()->shape[0]}, lengths_)}});
  }
  void backward(Tape&) override {}

  Explanation explain(Index offset) const override {
    const Node* selected = input(0).node();
    const Index experts = output()->shape.last(), b = offset / experts, e = offset % experts;
    const Index t = selected->shape[1], k = selected->shape[2];
    const Real* chosen = selected->value + b * t * k;
    const auto hits = std::count(chosen, chosen + lengths_[b] * k, Real(e));
    return {"f[e] = choices of expert e / all choices",
            quotient(number(double(hits), tr_mark("choices of this expert")),
                     number(double(std::max<Index>(1, lengths_[b] * k)), "k·T"))};
  }

 private:
  const Index* lengths_;
};

class ExpertImportance final : public Operation {
 public:
  explicit ExpertImportance(const Index* lengths) : lengths_(lengths) {}
  std::string_view kind() const override { return "expert_importance"; }
  CallArguments arguments() const override {
    return inputs_and({{"lengths", constants<Index>(Shape{output()->shape[0]}, lengths_)}});
  }

  void backward(Tape& tape) override {
    const Variable p = input(0);
    const Index t = p.shape()[1], experts = p.shape()[2];
    tape.add_gradient(p, ArrayMap::NullaryExpr(p.size(), [&](Index i) {
                        const Index b = i / (t * experts), place = i / experts % t;
                        if (place >= lengths_[b]) return Real(0);
                        return output_gradient()[b * experts + i % experts] * share_of_one(lengths_[b]);
                      }));
  }

  Explanation explain(Index offset) const override {
    const Node* p = input(0).node();
    const Index t = p->shape[1], experts = p->shape[2], b = offset / experts, e = offset % experts;
    return {"P[e] = (1/T)·Σ_t p[t,e]",
            quotient(sum(range_terms({p, b * t * experts + e, experts}, lengths_[b])),
                     number(double(std::max<Index>(1, lengths_[b])), "T"))};
  }

 private:
  const Index* lengths_;
};

class ExpertBalance final : public Operation {
 public:
  std::string_view kind() const override { return "expert_balance"; }

  void backward(Tape& tape) override {
    const Variable load = input(0), importance = input(1);
    const Index experts = load.shape().last();
    const auto times = [&](Variable factor) {
      return ArrayMap::NullaryExpr(factor.size(), [this, factor, experts](Index i) {
        return output_gradient()[i / experts] * Real(experts) * factor.data()[i];
      });
    };
    tape.add_gradient(load, times(importance));
    tape.add_gradient(importance, times(load));
  }

  Explanation explain(Index offset) const override {
    const Node *load = input(0).node(), *importance = input(1).node();
    const Index experts = load->shape.last(), at = offset * experts;
    return {
        "balance = E·Σ_e f[e]·P[e]",
        product({number(double(experts), "E"), sum(dot_terms({load, at, 1}, {importance, at, 1}, experts))})};
  }
};

}  // namespace

Variable expert_load(Tape& tape, Variable selected, Index experts, std::span<const Index> lengths) {
  const Index batch = selected.shape()[0], t = selected.shape()[1], k = selected.shape()[2];
  const Index* counted = copy_lengths(tape, lengths, batch, t);
  const Variable load = tape.make({batch, experts});
  load.cells().setZero();
  for (Index b = 0; b < batch; ++b) {
    const Real share = share_of_one(counted[b] * k);
    for (Index i = 0; i < counted[b] * k; ++i) {
      load.data()[b * experts + static_cast<Index>(selected.data()[b * t * k + i])] += share;
    }
  }
  tape.record<ExpertLoad>(load, {selected}, counted);
  return load;
}

Variable expert_importance(Tape& tape, Variable probabilities, std::span<const Index> lengths) {
  const Index batch = probabilities.shape()[0], t = probabilities.shape()[1],
              experts = probabilities.shape()[2];
  const Index* counted = copy_lengths(tape, lengths, batch, t);
  const Variable importance = tape.make({batch, experts});
  for (Index b = 0; b < batch; ++b) {
    ArrayMap out(importance.data() + b * experts, experts);
    out.setZero();
    for (Index i = 0; i < counted[b]; ++i)
      out += array(probabilities.data() + (b * t + i) * experts, experts);
    out *= share_of_one(counted[b]);
  }
  tape.record<ExpertImportance>(importance, {probabilities}, counted);
  return importance;
}

Variable expert_balance(Tape& tape, Variable load, Variable importance) {
  const Index batch = load.shape()[0], experts = load.shape()[1];
  const Variable balance = tape.make({batch});
  for (Index b = 0; b < batch; ++b) {
    balance.data()[b] =
        Real(experts) *
        (array(load.data() + b * experts, experts) * array(importance.data() + b * experts, experts)).sum();
  }
  tape.record<ExpertBalance>(balance, {load, importance});
  return balance;
}

}  // namespace attnlab
