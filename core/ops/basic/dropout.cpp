// Dropout by counter-based random numbers: nothing is stored, backward draws the same choices again.
#include "core/ops/basic/dropout.h"

#include "core/autograd/cells.h"
#include "core/tensor/random.h"

namespace attnlab {

namespace {

class Dropout final : public Operation {
 public:
  Dropout(std::uint64_t key, double rate) : key_(key), rate_(rate) {}
  std::string_view kind() const override { return "dropout"; }

  void backward(Tape& tape) override {
    const Variable x = input(0);
    const Real* dy = output_gradient();
    tape.add_gradient(
        x, ArrayMap::NullaryExpr(x.size(), [&](Index i) { return dy[i] * dropout_factor(key_, i, rate_); }));
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    return {"y = x·keep/(1−p)",
            product({cell(input(0).node(), offset),
                     number(static_cast<double>(dropout_factor(key_, offset, rate_)), "keep/(1−p)")})};
  }

 private:
  std::uint64_t key_;
  double rate_;
};

}  // namespace

Real dropout_factor(std::uint64_t key, Index cell, double rate) {
  const std::uint64_t bits = mix64(key ^ mix64(static_cast<std::uint64_t>(cell)));
  const double uniform = static_cast<double>(bits >> 11) * 0x1.0p-53;
  return uniform < rate ? Real(0) : static_cast<Real>(1 / (1 - rate));
}

Variable dropout(Tape& tape, Variable x, double rate) {
  if (rate <= 0 || !tape.stochastic()) return x;
  const std::uint64_t key = tape.next_random_key();
  Variable y = tape.make(x.shape());
  for (Index i = 0; i < x.size(); ++i) y.data()[i] = x.data()[i] * dropout_factor(key, i, rate);
  tape.record<Dropout>(y, {x}, key, rate);
  return y;
}

}  // namespace attnlab
