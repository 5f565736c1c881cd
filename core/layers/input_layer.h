// InputLayer: token embeddings plus positions.
#pragma once

#include <span>

#include "core/layers/parameter_scope.h"
#include "core/ops/embedding.h"
#include "core/tensor/tensor.h"

namespace attnlab {

/// factor·E[id] + position. Traced as embedding, positions, input under the scope `name`.
class InputLayer {
 public:
  struct Options {
    Index context;  ///< longest T
    Index width;    ///< C
    bool learned_positions;
    Real factor;  ///< multiplies the embedding
    double dropout;
    Initializer position_initializer;
  };
  /// `table` is the embedding's parameter [V,C], which other layers may share.
  InputLayer(const ParameterScope& scope, std::string name, ParameterId table, const Options& options);

  /// ids [B·T] → [B,T,C]; they begin at the position of the tape's DecodingCache, where it has one. Throws
  /// std::invalid_argument where they go beyond the context.
  Variable operator()(Tape& tape, std::span<const TokenId> ids, Index batch, Index positions) const;

 private:
  Variable position_rows(Tape& tape, Index first, Index positions) const;

  std::string name_;
  Options options_;
  ParameterId table_;
  ParameterId position_table_ = -1;
  Tensor sinusoids_;                   // [context,C] where positions are not learned
  std::vector<TokenId> position_ids_;  // 0, 1, 2, …
};

}  // namespace attnlab
