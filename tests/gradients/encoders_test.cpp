// Gradients of patches, pooling and the class vector, and of whole encoder-only and vision models.
#include "core/models/model.h"
#include "core/ops/basic/patches.h"
#include "core/ops/basic/pooling.h"
#include "tests/gradients/check.h"
#include "tests/gradients/parameter_check.h"
#include "tests/support/encoder_models.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

TEST(Gradients, Patches) {
  for (const Index patch : {1, 2}) {
    EXPECT_TRUE(gradients_agree([&](Tape& t, const Inputs& in) { return patches(t, in[0], patch); },
                                {{{2, 3, 4, 6}}}));
  }
}

TEST(Gradients, MeanPooling) {
  const std::vector<Index> lengths = {4, 1, 3};
  EXPECT_TRUE(
      gradients_agree([&](Tape& t, const Inputs& in) { return mean_row(t, in[0], lengths); }, {{{3, 4, 5}}}));
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return mean_row(t, in[0], {}); }, {{{2, 3, 5}}}));
}

TEST(Gradients, PickedRows) {
  const std::vector<Index> rows = {2, 0, 3};
  EXPECT_TRUE(
      gradients_agree([&](Tape& t, const Inputs& in) { return pick_row(t, in[0], rows); }, {{{3, 4, 5}}}));
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return pick_row(t, in[0], {}); }, {{{2, 3, 5}}}));
}

TEST(Gradients, PrependedRow) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return prepend_row(t, in[0], in[1]); },
                              {{{5}}, {{3, 4, 5}}}));
}

struct Switches {
  std::string kind, norm, activation, positions;
  bool bias;
  double dropout;
};

std::vector<Switches> switches() {
  std::vector<Switches> all;
  for (const char* kind : kEncoderKinds) {
    all.push_back({kind, "pre", "gelu", "learned", true, 0});
    all.push_back({kind, "post", "relu", "sinusoidal", false, 0});
    all.push_back({kind, "none", "swiglu", "none", true, 0.2});
    all.push_back({kind, "pre", "gelu", "rotary", true, 0});
    all.push_back({kind, "pre", "gelu", "alibi", false, 0});
    all.push_back({kind, "pre", "gelu", "relative_bias", true, 0.2});
  }
  return all;
}

class EncoderGradients : public ::testing::TestWithParam<Switches> {};

TEST_P(EncoderGradients, AgreeWithDifferences) {
  const Switches& s = GetParam();
  ModelConfig config = small_encoder(s.kind, 1, 4, 5);
  config.norm = s.norm;
  config.activation = s.activation;
  config.positions = s.positions;
  config.bias = s.bias;
  config.dropout = s.dropout;
  if (s.kind == "tokens") config.tied_output = s.bias;
  const auto model = make_model(config);
  const Batch batch = encoder_batch(config);
  EXPECT_TRUE(parameter_gradients_agree(
      {.layout = model->parameters(),
       .scalar = [&](Tape& t) { return model->loss(t, batch, 0.1, batch.counted_targets()); },
       .stochastic = s.dropout > 0},
      random_values(model->parameters().size(), 17, 0.5)));
}

INSTANTIATE_TEST_SUITE_P(All, EncoderGradients, ::testing::ValuesIn(switches()), [](const auto& given) {
  return given.param.kind + "_" + given.param.norm + "_" + given.param.positions;
});

}  // namespace
}  // namespace attnlab::testing
