// GeneralAttention: scores of five kinds, then mask, softmax and weighting.
#include "core/layers/general_attention.h"

#include <cmath>
#include <stdexcept>

#include "core/ops/attention/alignment.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/explain.h"
#include "core/ops/basic/scale.h"

namespace attnlab {

GeneralAttention::GeneralAttention(const ParameterScope& scope, const Options& o) : options_(o) {
  const auto project = [&](const char* name, Index in, Index out) {
    return LinearLayer::make(scope / name, in, out, false, Initializer::glorot(in, out));
  };
  if (o.score == Score::Additive) {
    query_ = project("query", o.query_width, o.hidden);
    key_ = project("key", o.key_width, o.hidden);
    vector_ = (scope / "score").add("weight", {1, o.hidden}, Initializer::glorot(o.hidden, 1));
  } else if (o.score == Score::General) {
    key_ = project("key", o.key_width, o.query_width);
  } else {
    require_equal("attention: width of the queries", o.query_width, "width of the keys", o.key_width);
  }
}

Variable GeneralAttention::prepare_keys(Tape& tape, Variable keys) const {
  if (options_.score == Score::Cosine) return tape.name(unit_length(tape, keys), "unit_key");
  return key_.weight < 0 ? keys : tape.name(key_(tape, keys), "key");
}

Variable GeneralAttention::additive(Tape& tape, Variable queries, Variable keys) const {
  const Variable query = tape.name(query_(tape, queries), "query"), v = tape.parameter(vector_);
  if (!tape.recording()) return additive_scores(tape, query, keys, v);
  const Variable hidden = tape.name(additive_hidden(tape, query, keys), "hidden");
  return tape.name(additive_sum(tape, hidden, v), "scores");
}

Variable GeneralAttention::scores(Tape& tape, Variable queries, Variable keys) const {
  if (options_.score == Score::Additive) return additive(tape, queries, keys);
  if (options_.score == Score::Cosine) {
    const Variable query = tape.name(unit_length(tape, queries), "unit_query");
    const Variable cosine = tape.name(attention_scores(tape, query, keys), "cosine");
    return tape.name(multiply(tape, cosine, static_cast<Real>(options_.sharpness), "β"), "scores");
  }
  const Variable scores = tape.name(attention_scores(tape, queries, keys), "scores");
  if (options_.score != Score::ScaledDot) return scores;
  const Real divisor = static_cast<Real>(std::sqrt(static_cast<double>(options_.query_width)));
  return tape.name(divide(tape, scores, divisor, "√D"), "scaled");
}

Variable GeneralAttention::weights(Tape& tape, Variable queries, Variable prepared_keys,
                                   const AttentionMask& mask) const {
  Variable s = scores(tape, queries, prepared_keys);
  if (!tape.recording()) return mask.hides() ? masked_softmax(tape, s, mask) : softmax(tape, s);
  if (mask.hides()) {
    const Shape shape = s.shape();
    const Variable hidden = tape.name(mask_values(tape, mask, shape[0], shape[1], shape[2]), "mask");
    const char* source = options_.score == Score::ScaledDot ? "scaled" : "scores";
    s = tape.name(apply_mask(tape, s, hidden, source), "masked");
  }
  return tape.name(softmax(tape, s), "weights");
}

Variable GeneralAttention::operator()(Tape& tape, Variable queries, Variable keys, Variable values,
                                      const AttentionMask& mask, std::string_view name) const {
  const Scope scope(tape, name);
  const Variable prepared = prepare_keys(tape, keys);
  return tape.name(attention_context(tape, weights(tape, queries, prepared, mask), values), "context");
}

GeneralAttention::Score GeneralAttention::score_from(std::string_view name) {
  if (name == "dot") return Score::Dot;
  if (name == "scaled_dot") return Score::ScaledDot;
  if (name == "cosine") return Score::Cosine;
  if (name == "general") return Score::General;
  if (name == "additive" || name == "concat") return Score::Additive;
  throw std::invalid_argument("unknown score " + std::string(name) +
                              ": dot, scaled_dot, cosine, general, additive or concat");
}

}  // namespace attnlab
