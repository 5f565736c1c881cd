// InputLayer: token embeddings plus positions.
#pragma once

#include "core/layers/input_sites.h"
#include "core/layers/sequence_input.h"
#include "core/ops/basic/embedding.h"

namespace attnlab {

/// factor·E[id], then what SequenceInput does. Traced as embedding, positions and input as `part`.
class InputLayer {
 public:
  struct Options {
    SequenceInput::Options sequence;
    Real factor;  ///< multiplies the embedding
  };
  /// `table` is the embedding's parameter [V,C], which other layers may share.
  InputLayer(const ParameterScope& scope, const Part& part, ParameterId table, const Options& options);

  /// ids [B·T] → [B,T,C]. Throws as SequenceInput does.
  Variable operator()(Tape& tape, std::span<const TokenId> ids, Index batch, Index positions) const;

 private:
  const Part* part_;
  Real factor_;
  ParameterId table_;
  SequenceInput sequence_;
};

}  // namespace attnlab
