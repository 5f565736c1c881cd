// ALiBi: slopes, shared by all layers of a stack.
#include "core/layers/alibi.h"

#include <vector>

#include "core/ops/attention/distance_bias.h"

namespace attnlab {

namespace {

class Alibi final : public ScoreBias {
 public:
  explicit Alibi(Index heads) : slopes_(distance_slopes(heads)) {}
  Variable values(Tape& tape, Index queries, Index keys, Index start) const override {
    return distance_bias(tape, slopes_, queries, keys, start);
  }
  const Site& site() const override { return alibi_sites::kDistanceBias; }
  std::span<const Real> slopes() const override { return slopes_; }

 private:
  std::vector<Real> slopes_;  // [H]
};

}  // namespace

std::shared_ptr<const ScoreBias> alibi(const ParameterScope&, Index heads) {
  return std::make_shared<const Alibi>(heads);
}

}  // namespace attnlab
