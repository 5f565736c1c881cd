// Hand pass: what was typed goes on a recording tape as constants, and attention is computed on it.
#include "core/trace/hand_pass.h"

#include <cmath>
#include <limits>

#include "core/autograd/operation.h"
#include "core/autograd/tape.h"
#include "core/config/no_such_kind.h"
#include "core/ops/attention/alignment.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/linear.h"
#include "core/ops/basic/scale.h"
#include "core/trace/hand_sites.h"

namespace attnlab {

namespace {

using Score = GeneralAttention::Score;

/// One pass on its tape.
class HandPass {
 public:
  HandPass(Tape& tape, const HandAttention& hand)
      : tape_(tape), hand_(hand), score_(score_kind(hand.score).score) {}

  void record() {
    const Scope scope(tape_, hand_sites::kHand);
    const Variable query = tokens(hand_.query, hand_sites::kQuery), key = tokens(hand_.key, hand_sites::kKey),
                   value = tokens(hand_.value, hand_sites::kValue);
    const Variable weights = tape_.name(softmax(tape_, masked(scores(query, key))), hand_sites::kWeights);
    tape_.name(attention_context(tape_, weights, value), hand_sites::kOutput);
  }

 private:
  Variable typed(const HandMatrix& matrix, const Shape& shape, const Site& site) {
    const Variable made = tape_.constant(shape);
    for (Index i = 0; i < made.size(); ++i) made.data()[i] = Real(matrix.cells[i]);
    return tape_.name(made, site);
  }
  Variable tokens(const HandMatrix& m, const Site& site) { return typed(m, {1, m.rows, m.columns}, site); }
  Variable weights_of(const HandMatrix& m, const Site& site) { return typed(m, {m.rows, m.columns}, site); }

  Variable scores(Variable query, Variable key) {
    switch (score_) {
      case Score::Dot: return dot(query, key);
      case Score::ScaledDot: return scaled(dot(query, key));
      case Score::Cosine: return cosine(query, key);
      case Score::General: return general(query, key);
      case Score::Additive: return additive(query, key);
    }
    no_such_kind("score");
  }

  Variable dot(Variable query, Variable key) {
    return tape_.name(attention_scores(tape_, query, key), hand_sites::kScores);
  }
  Variable scaled(Variable scores) {
    const Real divisor = Real(std::sqrt(double(hand_.query.columns)));
    return tape_.name(divide(tape_, scores, divisor, "√d_k"), hand_sites::kScaled);
  }
  Variable cosine(Variable query, Variable key) {
    const Variable q = tape_.name(unit_length(tape_, query), hand_sites::kUnitQuery),
                   k = tape_.name(unit_length(tape_, key), hand_sites::kUnitKey);
    const Variable cosines = tape_.name(attention_scores(tape_, q, k), hand_sites::kCosine);
    return tape_.name(multiply(tape_, cosines, Real(hand_.sharpness), "β"), hand_sites::kScores);
  }
  Variable general(Variable query, Variable key) {
    const Variable w = weights_of(hand_.weight, hand_sites::kWeight);
    return dot(query, tape_.name(linear(tape_, key, w), hand_sites::kWeightedKey));
  }
  Variable additive(Variable query, Variable key) {
    const Variable w_q = weights_of(hand_.query_weight, hand_sites::kQueryWeight),
                   w_k = weights_of(hand_.key_weight, hand_sites::kKeyWeight),
                   v = weights_of(hand_.score_weight, hand_sites::kScoreWeight);
    const Variable q = tape_.name(linear(tape_, query, w_q), hand_sites::kHiddenQuery),
                   k = tape_.name(linear(tape_, key, w_k), hand_sites::kHiddenKey);
    const Variable hidden = tape_.name(additive_hidden(tape_, q, k), hand_sites::kHidden);
    return tape_.name(additive_sum(tape_, hidden, v), hand_sites::kScores);
  }

  Variable masked(Variable scores) {
    if (!has_mask(hand_)) return scores;
    const Variable mask = tape_.constant(scores.shape());
    Real* cell = mask.data();
    for (const std::string& row : hand_mask(hand_))
      for (const char seen : row) *cell++ = seen == '1' ? Real(0) : -std::numeric_limits<Real>::infinity();
    const Site& source = score_ == Score::ScaledDot ? hand_sites::kScaled : hand_sites::kScores;
    return tape_.name(apply_mask(tape_, scores, tape_.name(mask, hand_sites::kMask), source.name),
                      hand_sites::kMasked);
  }

  Tape& tape_;
  const HandAttention& hand_;
  Score score_;
};

/// The tokens by name, or by their places.
std::vector<Piece> named_tokens(const std::vector<std::string>& names, Index count) {
  std::vector<Piece> pieces;
  for (Index i = 0; i < count; ++i)
    pieces.push_back({kUnknownId, names.empty() ? std::to_string(i) : names[i]});
  return pieces;
}

}  // namespace

TracePtr hand_trace(const HandAttention& hand) {
  validate(hand);
  auto tape = std::make_unique<Tape>(Mode::Record);
  HandPass(*tape, hand).record();
  auto sizes = std::make_shared<ModelConfig>();
  sizes->heads = 1;
  sizes->width = hand.query.columns;
  auto trace = std::make_shared<Trace>(std::move(sizes), std::move(tape));
  trace->input_pieces = named_tokens(hand.query_names, hand.query.rows);
  trace->source_pieces = named_tokens(hand.key_names, hand.key.rows);
  return trace;
}

const Place& hand_place() {
  static const Place place = Place().inside(hand_sites::kHand);
  return place;
}

std::vector<const TraceTensor*> hand_steps(const Trace& trace) {
  std::vector<const TraceTensor*> steps;
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.node->producer) steps.push_back(&tensor);
  return steps;
}

const TraceTensor& softmax_input(const Trace& trace) {
  for (const Site* site : {&hand_sites::kMasked, &hand_sites::kScaled})
    if (const TraceTensor* tensor = trace.find(hand_place(), *site)) return *tensor;
  return *trace.find(hand_place(), hand_sites::kScores);
}

}  // namespace attnlab
