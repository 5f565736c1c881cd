// Real positions: which positions of a batch are of its examples, and not padding.
#pragma once

#include "core/autograd/place.h"
#include "core/data/batch.h"
#include "core/models/model_config.h"

namespace attnlab {

/// For the tensors of models of one configuration.
class RealPositions {
 public:
  explicit RealPositions(const ModelConfig& config);

  /// How many of the first `positions` of example `row`, in a tensor at `place`, are not padding. A class
  /// vector counts.
  Index count(const Batch& batch, const Place& place, Index row, Index positions) const;

  /// Positions in front of the source's first, in a tensor at `place`: 1 behind a class vector.
  Index before_text(const Place& place) const;

 private:
  bool source_states_;   ///< whether recurrent layers read the source
  Index before_source_;  ///< positions before the source's first: the class vector
};

}  // namespace attnlab
