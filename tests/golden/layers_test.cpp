// Attention and whole blocks against nn.MultiheadAttention, nn.TransformerEncoderLayer,
// nn.TransformerDecoderLayer and a block in the manner of GPT-2.
#include <memory>

#include "core/layers/block.h"
#include "core/layers/block_sites.h"
#include "tests/golden/case.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

struct AttentionCase {
  std::string name;
  bool cross = false, causal = false, bias = true;
  std::vector<Index> lengths = {};
};

void PrintTo(const AttentionCase& c, std::ostream* out) { *out << c.name; }

LayerMaker attention_maker(const AttentionCase& c) {
  return [&c](ParameterLayout& layout) -> Forward {
    const AttentionLayer::Options options{.spec = {.heads = 3, .key_value_heads = 3, .head_size = 4},
                                          .width = 12,
                                          .bias = c.bias,
                                          .projection_bias = c.bias,
                                          .projection = Initializer::zeros(),
                                          .output = Initializer::zeros()};
    const auto layer = std::make_shared<AttentionLayer>(ParameterScope(layout), options);
    return [&c, layer](Tape& tape, const Inputs& in) {
      return (*layer)(tape, in[0], in.back(), {c.causal, c.lengths}, block_sites::kSelfAttention);
    };
  };
}

class GoldenAttention : public ::testing::TestWithParam<AttentionCase> {};

TEST_P(GoldenAttention, MatchesPyTorch) {
  const AttentionCase& c = GetParam();
  std::vector<std::string> inputs = {"input"};
  if (c.cross) inputs.push_back("memory");
  expect_layer(golden_file("attention"), c.name, inputs, attention_maker(c));
}

INSTANTIATE_TEST_SUITE_P(All, GoldenAttention,
                         ::testing::Values(AttentionCase{"self"}, AttentionCase{"cross", true},
                                           AttentionCase{"causal", false, true},
                                           AttentionCase{"padding", true, false, true, {6, 2}},
                                           AttentionCase{"causal_padding", false, true, true, {3, 5}},
                                           AttentionCase{"unbiased", false, false, false}),
                         [](const auto& given) { return given.param.name; });

/// Stores the weights that a recording tape names.
class WeightsRecorder final : public Observer {
 public:
  void on_tensor(const NamedTensor& tensor) override {
    if (tensor.name == "self_attention.weights") weights.assign(tensor.value.begin(), tensor.value.end());
  }
  std::vector<Real> weights;
};

TEST_P(GoldenAttention, WeightsMatchPyTorch) {
  const AttentionCase& c = GetParam();
  const GoldenFile file = golden_file("attention");
  ParameterLayout layout;
  const Forward forward = attention_maker(c)(layout);
  std::vector<Real> values(static_cast<std::size_t>(layout.size()));
  load_parameters(file, c.name + ".param.", layout, values);
  Tape tape(Mode::Record);
  WeightsRecorder recorder;
  tape.recorded().attach(&recorder);
  tape.bind(layout, values.data(), nullptr);
  Inputs inputs;
  for (const char* name : {"input", "memory"}) {
    if (!file.has(c.name + "." + name)) continue;
    const Tensor tensor = file.tensor(c.name + "." + name);
    inputs.push_back(tape.constant(tensor.shape));
    std::copy(tensor.data.begin(), tensor.data.end(), inputs.back().data());
  }
  forward(tape, inputs);
  EXPECT_TRUE(matches(recorder.weights, file.tensor(c.name + ".weights"), "weights"));
}

Block::Options block_options(bool pre_norm, bool cross, const ActivationKind* activation, Index hidden) {
  return {.placement = &norm_placement(pre_norm ? "pre" : "post"),
          .cross_attention = cross,
          .dropout = 0,
          .norm = {&norm_kind("layer"), 8, true, 1e-5},
          .attention = {.spec = {.heads = 2, .key_value_heads = 2, .head_size = 4},
                        .width = 8,
                        .bias = true,
                        .projection_bias = true,
                        .projection = Initializer::zeros(),
                        .output = Initializer::zeros()},
          .feed_forward = {8, hidden, true, activation, Initializer::zeros(), Initializer::zeros()}};
}

LayerMaker block_maker(const Block::Options& options, const AttentionMask& self_mask,
                       const AttentionMask& memory_mask) {
  return [=](ParameterLayout& layout) -> Forward {
    const auto block = std::make_shared<Block>(ParameterScope(layout), options);
    return [=](Tape& tape, const Inputs& in) {
      const Block::Memory memory{in.back(), memory_mask};
      return (*block)(tape, in[0], self_mask, options.cross_attention ? &memory : nullptr);
    };
  };
}

class GoldenBlock : public ::testing::TestWithParam<std::tuple<bool, std::string>> {};

TEST_P(GoldenBlock, EncoderMatchesPyTorch) {
  const auto& [pre, activation] = GetParam();
  const std::vector<Index> lengths = {5, 3};
  const Block::Options options = block_options(pre, false, &activation_kind(activation), 12);
  expect_layer(golden_file("blocks"), std::string("encoder.") + (pre ? "pre." : "post.") + activation,
               {"input"}, block_maker(options, {false, lengths}, {}));
}

TEST_P(GoldenBlock, DecoderMatchesPyTorch) {
  const auto& [pre, activation] = GetParam();
  const std::vector<Index> lengths = {4, 3};
  const Block::Options options = block_options(pre, true, &activation_kind(activation), 12);
  expect_layer(golden_file("blocks"), std::string("decoder.") + (pre ? "pre." : "post.") + activation,
               {"input", "memory"}, block_maker(options, {true, {}}, {false, lengths}));
}

INSTANTIATE_TEST_SUITE_P(All, GoldenBlock,
                         ::testing::Combine(::testing::Bool(), ::testing::Values("relu", "gelu")));

TEST(GoldenGpt2Block, MatchesPyTorch) {
  const Block::Options options = block_options(true, false, &activation_kind("gelu_tanh"), 32);
  expect_layer(golden_file("blocks"), "gpt2", {"input"}, block_maker(options, {true, {}}, {}));
}

}  // namespace
}  // namespace attnlab::testing
