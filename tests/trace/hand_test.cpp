// Attention by hand as a pass: declared tensors, derivations that recompute, and the numbers of
// GeneralAttention.
#include "core/analysis/experiments/hand_examples.h"
#include "core/autograd/tape.h"
#include "core/layers/parameter_scope.h"
#include "core/tensor/random.h"
#include "core/trace/hand_pass.h"
#include "core/trace/hand_sites.h"
#include "tests/trace/declared.h"
#include "tests/trace/recompute.h"

namespace attnlab::testing {
namespace {

/// Random numbers for every matrix.
HandAttention random_numbers(const std::string& score, const std::string& mask) {
  HandAttention hand = random_hand({.queries = 3, .keys = 3, .features = 4, .values = 2, .hidden = 3}, 5);
  RandomStream random(6);
  for (HandMatrix* m : {&hand.weight, &hand.query_weight, &hand.key_weight, &hand.score_weight})
    for (double& cell : m->cells) cell = random.normal();
  hand.score = score;
  hand.mask = mask;
  hand.sharpness = 3;
  return hand;
}

void expect_derived(const Trace& trace, const TraceTensor& tensor) {
  for (Index offset = 0; offset < tensor.shape.size(); ++offset) {
    ASSERT_FALSE(trace.explain(tensor.name, index_of(tensor.shape, offset)).is_leaf) << tensor.name;
    expect_cell_recomputed(trace, tensor, offset);
  }
}

TEST(HandPass, DeclaresAndDerivesEveryTensor) {
  for (const ScoreKind& kind : score_kinds())
    for (const char* mask : {"none", "causal", "110/011/000"}) {
      SCOPED_TRACE(std::string(kind.name) + " " + mask);
      const TracePtr trace = hand_trace(random_numbers(std::string(kind.name), mask));
      for (const TraceTensor& tensor : trace->tensors()) {
        expect_declared(tensor.name, *tensor.site, tensor.place, tensor.shape);
        EXPECT_EQ(trace->find(hand_place(), *tensor.site), &tensor);
        EXPECT_FALSE(tensor.site->term.empty()) << tensor.name;
      }
      for (const TraceTensor* step : hand_steps(*trace)) expect_derived(*trace, *step);
    }
}

TEST(HandPass, NamesItsTokens) {
  const TracePtr trace = hand_trace(hand_example("cat").make());
  ASSERT_EQ(trace->input_pieces.size(), 1u);
  EXPECT_EQ(trace->input_pieces[0].text, "cat");
  ASSERT_EQ(trace->source_pieces.size(), 3u);
  EXPECT_EQ(trace->source_pieces[2].text, "sat");
  const TracePtr unnamed = hand_trace(random_numbers("dot", "none"));
  EXPECT_EQ(unnamed->input_pieces[2].text, "2");
}

/// The weights that the layer of recurrent models gives the same numbers.
std::vector<Real> layer_weights(const HandAttention& hand) {
  ParameterLayout layout;
  const HandSizes sizes = sizes_of(hand);
  const GeneralAttention layer(ParameterScope(layout), {.score = score_kind(hand.score).score,
                                                        .query_width = sizes.features,
                                                        .key_width = sizes.features,
                                                        .hidden = sizes.hidden,
                                                        .sharpness = hand.sharpness});
  std::vector<Real> parameters;
  for (const HandMatrixKind& kind : hand_matrices())
    if (kind.score && reads(hand, kind))
      for (const double cell : (hand.*kind.cells).cells) parameters.push_back(static_cast<Real>(cell));
  EXPECT_EQ(static_cast<Index>(parameters.size()), layout.size());
  Tape tape(Mode::Infer);
  tape.bind(layout, parameters.data(), nullptr);
  const auto given = [&](const HandMatrix& m) {
    const Variable made = tape.constant({1, m.rows, m.columns});
    for (std::size_t i = 0; i < m.cells.size(); ++i) made.data()[i] = static_cast<Real>(m.cells[i]);
    return made;
  };
  const Variable weights = layer.weights(tape, given(hand.query), layer.prepare_keys(tape, given(hand.key)),
                                         {.causal = hand.mask == "causal"});
  return {weights.data(), weights.data() + weights.size()};
}

TEST(HandPass, HasTheWeightsOfTheLayerOfModels) {
  for (const ScoreKind& kind : score_kinds())
    for (const char* mask : {"none", "causal"}) {
      SCOPED_TRACE(std::string(kind.name) + " " + mask);
      const HandAttention hand = random_numbers(std::string(kind.name), mask);
      const std::vector<Real> wanted = layer_weights(hand);
      const TracePtr trace = hand_trace(hand);
      const auto found = trace->find(hand_place(), hand_sites::kWeights)->value;
      ASSERT_EQ(found.size(), wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 1e-5) << i;
    }
}

}  // namespace
}  // namespace attnlab::testing
