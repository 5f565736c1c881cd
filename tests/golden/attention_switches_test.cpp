// Attention's switches against PyTorch: positions, shared keys, windows, scores; as layers and as models.
#include "core/layers/alibi.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/attention_layer.h"
#include "core/layers/block_sites.h"
#include "core/layers/general_attention.h"
#include "core/ops/attention/rotary.h"
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

struct SwitchCase {
  std::string name;
  AttentionLayer::Options options;
  bool causal = false;
  MaskRule rule{};
};

void PrintTo(const SwitchCase& c, std::ostream* out) { *out << c.name; }

AttentionLayer::Options heads(Index width, Index count, Index key_value_heads) {
  return {.spec = {.heads = count, .key_value_heads = key_value_heads, .head_size = width / count},
          .width = width,
          .bias = true,
          .projection_bias = true,
          .projection = Initializer::zeros(),
          .output = Initializer::zeros()};
}

AttentionLayer::Options heads(Index width, Index count) { return heads(width, count, count); }

AttentionLayer::Options rotary(AttentionLayer::Options options) {
  options.rotary =
      std::make_shared<const RotaryTable>(rotary_table(8, RotaryTurns::whole(options.spec.head_size)));
  return options;
}

AttentionLayer::Options biased(AttentionLayer::Options options) {
  ParameterLayout none;
  options.score_bias = alibi(ParameterScope(none), options.spec.heads);
  return options;
}

AttentionLayer::Options unscaled(AttentionLayer::Options options) {
  options.scaled = false;
  return options;
}

class GoldenSwitch : public ::testing::TestWithParam<SwitchCase> {};

TEST_P(GoldenSwitch, MatchesPyTorch) {
  const SwitchCase& c = GetParam();
  expect_layer(
      golden_file("attention_switches"), c.name, {"input"}, [&c](ParameterLayout& layout) -> Forward {
        const auto layer = std::make_shared<AttentionLayer>(ParameterScope(layout), c.options);
        return [&c, layer](Tape& tape, const Inputs& in) {
          return (*layer)(tape, in[0], in[0], {.causal = c.causal, .key_lengths = {}, .rule = c.rule},
                          block_sites::kSelfAttention);
        };
      });
}

INSTANTIATE_TEST_SUITE_P(
    All, GoldenSwitch,
    ::testing::Values(SwitchCase{"rotary", rotary(heads(16, 4))},
                      SwitchCase{"rotary_causal_grouped", rotary(heads(16, 4, 2)), true},
                      SwitchCase{"alibi", biased(heads(8, 4))},
                      SwitchCase{"alibi_causal_six_heads", biased(heads(12, 6)), true},
                      SwitchCase{"grouped", heads(8, 4, 2)}, SwitchCase{"single", heads(8, 4, 1), true},
                      SwitchCase{"unscaled", unscaled(heads(8, 2))},
                      SwitchCase{"window", heads(8, 2), false, {.window = 2}},
                      SwitchCase{"window_causal", heads(8, 2), true, {.window = 2}},
                      SwitchCase{"sinks", heads(8, 2), false, {.window = 2, .sinks = 1}},
                      SwitchCase{"sinks_causal", heads(8, 2), true, {.window = 1, .sinks = 2}},
                      SwitchCase{"all", unscaled(rotary(heads(8, 2, 1))), true, {.window = 3}}),
    [](const auto& given) { return given.param.name; });

struct ScoreCase {
  std::string name;
  Index key_width;
};

void PrintTo(const ScoreCase& c, std::ostream* out) { *out << c.name; }

class GoldenGeneralAttention : public ::testing::TestWithParam<ScoreCase> {};

TEST_P(GoldenGeneralAttention, MatchesPyTorch) {
  const ScoreCase& c = GetParam();
  const std::vector<Index> lengths = {5, 3};
  expect_layer(golden_file("general_attention"), c.name, {"queries", "keys", "values"},
               [&](ParameterLayout& layout) -> Forward {
                 const auto layer = std::make_shared<GeneralAttention>(
                     ParameterScope(layout),
                     GeneralAttention::Options{.score = GeneralAttention::score_from(c.name),
                                               .query_width = 4,
                                               .key_width = c.key_width,
                                               .hidden = 3,
                                               .sharpness = 2.5});
                 return [&lengths, layer](Tape& tape, const Inputs& in) {
                   return (*layer)(tape, in[0], in[1], in[2], {.causal = false, .key_lengths = lengths},
                                   alignment_sites::kAlignment);
                 };
               });
}

INSTANTIATE_TEST_SUITE_P(All, GoldenGeneralAttention,
                         ::testing::Values(ScoreCase{"dot", 4}, ScoreCase{"scaled_dot", 4},
                                           ScoreCase{"cosine", 4}, ScoreCase{"general", 6},
                                           ScoreCase{"additive", 6}),
                         [](const auto& given) { return given.param.name; });

ModelConfig small_gpt(const std::string& positions) {
  ModelConfig config;
  config.layers = 1;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 16;
  config.context = 6;
  config.target_vocabulary = 11;
  config.bias = false;
  config.positions = positions;
  return config;
}

ModelCase rotary_case() {
  ModelCase c{"gpt_rotary", small_gpt("rotary")};
  c.config.key_value_heads = 1;
  c.config.scaled_scores = false;
  c.config.mask.window = 3;
  return c;
}

class GoldenSwitchModel : public ::testing::TestWithParam<ModelCase> {};

TEST_P(GoldenSwitchModel, LogitsLossAndGradients) { expect_golden_gradients(GetParam()); }
TEST_P(GoldenSwitchModel, ThreeStepsOfTraining) { expect_golden_steps(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, GoldenSwitchModel,
                         ::testing::Values(rotary_case(), ModelCase{"gpt_alibi", small_gpt("alibi")}),
                         [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace attnlab::testing
