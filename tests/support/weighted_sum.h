// WeightedSum: turns any tensor into a scalar, from which backward can start.
#pragma once

#include <vector>

#include "core/autograd/cells.h"
#include "core/autograd/tape.h"
#include "core/tensor/random.h"

namespace attnlab::testing {

/// loss = Σ_i weights[i]·x[i]; its gradient with respect to x is `weights`.
class WeightedSum final : public Operation {
 public:
  explicit WeightedSum(const Real* weights) : weights_(weights) {}
  std::string_view kind() const override { return "weighted_sum"; }
  void backward(Tape& tape) override {
    tape.add_gradient(input(0), *output_gradient() * array(weights_, input(0).size()));
  }
  Explanation explain(Index) const override { return {}; }

 private:
  const Real* weights_;
};

/// `weights` must have x.size() cells and outlive the pass.
inline Variable weighted_sum(Tape& tape, Variable x, const std::vector<Real>& weights) {
  if (static_cast<Index>(weights.size()) != x.size())
    throw std::invalid_argument("one weight a cell is needed");
  Variable y = tape.make({});
  *y.data() = (x.cells() * array(weights.data(), x.size())).sum();
  tape.record<WeightedSum>(y, {x}, weights.data());
  return y;
}

/// `count` normal numbers, drawn from `seed`.
inline std::vector<Real> random_values(Index count, std::uint64_t seed, double deviation = 1) {
  RandomStream random(mix64(seed));
  std::vector<Real> values(static_cast<std::size_t>(count));
  for (Real& value : values) value = static_cast<Real>(deviation * random.normal());
  return values;
}

}  // namespace attnlab::testing
