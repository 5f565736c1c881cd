// GeneralAttention: a soft look-up of queries among keys, with the score function to choose.
#pragma once

#include "core/layers/linear_layer.h"
#include "core/ops/attention/mask.h"

namespace attnlab {

/// context_i = Σ_j softmax_j(score(query_i, key_j))·value_j, without heads and without projections of its own
/// beside those of the score. Of two recurrent networks it is an alignment (Bahdanau et al. 2015; Luong et
/// al. 2015); of a Transformer it is one head.
class GeneralAttention {
 public:
  enum class Score {
    Dot,        ///< q·k
    ScaledDot,  ///< q·k/√D (Vaswani et al. 2017)
    Cosine,     ///< β·q·k/(|q||k|), β the sharpness
    General,    ///< qᵀ·W·k (Luong et al. 2015): parameter key.weight [Dq,Dk]
    Additive,   ///< vᵀ·tanh(W_q·q + W_k·k) (Bahdanau et al. 2015), which is also Luong's "concat":
                ///< query.weight [A,Dq], key.weight [A,Dk], score.weight [1,A]
  };
  struct Options {
    Score score;
    Index query_width;     ///< Dq
    Index key_width;       ///< Dk; dot products and cosines need Dk = Dq
    Index hidden = 0;      ///< A; additive only
    double sharpness = 1;  ///< β; cosine only
  };
  /// Parameters start by Glorot's rule. Throws std::invalid_argument if the widths do not fit the score.
  GeneralAttention(const ParameterScope& scope, const Options& options);

  /// Keys [B,Tk,Dk] as the scores need them: projected, scaled to length 1 or unchanged. Prepared once, they
  /// serve queries that come one at a time. Traced as key (or unit_key) where it is a step.
  Variable prepare_keys(Tape& tape, Variable keys) const;
  /// Weights [B,Tq,Tk] of queries [B,Tq,Dq] on prepared keys. Traced as query (or unit_query), hidden or
  /// cosine, scores, scaled, mask, masked, weights, as far as they are steps.
  Variable weights(Tape& tape, Variable queries, Variable prepared_keys, const AttentionMask& mask) const;
  /// Prepares the keys, weighs them, and sums values [B,Tk,Dv] with the weights, traced as context:
  /// [B,Tq,Dv].
  Variable operator()(Tape& tape, Variable queries, Variable keys, Variable values, const AttentionMask& mask,
                      const Part& part) const;

  /// The score of the row of score_kinds() with this name; throws std::invalid_argument with near names.
  static Score score_from(std::string_view name);

 private:
  Variable scores(Tape& tape, Variable queries, Variable keys) const;
  Variable additive(Tape& tape, Variable queries, Variable keys) const;

  Options options_;
  LinearLayer query_, key_;
  ParameterId vector_ = -1;  // v
};

}  // namespace attnlab
