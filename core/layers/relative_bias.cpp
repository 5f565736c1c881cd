// Relative position bias: a table of buckets, shared by all layers of a stack.
#include "core/layers/relative_bias.h"

#include "core/layers/block_sites.h"

namespace attnlab {

namespace {

class RelativeBias final : public ScoreBias {
 public:
  RelativeBias(ParameterId table, const DistanceBuckets& buckets) : table_(table), buckets_(buckets) {}
  Variable values(Tape& tape, Index queries, Index keys, Index start) const override {
    return bucket_bias(tape, tape.parameter(table_), buckets_, queries, keys, start);
  }
  const Site& site() const override { return relative_bias_sites::kRelativeBias; }

 private:
  ParameterId table_;  // [buckets,H]
  DistanceBuckets buckets_;
};

}  // namespace

std::shared_ptr<const ScoreBias> relative_bias(const ParameterScope& stack, Index heads,
                                               const DistanceBuckets& buckets, Initializer initializer) {
  const ParameterScope first = stack.within(kLayers, 0) / block_sites::kSelfAttention;
  const ParameterId table =
      first.add(relative_bias_sites::kRelativeBiasWeight, {buckets.count, heads}, initializer);
  return std::make_shared<const RelativeBias>(table, buckets);
}

}  // namespace attnlab
