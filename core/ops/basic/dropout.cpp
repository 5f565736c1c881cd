// Dropout by counter-based random numbers: nothing is stored, backward draws the same choices again.
#include "core/ops/basic/dropout.h"

#include "core/ops/basic/cell_pieces.h"

namespace attnlab {

namespace {

class Dropout final : public Operation {
 public:
  Dropout(std::uint64_t key, double rate) : key_(key), rate_(rate) {}
  std::string_view kind() const override { return "dropout"; }

  void backward(Tape& tape) override {
    const DropoutFactors factors(key_, rate_);
    multiply_slopes(tape, *this, input(0), [&](Index begin, Index count) {
      CellPiece piece(count);
      for (Index i = 0; i < count; ++i) piece[i] = factors[begin + i];
      return piece;
    });
  }
  CellSpan affected(int, Index offset) const override { return one_cell(offset); }
  Explanation explain(Index offset) const override {
    return {"y = x·keep/(1−p)", product({cell(input(0).node(), offset),
                                         number(double(dropout_factor(key_, offset, rate_)), "keep/(1−p)")})};
  }

 private:
  std::uint64_t key_;
  double rate_;
};

}  // namespace

Variable dropout(Tape& tape, Variable x, double rate) {
  if (rate <= 0 || !tape.stochastic()) return x;
  const std::uint64_t key = tape.next_random_key();
  Variable y = tape.make(x.shape());
  const DropoutFactors factors(key, rate);
  const Real* const from = x.data();
  Real* const to = y.data();
  const Index cells = x.size();
  for (Index i = 0; i < cells; ++i) to[i] = from[i] * factors[i];
  tape.record<Dropout>(y, {x}, key, rate);
  return y;
}

}  // namespace attnlab
