// GeneralAttention: scores of five kinds, then mask, softmax and weighting.
#include "core/layers/general_attention.h"

#include <cmath>

#include "core/layers/alignment_sites.h"
#include "core/layers/score_kind.h"
#include "core/ops/attention/alignment.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/explain.h"
#include "core/ops/basic/scale.h"

namespace attnlab {

GeneralAttention::GeneralAttention(const ParameterScope& scope, const Options& o) : options_(o) {
  const auto project = [&](const Site& weight, Index in, Index out) {
    return LinearLayer::without_bias(scope, weight, in, out, Initializer::glorot(in, out));
  };
  if (o.score == Score::Additive) {
    query_ = project(alignment_sites::kQueryWeight, o.query_width, o.hidden);
    key_ = project(alignment_sites::kKeyWeight, o.key_width, o.hidden);
    vector_ = scope.add(alignment_sites::kScoreWeight, {1, o.hidden}, Initializer::glorot(o.hidden, 1));
  } else if (o.score == Score::General) {
    key_ = project(alignment_sites::kKeyWeight, o.key_width, o.query_width);
  } else {
    require_equal("attention: width of the queries", o.query_width, "width of the keys", o.key_width);
  }
}

Variable GeneralAttention::prepare_keys(Tape& tape, Variable keys) const {
  if (options_.score == Score::Cosine) return tape.name(unit_length(tape, keys), alignment_sites::kUnitKey);
  return key_.weight < 0 ? keys : tape.name(key_(tape, keys), alignment_sites::kKey);
}

Variable GeneralAttention::additive(Tape& tape, Variable queries, Variable keys) const {
  const Variable query = tape.name(query_(tape, queries), alignment_sites::kQuery),
                 v = tape.parameter(vector_);
  if (!tape.recording()) return additive_scores(tape, query, keys, v);
  const Variable hidden = tape.name(additive_hidden(tape, query, keys), alignment_sites::kHidden);
  return tape.name(additive_sum(tape, hidden, v), alignment_sites::kScores);
}

Variable GeneralAttention::scores(Tape& tape, Variable queries, Variable keys) const {
  if (options_.score == Score::Additive) return additive(tape, queries, keys);
  if (options_.score == Score::Cosine) {
    const Variable query = tape.name(unit_length(tape, queries), alignment_sites::kUnitQuery);
    const Variable cosine = tape.name(attention_scores(tape, query, keys), alignment_sites::kCosine);
    return tape.name(multiply(tape, cosine, Real(options_.sharpness), "β"), alignment_sites::kScores);
  }
  const Variable scores = tape.name(attention_scores(tape, queries, keys), alignment_sites::kScores);
  if (options_.score != Score::ScaledDot) return scores;
  const Real divisor = Real(std::sqrt(double(options_.query_width)));
  return tape.name(divide(tape, scores, divisor, "√D"), alignment_sites::kScaled);
}

Variable GeneralAttention::weights(Tape& tape, Variable queries, Variable prepared_keys,
                                   const AttentionMask& mask) const {
  Variable s = scores(tape, queries, prepared_keys);
  if (!tape.recording()) return mask.hides() ? masked_softmax(tape, s, mask) : softmax(tape, s);
  if (mask.hides()) {
    const Shape shape = s.shape();
    const Variable hidden =
        tape.name(mask_values(tape, mask, shape[0], shape[1], shape[2]), alignment_sites::kMask);
    const Site& source =
        options_.score == Score::ScaledDot ? alignment_sites::kScaled : alignment_sites::kScores;
    s = tape.name(apply_mask(tape, s, hidden, source.name), alignment_sites::kMasked);
  }
  return tape.name(softmax(tape, s), alignment_sites::kWeights);
}

Variable GeneralAttention::operator()(Tape& tape, Variable queries, Variable keys, Variable values,
                                      const AttentionMask& mask, const Part& part) const {
  const Scope scope(tape, part);
  const Variable prepared = prepare_keys(tape, keys);
  return tape.name(attention_context(tape, weights(tape, queries, prepared, mask), values),
                   alignment_sites::kContext);
}

GeneralAttention::Score GeneralAttention::score_from(std::string_view name) { return score_kind(name).score; }

}  // namespace attnlab
