// Position codes at the input: a learned table, or a table of waves.
#include "core/layers/input_positions.h"

#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/layers/input_sites.h"
#include "core/ops/basic/embedding.h"

namespace attnlab {

namespace {

class LearnedPositions final : public InputPositions {
 public:
  LearnedPositions(const ParameterScope& scope, const InputPositionsSize& size)
      : table_(scope.add(input_sites::kPositionsWeight, {size.positions, size.width}, size.initializer)),
        ids_(static_cast<std::size_t>(size.positions)) {
    std::iota(ids_.begin(), ids_.end(), 0);
  }
  Variable rows(Tape& tape, Index first, Index positions) const override {
    const std::span<const TokenId> ids(ids_.data() + first, positions);
    return embedding(tape, tape.parameter(table_), ids, {positions});
  }
  Variable rows_at(Tape& tape, std::span<const TokenId> places, const Shape& leading) const override {
    return embedding(tape, tape.parameter(table_), places, leading);
  }

 private:
  ParameterId table_;
  std::vector<TokenId> ids_;  // 0, 1, 2, …
};

class WavePositions final : public InputPositions {
 public:
  explicit WavePositions(const InputPositionsSize& size)
      : table_(sinusoid_table(size.positions, size.width, size.sines)), sines_(size.sines) {}
  Variable rows(Tape& tape, Index first, Index positions) const override {
    return sinusoidal_positions(tape, table_, first, positions, sines_);
  }

 private:
  Tensor table_;  // [T,C]
  SineLayout sines_;
};

}  // namespace

Variable InputPositions::rows_at(Tape&, std::span<const TokenId>, const Shape&) const {
  throw std::logic_error("only a learned table has codes for single positions");
}

std::shared_ptr<const InputPositions> learned_positions(const ParameterScope& scope,
                                                        const InputPositionsSize& size) {
  return std::make_shared<const LearnedPositions>(scope, size);
}

std::shared_ptr<const InputPositions> wave_positions(const ParameterScope&, const InputPositionsSize& size) {
  return std::make_shared<const WavePositions>(size);
}

}  // namespace attnlab
