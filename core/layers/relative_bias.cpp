// Relative position bias: a table of buckets, shared by all layers of a stack.
#include "core/layers/relative_bias.h"

#include "core/layers/block_sites.h"

namespace attnlab {

namespace {

class RelativeBias final : public ScoreBias {
 public:
  RelativeBias(ParameterId table, BucketSides sides) : table_(table), sides_(sides) {}
  Variable values(Tape& tape, Index queries, Index keys, Index start) const override {
    return bucket_bias(tape, tape.parameter(table_), sides_, queries, keys, start);
  }
  const Site& site() const override { return relative_bias_sites::kRelativeBias; }

 private:
  ParameterId table_;  // [buckets,H]
  BucketSides sides_;
};

}  // namespace

std::shared_ptr<const ScoreBias> relative_bias(const ParameterScope& stack, Index heads, BucketSides sides,
                                               Initializer initializer) {
  const ParameterScope first = stack.within(kLayers, 0) / block_sites::kSelfAttention;
  const ParameterId table =
      first.add(relative_bias_sites::kRelativeBiasWeight, {kDistanceBuckets, heads}, initializer);
  return std::make_shared<const RelativeBias>(table, sides);
}

}  // namespace attnlab
