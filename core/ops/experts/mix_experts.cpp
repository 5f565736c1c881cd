// The weighted sum of the experts where every expert has computed every position.
#include <algorithm>

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"
#include "core/ops/experts/experts.h"

namespace attnlab {

namespace {

class MixExperts final : public Operation {
 public:
  std::string_view kind() const override { return "mix_experts"; }

  void backward(Tape& tape) override {
    const Variable gates = input(0);
    const Index experts = gates.shape().last(), width = output()->shape.last();
    const Real* dy = output_gradient();
    tape.add_gradient(gates, ArrayMap::NullaryExpr(gates.size(), [&](Index i) {
                        if (gates.data()[i] == Real(0)) return Real(0);  // not chosen
                        const Real* answer = expert(i % experts).data() + i / experts * width;
                        return (array(dy + i / experts * width, width) * array(answer, width)).sum();
                      }));
    for (Index e = 0; e < experts; ++e) {
      tape.add_gradient(expert(e), ArrayMap::NullaryExpr(output()->shape.size(), [&](Index i) {
                          return gates.data()[i / width * experts + e] * dy[i];
                        }));
    }
  }

  Explanation explain(Index offset) const override {
    const Node* gates = input(0).node();
    const Index experts = gates->shape.last(), row = offset / output()->shape.last();
    std::vector<Expression> terms;
    for (Index e = 0; e < experts; ++e) {
      const Index at = row * experts + e;
      if (gates->value[at] != Real(0))
        terms.push_back(product({cell(gates, at), cell(expert(e).node(), offset)}));
    }
    return {"y = Σ_e gate[e]·output[e], summed over the selected experts", sum(std::move(terms))};
  }

 private:
  Variable expert(Index e) const { return input(static_cast<int>(e) + 1); }
};

}  // namespace

Variable mix_experts(Tape& tape, Variable gates, std::span<const Variable> outputs) {
  const Index experts = gates.shape().last(), rows = gates.shape().rows();
  require_equal("experts: number of outputs", count_of(outputs), "number of gates", experts);
  const Index width = outputs[0].shape().last();
  const Variable y = tape.make(outputs[0].shape());
  y.cells().setZero();
  for (Index row = 0; row < rows; ++row) {
    for (Index e = 0; e < experts; ++e) {
      const Real gate = gates.data()[row * experts + e];
      const Real* answer = outputs[e].data() + row * width;
      if (gate != Real(0)) array(y.data() + row * width, width) += gate * array(answer, width);
    }
  }
  std::vector<Variable> inputs = {gates};
  inputs.insert(inputs.end(), outputs.begin(), outputs.end());
  tape.record<MixExperts>(y, std::span<const Variable>(inputs));
  return y;
}

}  // namespace attnlab
