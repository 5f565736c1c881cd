// Position codes at the input: a learned table, or a table of waves.
#include "core/layers/input_positions.h"

#include <numeric>
#include <span>
#include <vector>

#include "core/layers/input_sites.h"
#include "core/ops/attention/positions.h"
#include "core/ops/basic/embedding.h"

namespace attnlab {

namespace {

class LearnedPositions final : public InputPositions {
 public:
  LearnedPositions(const ParameterScope& scope, Index positions, Index width, Initializer initializer)
      : table_(scope.add(input_sites::kPositionsWeight, {positions, width}, initializer)),
        ids_(static_cast<std::size_t>(positions)) {
    std::iota(ids_.begin(), ids_.end(), 0);
  }
  Variable rows(Tape& tape, Index first, Index positions) const override {
    const std::span<const TokenId> ids(ids_.data() + first, static_cast<std::size_t>(positions));
    return embedding(tape, tape.parameter(table_), ids, {positions});
  }

 private:
  ParameterId table_;
  std::vector<TokenId> ids_;  // 0, 1, 2, …
};

class WavePositions final : public InputPositions {
 public:
  WavePositions(Index positions, Index width) : table_(sinusoid_table(positions, width)) {}
  Variable rows(Tape& tape, Index first, Index positions) const override {
    return sinusoidal_positions(tape, table_, first, positions);
  }

 private:
  Tensor table_;  // [T,C]
};

}  // namespace

std::shared_ptr<const InputPositions> learned_positions(const ParameterScope& scope, Index positions,
                                                        Index width, Initializer initializer) {
  return std::make_shared<const LearnedPositions>(scope, positions, width, initializer);
}

std::shared_ptr<const InputPositions> wave_positions(const ParameterScope&, Index positions, Index width,
                                                     Initializer) {
  return std::make_shared<const WavePositions>(positions, width);
}

}  // namespace attnlab
