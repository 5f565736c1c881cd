// ModelConfig: every bad value gets its error; the sizes of known models.
#include "core/models/model_config.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "core/models/model.h"
#include "tests/support/error_text.h"
#include "tests/support/sites.h"

namespace attnlab::testing {
namespace {

struct BadValue {
  std::string name;
  std::function<void(ModelConfig&)> change;
  std::string message;
};

void PrintTo(const BadValue& bad, std::ostream* out) { *out << bad.name; }

class BadModelConfig : public ::testing::TestWithParam<BadValue> {};

TEST_P(BadModelConfig, IsRefused) {
  ModelConfig config;
  GetParam().change(config);
  EXPECT_EQ(error_text<std::invalid_argument>([&] { validate(config); }), GetParam().message);
  EXPECT_EQ(error_text<std::invalid_argument>([&] { make_model(config); }), GetParam().message);
}

void translation(ModelConfig& c) {
  c.architecture = "encoder_decoder";
  c.source_vocabulary = 5;
  c.target_vocabulary = 6;
}

const BadValue kBadValues[] = {
    {"architecture", [](auto& c) { c.architecture = "bert"; },
     "model.architecture is bert, but must be gpt, encoder_decoder, encoder, vision, vision_decoder, "
     "recurrent, "
     "recurrent_seq2seq, vision_recurrent, word_vectors or superposition"},
    {"layers", [](auto& c) { c.layers = 0; }, "model.layers is 0, but must be a whole number from 1 to 96"},
    {"layers_many", [](auto& c) { c.layers = 97; },
     "model.layers is 97, but must be a whole number from 1 to 96"},
    {"heads", [](auto& c) { c.heads = 0; }, "model.heads is 0, but must be a whole number from 1 to 128"},
    {"heads_divide", [](auto& c) { c.heads = 5; },
     "model.heads is 5, but must be a divisor of model.width (64)"},
    {"key_value_heads", [](auto& c) { c.key_value_heads = 3; },
     "model.key_value_heads is 3, but must be 0 or a divisor of model.heads (4)"},
    {"key_value_heads_many", [](auto& c) { c.key_value_heads = 8; },
     "model.key_value_heads is 8, but must be 0 or a divisor of model.heads (4)"},
    {"rotary_odd",
     [](auto& c) {
       c.width = 12;
       c.positions = "rotary";
     },
     "model.positions is rotary, but must be another kind, because the head size is odd (width / heads is "
     "3): rotary positions rotate pairs of cells"},
    {"rotary_base_elsewhere", [](auto& c) { c.rotary_base = 100; },
     "model.rotary_base is 100, but must be left at 10000: model.positions is learned"},
    {"rotary_scaling_elsewhere", [](auto& c) { c.rotary_scaling = "linear"; },
     "model.rotary_scaling is linear, but must be left at none: model.positions is learned"},
    {"rotary_factor_alone",
     [](auto& c) {
       c.positions = "rotary";
       c.rotary_factor = 8;
     },
     "model.rotary_factor is 8, but must be left at 1: model.rotary_scaling is none"},
    {"rotary_low_of_linear",
     [](auto& c) {
       c.positions = "rotary";
       c.rotary_scaling = "linear";
       c.rotary_low = 2;
     },
     "model.rotary_low is 2, but must be left at 1: model.rotary_scaling is linear"},
    {"rotary_low_over_high",
     [](auto& c) {
       c.positions = "rotary";
       c.rotary_scaling = "llama3";
       c.rotary_low = 5;
     },
     "model.rotary_low is 5, but must be less than model.rotary_high (4)"},
    {"rotary_gain_of_llama3",
     [](auto& c) {
       c.positions = "rotary";
       c.rotary_scaling = "llama3";
       c.rotary_gain = 1.5;
     },
     "model.rotary_gain is 1.5, but must be left at 0: model.rotary_scaling is llama3"},
    {"rotary_share_odd",
     [](auto& c) {
       c.positions = "rotary";
       c.rotary_share = 0.2;
     },
     "model.rotary_share is 0.2, but must be a share that gives an even number of cells (it gives 3 of 16 "
     "cells): rotary positions rotate pairs of cells"},
    {"parallel_post",
     [](auto& c) {
       c.norm = "post";
       c.parallel = true;
     },
     "model.parallel is true, but must be false if model.norm is post, because parallel sublayers cannot "
     "have a norm between them"},
    {"parallel_pair",
     [](auto& c) {
       translation(c);
       c.parallel = true;
     },
     "model.parallel is true, but must be left at false: architecture encoder_decoder does not use it"},
    {"padding_of_waves",
     [](auto& c) {
       c.architecture = "encoder";
       c.source_vocabulary = c.target_vocabulary;
       c.positions = "sinusoidal";
       c.padding_token = 0;
     },
     "model.padding_token is 0, but must be left at -1: model.positions is sinusoidal"},
    {"padding_outside",
     [](auto& c) {
       c.architecture = "encoder";
       c.source_vocabulary = c.target_vocabulary = 7;
       c.padding_token = 7;
     },
     "model.padding_token is 7, but must be less than model.source_vocabulary (7)"},
    {"output_bias_untied",
     [](auto& c) {
       c.architecture = "encoder";
       c.source_vocabulary = c.target_vocabulary;
       c.tied_output = false;
       c.output_bias = true;
     },
     "model.output_bias is true, but must be left at false: model.tied_output is false"},
    {"sines_of_learned_positions", [](auto& c) { c.sine_layout = "halves"; },
     "model.sine_layout is halves, but must be left at turns: model.positions is learned"},
    {"decoder_of_gpt", [](auto& c) { c.decoder_layers = 3; },
     "model.decoder_layers is 3, but must be left at 0: architecture gpt does not use it"},
    {"scaled_class",
     [](auto& c) {
       c.architecture = "vision";
       c.scaled_output = true;
     },
     "model.scaled_output is true, but must be left at false: architecture vision does not use it"},
    {"output_layer_of_another_output",
     [](auto& c) {
       c.architecture = "encoder";
       c.source_vocabulary = c.target_vocabulary;
       c.output_layer = "tanh";
     },
     "model.output_layer is tanh, but must be none or transform if model.output is tokens"},
    {"segments_of_gpt", [](auto& c) { c.segments = 2; },
     "model.segments is 2, but must be left at 0: architecture gpt does not use it"},
    {"window_every_without_window", [](auto& c) { c.mask.every = 2; },
     "model.window_every is 2, but must be left at 1: model.window is 0"},
    {"experts_per_token_many",
     [](auto& c) {
       c.experts = 4;
       c.experts_per_token = 5;
     },
     "model.experts_per_token is 5, but must be at most model.experts (4)"},
    {"balance_without_experts", [](auto& c) { c.balance_weight = 1; },
     "model.balance_weight is 1, but must be left at 0.01: model.experts is 0"},
    {"sinks_without_window", [](auto& c) { c.mask.sinks = 2; },
     "model.sinks is 2, but must be left at 0: model.window is 0"},
    {"window", [](auto& c) { c.mask.window = -1; },
     "model.window is -1, but must be a whole number from 0 to 65536"},
    {"width", [](auto& c) { c.width = -4; }, "model.width is -4, but must be a whole number from 1 to 16384"},
    {"feed_forward", [](auto& c) { c.feed_forward = -1; },
     "model.feed_forward is -1, but must be a whole number from 0 to 65536"},
    {"attention_alone_experts",
     [](auto& c) {
       c.feed_forward = 0;
       c.experts = 4;
     },
     "model.experts is 4, but must be left at 0: model.feed_forward is 0"},
    {"attention_alone_activation",
     [](auto& c) {
       c.feed_forward = 0;
       c.activation = "relu";
     },
     "model.activation is relu, but must be left at gelu: model.feed_forward is 0"},
    {"attention_alone_shared",
     [](auto& c) {
       c.feed_forward = 0;
       c.shared_embeddings = true;
     },
     "model.shared_embeddings is true, but must be left at false: architecture gpt does not use it"},
    {"recurrent_feed_forward",
     [](auto& c) {
       c.architecture = "recurrent";
       c.feed_forward = 0;
     },
     "model.feed_forward is 0, but must be left at 256: architecture recurrent does not use it"},
    {"context", [](auto& c) { c.context = 262145; },
     "model.context is 262145, but must be a whole number from 1 to 262144"},
    {"context_of_a_table", [](auto& c) { c.context = 65537; },
     "model.context is 65537, but must be at most 65536 if model.positions is learned"},
    {"target_vocabulary", [](auto& c) { c.target_vocabulary = 0; },
     "model.target_vocabulary is 0, but must be a whole number from 1 to 1000000"},
    {"source_vocabulary", [](auto& c) { c.source_vocabulary = -1; },
     "model.source_vocabulary is -1, but must be a whole number from 0 to 1000000"},
    {"no_source", [](auto& c) { c.architecture = "encoder_decoder"; },
     "model.source_vocabulary is 0, but must be at least 1 for architecture encoder_decoder"},
    {"norm", [](auto& c) { c.norm = "both"; }, "model.norm is both, but must be pre, post or none"},
    {"activation", [](auto& c) { c.activation = ""; },
     "model.activation is empty, but must be relu, relu_squared, gelu, gelu_tanh, silu, swiglu or "
     "geglu_tanh"},
    {"positions", [](auto& c) { c.positions = "odd"; },
     "model.positions is odd, but must be learned, sinusoidal, rotary, alibi, relative_bias or none"},
    {"dropout", [](auto& c) { c.dropout = 1; }, "model.dropout is 1, but must be a number from 0 to 0.95"},
    {"dropout_nan", [](auto& c) { c.dropout = std::numeric_limits<double>::quiet_NaN(); },
     "model.dropout is nan, but must be a number from 0 to 0.95"},
    {"norm_epsilon", [](auto& c) { c.norm_epsilon = 0; },
     "model.norm_epsilon is 0, but must be a number from 1e-12 to 1"},
    {"initialization", [](auto& c) { c.initialization = "zeros"; },
     "model.initialization is zeros, but must be gpt or glorot"},
    {"shared_gpt", [](auto& c) { c.shared_embeddings = true; },
     "model.shared_embeddings is true, but must be left at false: architecture gpt does not use it"},
    {"shared_sizes",
     [](auto& c) {
       translation(c);
       c.shared_embeddings = true;
     },
     "model.shared_embeddings is true, but must be false if the vocabularies differ (5 and 6)"},
};

INSTANTIATE_TEST_SUITE_P(All, BadModelConfig, ::testing::ValuesIn(kBadValues),
                         [](const auto& given) { return given.param.name; });

TEST(ModelConfig, GoodOnesAreAccepted) {
  ModelConfig config;
  EXPECT_NO_THROW(validate(config));
  translation(config);
  EXPECT_NO_THROW(validate(config));
}

ModelConfig gpt_of(Index width, Index layers, Index vocabulary, Index context) {
  ModelConfig config;
  config.width = width;
  config.heads = width / 64;
  config.feed_forward = 4 * width;
  config.layers = layers;
  config.target_vocabulary = vocabulary;
  config.context = context;
  return config;
}

TEST(ParameterCount, GptBlockIs12d2Plus13d) {
  for (Index d : {64, 128, 768}) {
    const Index one = parameter_count(gpt_of(d, 1, 10, 10)), two = parameter_count(gpt_of(d, 2, 10, 10));
    EXPECT_EQ(two - one, 12 * d * d + 13 * d);
  }
  EXPECT_EQ(parameter_count(gpt_of(768, 2, 10, 10)) - parameter_count(gpt_of(768, 1, 10, 10)), 7087872);
}

TEST(ParameterCount, ABlockOfAttentionAloneIs4d2Plus6d) {
  ModelConfig config = gpt_of(64, 1, 10, 10);
  config.feed_forward = 0;
  const Index one = parameter_count(config);
  config.layers = 2;
  EXPECT_EQ(parameter_count(config) - one, 4 * 64 * 64 + 6 * 64);
}

TEST(ParameterCount, Gpt2Small) { EXPECT_EQ(parameter_count(gpt_of(768, 12, 50257, 1024)), 124439808); }

TEST(ParameterCount, TransformerBase2017) {
  // 6+6 layers, d 512, F 2048, one shared table of 37000: tables + encoder (4d²+4d + 2dF+F+d + 4d) and
  // decoder (8d²+8d + 2dF+F+d + 6d) layers.
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.width = 512;
  config.heads = 8;
  config.layers = 6;
  config.feed_forward = 2048;
  config.norm = "post";
  config.positions = "sinusoidal";
  config.source_vocabulary = config.target_vocabulary = 37000;
  config.shared_embeddings = true;
  const Index d = 512, f = 2048, feed_forward = 2 * d * f + f + d;
  EXPECT_EQ(parameter_count(config), 37000 * d + 6 * (4 * d * d + 4 * d + feed_forward + 4 * d) +
                                         6 * (8 * d * d + 8 * d + feed_forward + 6 * d));
}

TEST(ParameterLayout, HasNoGapsAndNoTwins) {
  const auto model = make_model(gpt_of(64, 2, 10, 10));
  Index end = 0;
  for (const Parameter& parameter : model->parameters().all()) {
    EXPECT_EQ(parameter.offset, end) << parameter.name;
    end += parameter.shape.size();
  }
  EXPECT_EQ(end, model->parameters().size());
  ParameterLayout layout;
  add_parameter(layout, "a", {2}, Initializer::zeros());
  EXPECT_EQ(error_text<std::invalid_argument>([&] { add_parameter(layout, "a", {3}, Initializer::zeros()); }),
            "the parameter name a occurs twice");
}

/// Of the first weights of a model, by the name of a parameter.
class FirstDeviations {
 public:
  explicit FirstDeviations(const ModelConfig& config)
      : model_(make_model(config)), values_(static_cast<std::size_t>(model_->parameters().size())) {
    model_->parameters().initialize(values_, 1);
  }
  double operator()(std::string_view name) const {
    const Parameter& p = model_->parameters()[*model_->parameters().find(name)];
    double squares = 0;
    for (Index i = 0; i < p.shape.size(); ++i)
      squares += std::pow(static_cast<double>(values_[static_cast<std::size_t>(p.offset + i)]), 2);
    return std::sqrt(squares / static_cast<double>(p.shape.size()));
  }

 private:
  std::unique_ptr<Model> model_;
  std::vector<Real> values_;
};

TEST(ParameterLayout, StartsAsTheConfigSays) {
  const FirstDeviations deviation(gpt_of(128, 2, 200, 64));
  EXPECT_NEAR(deviation("target.embedding.weight"), 0.02, 0.001);
  EXPECT_NEAR(deviation("decoder.layers.1.self_attention.key.weight"), 0.02, 0.001);
  EXPECT_NEAR(deviation("decoder.layers.1.self_attention.output.weight"), 0.01, 0.0005) << "0.02/√(2·2)";
  EXPECT_NEAR(deviation("decoder.layers.0.feed_forward.contract.weight"), 0.01, 0.0005);
  EXPECT_EQ(deviation("decoder.layers.0.attention_norm.gamma"), 1);
  EXPECT_EQ(deviation("decoder.layers.0.attention_norm.beta"), 0);
}

TEST(ParameterLayout, BlocksOfAttentionAloneHaveOneBranchEach) {
  ModelConfig config = gpt_of(128, 2, 200, 64);
  config.feed_forward = 0;
  const FirstDeviations deviation(config);
  EXPECT_NEAR(deviation("decoder.layers.1.self_attention.output.weight"), 0.02 / std::sqrt(2.0), 0.0007);
}

TEST(ParameterLayout, OneParameterMoreChangesNoOther) {
  const auto small = make_model(gpt_of(64, 1, 10, 10)), large = make_model(gpt_of(64, 2, 10, 10));
  std::vector<Real> few(static_cast<std::size_t>(small->parameters().size()));
  std::vector<Real> many(static_cast<std::size_t>(large->parameters().size()));
  small->parameters().initialize(few, 9);
  large->parameters().initialize(many, 9);
  const Parameter& a =
      small->parameters()[*small->parameters().find("decoder.layers.0.self_attention.query.weight")];
  const Parameter& b = large->parameters()[*large->parameters().find(a.name)];
  EXPECT_TRUE(std::equal(few.begin() + as_offset(a.offset),
                         few.begin() + as_offset(a.offset + a.shape.size()),
                         many.begin() + as_offset(b.offset)));
  large->parameters().initialize(many, 10);
  EXPECT_FALSE(std::equal(few.begin() + as_offset(a.offset),
                          few.begin() + as_offset(a.offset + a.shape.size()),
                          many.begin() + as_offset(b.offset)));
}

}  // namespace
}  // namespace attnlab::testing
