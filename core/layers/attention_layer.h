// AttentionLayer: multi-head attention with its four projections.
#pragma once

#include "core/layers/linear_layer.h"
#include "core/ops/mask.h"

namespace attnlab {

/// Multi-head attention (Vaswani et al. 2017, section 3.2.2). Query, key and value weights lie side by
/// side in the flat buffer, so that training projects with one product.
class AttentionLayer {
 public:
  struct Options {
    Index width;  ///< C
    Index heads;  ///< H
    bool bias;
    double dropout;  ///< on the weights
    Initializer projection;
    Initializer output;
  };
  AttentionLayer(const ParameterScope& scope, const Options& options);

  /// queries [B,Tq,C] attend to memory [B,Tk,C] (the same variable for self-attention): [B,Tq,C].
  /// Where the tape carries a DecodingCache, queries are the new positions only; keys and values of earlier
  /// ones are kept there. So are the memory's, which need be given in the first pass only. Traced as query,
  /// key, value, scores, scaled, mask, masked, weights, context, concat, output.
  Variable operator()(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask,
                      std::string_view name) const;

 private:
  Variable fused(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask) const;
  Variable stepwise(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask) const;
  Variable cached(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask) const;
  Variable project(Tape& tape, Variable x, const LinearLayer& first, const LinearLayer& last) const;

  Options options_;
  LinearLayer query_, key_, value_, output_;
};

}  // namespace attnlab
