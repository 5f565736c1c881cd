// T5's relative position bias (Raffel et al. 2020): each head adds a learned number for the distance.
#pragma once

#include <memory>

#include "core/layers/block_sites.h"
#include "core/layers/parameter_scope.h"
#include "core/layers/score_bias.h"
#include "core/ops/attention/bucket_bias.h"

namespace attnlab {

namespace relative_bias_sites {

using enum Axis;

inline constexpr Site kRelativeBiasWeight{
    .name = "relative_bias.weight",
    .axes = {Bucket, Head},
    .cell = "Bucket bias",
    .title = "Bucket biases",
    .sentence = "One learned number for each bucket of distances and each head; all layers share them.",
    .term = "relative position bias"};
inline constexpr Site kRelativeBias{.name = "relative_bias",
                                    .axes = {Head, Query, Key},
                                    .cell = "Relative bias",
                                    .title = "Relative biases",
                                    .sentence = "What each head adds for the distance from query to key.",
                                    .term = "relative position bias",
                                    .shown_by = "biased"};

}  // namespace relative_bias_sites

/// The biases of a table that its stack learns.
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

/// The table belongs to the self-attention of the first layer, as in the paper's model; all layers read it.
inline std::shared_ptr<const ScoreBias> relative_bias(const ParameterScope& stack, Index heads,
                                                      BucketSides sides, Initializer initializer) {
  const ParameterScope first = stack.within(kLayers, 0) / block_sites::kSelfAttention;
  const ParameterId table =
      first.add(relative_bias_sites::kRelativeBiasWeight, {kDistanceBuckets, heads}, initializer);
  return std::make_shared<const RelativeBias>(table, sides);
}

}  // namespace attnlab
