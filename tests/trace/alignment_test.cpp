// Alignment of a pass: states, scores, weights and contexts, recomputed in double from the traced tensors.
#include "core/analysis/recurrence/alignment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/models/architecture_kind.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

using Row = std::vector<double>;

Row row_of_state(const StateRow& state) { return {state.values().begin(), state.values().end()}; }

double dot(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// W·x + b; without a bias where there is none of that name.
Row linear(const Trace& trace, const std::string& name, const Row& x) {
  const TraceTensor& weight = trace.at(name + ".weight");
  const TraceTensor* const bias = trace.find(name + ".bias");
  Row y(static_cast<std::size_t>(weight.shape[0]));
  for (std::size_t r = 0; r < y.size(); ++r) {
    if (bias) y[r] = static_cast<double>(bias->value[r]);
    for (std::size_t c = 0; c < x.size(); ++c)
      y[r] += static_cast<double>(weight.value[r * x.size() + c]) * x[c];
  }
  return y;
}

Row joined(Row a, const Row& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Row tanh_of(Row x) {
  for (double& value : x) value = std::tanh(value);
  return x;
}

void expect_close(const Row& found, const Row& wanted, const std::string& what) {
  ASSERT_EQ(found.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 2e-5) << what << " " << i;
}

/// The score of a decoder state and an encoder state, by the papers' formulas.
double wanted_score(const Trace& trace, const std::string& alignment, const Row& s, const Row& h) {
  if (alignment == "dot") return dot(s, h);
  if (alignment == "general") return dot(s, linear(trace, "alignment.key", h));
  Row hidden = linear(trace, "alignment.query", s);
  const Row key = linear(trace, "alignment.key", h);
  for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] += key[i];
  return linear(trace, "alignment.score", tanh_of(hidden))[0];
}

struct AlignedCase {
  const char *alignment, *cell;
  bool both;
};
void PrintTo(const AlignedCase& c, std::ostream* out) {
  *out << c.alignment << "_" << c.cell << (c.both ? "_both" : "");
}

class AlignmentOfAPass : public ::testing::TestWithParam<AlignedCase> {
 protected:
  AlignmentOfAPass() {
    Preset preset = find_preset("seq2seq");
    for (const std::string& option :
         {std::string("model.alignment=") + GetParam().alignment, std::string("cell=") + GetParam().cell,
          std::string("bidirectional=") + (GetParam().both ? "true" : "false"), std::string("width=12"),
          std::string("model.layers=2")})
      set_option(preset, option);
    const Experiment made = make_experiment(preset);
    Trainer trainer(made.model, made.task, made.preset.training, 1);
    for (int step = 0; step < 3; ++step) trainer.step();
    trace_ = Tracer(made.model, made.vocabularies)
                 .trace(trainer.snapshot(),
                        {.source = "the red house", .target = "la maison rouge", .gradients = false});
  }
  TracePtr trace_;
};

TEST_P(AlignmentOfAPass, IsRecomputedFromItsStates) {
  const AlignedPass pass = aligned_pass(*trace_);
  const std::string alignment = GetParam().alignment;
  EXPECT_EQ(pass.kind->name, alignment);
  EXPECT_EQ(pass.sources(), 4) << "three words and <eos>";
  EXPECT_EQ(pass.positions(), 4);
  EXPECT_EQ(pass.encoder->shape.last(), GetParam().both ? 24 : 12);
  EXPECT_EQ(pass.weights != nullptr, pass.kind->looks_back());
  if (!pass.kind->looks_back()) return;
  for (Index i = 0; i < pass.positions(); ++i) {
    const Row asking = row_of_state(pass.asking(i));
    Row scores, context(static_cast<std::size_t>(pass.encoder->shape.last()), 0.0);
    for (Index j = 0; j < pass.sources(); ++j)
      scores.push_back(wanted_score(*trace_, alignment, asking, row_of_state({pass.encoder, j})));
    double sum = 0, largest = 0;
    for (const double score : scores) sum += std::exp(score);
    for (Index j = 0; j < pass.sources(); ++j) {
      const auto at = static_cast<std::size_t>(j);
      const double weight = std::exp(scores[at]) / sum;
      EXPECT_NEAR(pass.score(i, j), scores[at], 2e-5);
      EXPECT_NEAR(pass.weight(i, j), weight, 2e-5);
      largest = std::max(largest, weight);
      const Row h = row_of_state({pass.encoder, j});
      for (std::size_t f = 0; f < h.size(); ++f) context[f] += pass.weight(i, j) * h[f];
    }
    EXPECT_NEAR(pass.weight(i, pass.strongest(i)), largest, 2e-5);
    expect_close(row_of_state({pass.context, i}), context, "context");
    ASSERT_EQ(pass.attentional != nullptr, pass.kind->when == AlignmentKind::When::AfterAllSteps);
    if (pass.attentional)
      expect_close(row_of_state({pass.attentional, i}),
                   tanh_of(linear(*trace_, "alignment.combine",
                                  joined(row_of_state({pass.context, i}), row_of_state(pass.after(i))))),
                   "attentional state");
  }
}

/// Bahdanau's decoder asks with the state before its step, Luong's with the state after it.
TEST_P(AlignmentOfAPass, AsksAtItsTime) {
  const AlignedPass pass = aligned_pass(*trace_);
  const bool before = pass.kind->when == AlignmentKind::When::BeforeEachStep;
  EXPECT_EQ(pass.asking(0).tensor, before ? pass.start.tensor : pass.decoder);
  EXPECT_EQ(pass.asking(2).tensor, pass.decoder);
  EXPECT_EQ(pass.asking(2).row, before ? 1 : 2);
  EXPECT_EQ(pass.decoder->name, before ? "decoder.layers.0.hidden" : "decoder.layers.1.hidden");
}

TEST_P(AlignmentOfAPass, HandsOverTheLastStates) {
  const std::vector<HandedState> states = handed_states(*trace_);
  const bool has_cell = std::string_view(GetParam().cell) == "lstm";
  ASSERT_EQ(states.size(), has_cell ? 4u : 2u);
  std::size_t numbers = 0;
  for (const HandedState& state : states) {
    numbers += state.made.values().size();
    EXPECT_EQ(state.forward.row, 3);
    EXPECT_EQ(state.is_cell, state.forward.tensor->name.ends_with(".cell"));
    if (!GetParam().both) {
      EXPECT_EQ(state.made.tensor, state.forward.tensor);
      EXPECT_EQ(state.reverse.tensor, nullptr);
      continue;
    }
    EXPECT_EQ(state.reverse.row, 0);
    const std::string bridge = "decoder.layers." + std::to_string(state.layer) +
                               (state.is_cell ? ".initial_cell" : ".initial_hidden");
    const Row made =
        linear(*trace_, bridge, joined(row_of_state(state.forward), row_of_state(state.reverse)));
    expect_close(row_of_state(state.made), state.is_cell ? made : tanh_of(made), bridge);
  }
  for (const Index tokens : {1, 4, 30}) {
    const SourceNumbers found = source_numbers(trace_->config(), tokens);
    EXPECT_EQ(found.handed, static_cast<Index>(numbers)) << "whatever the length";
    const Index width = aligned_pass(*trace_).encoder->shape.last();
    EXPECT_EQ(found.states, std::string_view(GetParam().alignment) == "none" ? 0 : tokens * width);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, AlignmentOfAPass,
    ::testing::Values(AlignedCase{"none", "lstm", false}, AlignedCase{"none", "gru", true},
                      AlignedCase{"additive", "gru", true}, AlignedCase{"additive", "lstm", false},
                      AlignedCase{"dot", "gru", false}, AlignedCase{"general", "lstm", true},
                      AlignedCase{"concat", "rnn_tanh", true}),
    ::testing::PrintToStringParamName());

TEST(Alignment, IsOfRecurrentPairs) {
  for (const Preset& preset : builtin_presets())
    EXPECT_EQ(is_recurrent_pair(preset.model), preset.model.architecture == "recurrent_seq2seq")
        << preset.name;
  const Experiment made = make_experiment(find_preset("lstm"));
  const Trainer trainer(made.model, made.task, made.preset.training, 1);
  const TracePtr trace = Tracer(made.model, made.vocabularies)
                             .trace(trainer.snapshot(), {.target = "The owl", .gradients = false});
  for (const std::function<void()>& asked : {std::function<void()>([&] { aligned_pass(*trace); }),
                                             std::function<void()>([&] { handed_states(*trace); })})
    EXPECT_EQ(error_text<std::invalid_argument>(asked),
              "alignment needs a recurrent encoder–decoder, which this model is not");
}

}  // namespace
}  // namespace attnlab::testing
