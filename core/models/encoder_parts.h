// What the encoders of texts and of pictures share: their stack, and pooling.
#pragma once

#include <optional>

#include "core/layers/output_layer_kind.h"
#include "core/layers/output_layer_sites.h"
#include "core/models/pooling_kind.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

/// x [B,T,C] through all blocks and the last norm, in the scope "encoder".
Variable encode(Tape& tape, const std::vector<Block>& blocks, const std::optional<NormLayer>& norm,
                Variable x, const AttentionMask& mask);

/// `lengths` [B], one longer where a class vector goes before each row; they live as long as the pass.
std::span<const Index> lengths_with_class(Tape& tape, const ModelConfig& config,
                                          std::span<const Index> lengths);

/// One vector a row: x [B,T,C] → [B,1,C], recorded as `pooled`. `lengths` are the real positions of each row;
/// empty: all.
Variable pool(Tape& tape, const PoolingKind& pooling, Variable x, std::span<const Index> lengths);

/// norm(f(W·x + b)) as config.output_layer says: the pooler and the head for hidden words of BERT (Devlin et
/// al. 2019). Traced as dense, activated and norm of the part "output".
class OutputLayer {
 public:
  /// Without a layer, where config.output_layer is none, there are no parameters.
  OutputLayer(const ParameterScope& output, const ModelConfig& config);

  /// x [B,T,C] → [B,T,C].
  Variable operator()(Tape& tape, Variable x) const;

 private:
  const OutputLayerKind& kind_;
  const ActivationKind& activation_;
  const model_sites::OutputLayerSites& sites_;
  LinearLayer dense_;
  NormLayer norm_;
};

/// The sites of the output layer of `config`.
const model_sites::OutputLayerSites& output_layer_sites(const ModelConfig& config);

}  // namespace attnlab
