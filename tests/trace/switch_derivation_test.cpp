// Every cell of every step of attention's switches and scores is recomputed from its derivation, in double.
#include <gtest/gtest.h>

#include <cmath>

#include "core/autograd/cells.h"
#include "core/layers/alignment_sites.h"
#include "core/trace/derivation_text.h"
#include "tests/support/switches.h"
#include "tests/support/weighted_sum.h"
#include "tests/trace/general_attention.h"

namespace attnlab::testing {
namespace {

void expect_step_recomputed(const Tape& tape, const Named& named) {
  for (Index i = 0; i < named.node->shape.size(); ++i) {
    const Derivation d = derive(tape.recorded(), named.node, i);
    if (d.is_leaf) return;
    ASSERT_FALSE(d.formula.empty()) << named.name;
    const double again = d.root.evaluate();
    if (std::isinf(d.value)) {
      ASSERT_EQ(again, d.value) << d.cell.text();
    } else {
      ASSERT_NEAR(again, d.value, 1e-5 * std::max(1.0, std::abs(d.value)))
          << d.cell.text() << " " << derivation_text(d, {6, 100});
    }
  }
}

void expect_steps_recomputed(const Tape& tape) {
  ASSERT_FALSE(tape.recorded().names().empty());
  for (const Named& named : tape.recorded().names()) expect_step_recomputed(tape, named);
}

TEST(SwitchDerivations, EveryCellOfEverySwitch) {
  for (const std::string& architecture : transformer_architectures()) {
    for (const Switch& option : transformer_switches()) {
      for (const std::string& value : option.values) {
        ModelConfig config = switch_base(architecture);
        if (!refusal(config).empty()) set_switch(config, "tied_output", "false");
        set_switch(config, option.name, value);
        if (!refusal(config).empty()) continue;
        const auto model = make_model(config);
        const std::vector<Real> weights = random_values(model->parameters().size(), 3, 0.4);
        Tape tape(Mode::Record);
        tape.bind(model->parameters(), weights.data(), nullptr);
        const Batch batch = switch_batch(config);
        model->loss(tape, batch, 0, batch.counted_targets());
        SCOPED_TRACE(architecture + " " + option.name + "=" + value);
        expect_steps_recomputed(tape);
      }
    }
  }
}

std::vector<std::string> names_of(const Tape& tape) {
  std::vector<std::string> names;
  for (const Named& named : tape.recorded().names()) names.push_back(named.name);
  return names;
}

using Names = std::vector<std::string>;

struct ScoreCase {
  std::string name;
  Names steps;
};

void PrintTo(const ScoreCase& c, std::ostream* out) { *out << c.name; }

class GeneralAttentionSteps : public ::testing::TestWithParam<ScoreCase> {};

TEST_P(GeneralAttentionSteps, AreNamedAndDerived) {
  const RecordedAttention pass(GetParam().name);
  EXPECT_EQ(pass.context.shape(), (Shape{2, 3, 2}));
  Names expected = {"queries", "keys", "values"};
  for (const std::string& step : GetParam().steps) expected.push_back("alignment." + step);
  for (const char* step : {"mask", "masked", "weights", "context"})
    expected.push_back(std::string("alignment.") + step);
  EXPECT_EQ(names_of(pass.tape), expected);
  expect_steps_recomputed(pass.tape);
}

INSTANTIATE_TEST_SUITE_P(
    All, GeneralAttentionSteps,
    ::testing::Values(ScoreCase{"dot", {"scores"}}, ScoreCase{"scaled_dot", {"scores", "scaled"}},
                      ScoreCase{"cosine", {"unit_key", "unit_query", "cosine", "scores"}},
                      ScoreCase{"general", {"key", "scores"}},
                      ScoreCase{"additive", {"key", "query", "hidden", "scores"}}),
    [](const auto& parameter) { return parameter.param.name; });

/// Twice the sharpness gives the softmax of twice the cosine; zero sharpness gives the mean.
TEST(GeneralAttention, SharpnessGoesFromTheMeanToTheNearest) {
  for (const double sharpness : {0.0, 1000.0}) {
    ParameterLayout layout;
    const GeneralAttention layer(
        ParameterScope(layout),
        {.score = GeneralAttention::Score::Cosine, .query_width = 2, .key_width = 2, .sharpness = sharpness});
    Tape tape(Mode::Infer);
    const Variable q = tape.constant({1, 1, 2}), k = tape.constant({1, 2, 2}), v = tape.constant({1, 2, 1});
    q.cells() << 3, 0;
    k.cells() << Real(0.1), 0, 5, 5;
    v.cells() << 1, 0;
    EXPECT_NEAR(static_cast<double>(*layer(tape, q, k, v, {}, alignment_sites::kAlignment).data()),
                sharpness > 0 ? 1 : 0.5, 1e-6);
  }
}

TEST(GeneralAttention, AQueryOfZerosHasNoDirection) {
  ParameterLayout layout;
  const GeneralAttention layer(ParameterScope(layout),
                               {.score = GeneralAttention::Score::Cosine, .query_width = 2, .key_width = 2});
  Tape tape(Mode::Record);
  const Variable q = tape.constant({1, 1, 2}), k = given(tape, {1, 2, 2}, 1), v = given(tape, {1, 2, 1}, 2);
  q.cells().setZero();
  layer(tape, q, k, v, {}, alignment_sites::kAlignment);
  EXPECT_EQ(tape.recorded().names().back().name, "alignment.context");
  expect_steps_recomputed(tape);
}

}  // namespace
}  // namespace attnlab::testing
