// AttentionLayer: multi-head attention with its four projections.
#pragma once

#include <memory>

#include "core/layers/linear_layer.h"
#include "core/layers/score_bias.h"
#include "core/ops/attention/attention.h"
#include "core/ops/attention/rotary.h"

namespace attnlab {

/// Multi-head attention (Vaswani et al. 2017, section 3.2.2). Query, key and value weights lie side by
/// side in the flat buffer, so that training projects with one product.
class AttentionLayer {
 public:
  struct Options {
    /// H, Hk (Ainslie et al. 2023; 1: Shazeer 2019), D, and dropout. The layer sets divisor and slopes, and
    /// each pass what it attends to.
    AttentionSpec spec;
    Index width;           ///< C, of what is read and made; heads are H·D wide together
    bool bias;             ///< of the output
    bool projection_bias;  ///< of queries, keys and values
    Initializer projection;
    Initializer output;
    bool scaled = true;  ///< scores are divided by √D
    /// Queries and keys are turned by their positions (Su et al. 2021): rotary_table; null: they are not.
    std::shared_ptr<const RotaryTable> rotary = nullptr;
    std::shared_ptr<const ScoreBias> score_bias = nullptr;  ///< what positions add to scores; null: nothing

    /// These options without positions: for attention to another sequence, where distances mean nothing.
    Options without_positions() const;
  };
  AttentionLayer(const ParameterScope& scope, const Options& options);

  /// queries [B,Tq,C] attend to memory [B,Tk,C] (the same variable for self-attention): [B,Tq,C].
  /// Where the tape carries a DecodingCache, queries are the new positions only; the cache holds keys and
  /// values of earlier positions, and of the memory, which only the first pass needs. Traced as query, key,
  /// value [B,Hk,Tk,D], rotated_query, rotated_key, scores, scaled, the bias [H,Tq,Tk], biased, mask, masked,
  /// weights, context, concat, output, as far as the options make them steps.
  Variable operator()(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask,
                      const Part& part) const;

 private:
  Variable fused(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask) const;
  Variable stepwise(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask) const;
  Variable cached(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask) const;
  Variable project(Tape& tape, Variable x, const LinearLayer& first, const LinearLayer& last) const;
  /// x with its first `columns` columns turned, where positions are rotary.
  Variable turned(Tape& tape, Variable x, Index columns, Index start) const;
  /// Steps of the trace: one projection cut into heads; scores before the mask; the mask and the softmax.
  Variable heads_of(Tape& tape, Variable x, const LinearLayer& projection, const Site& site) const;
  Variable scores(Tape& tape, Variable query, Variable key, Index start) const;
  Variable weights(Tape& tape, Variable scores, const AttentionMask& mask) const;

  /// The bias on scores, where fused attention does not know it by its slopes; null otherwise.
  const ScoreBias* unfused_bias() const;
  /// The spec of a pass, with its mask.
  AttentionSpec spec_with(const AttentionMask& mask) const;

  Options options_;
  LinearLayer query_, key_, value_, output_;
};

}  // namespace attnlab
