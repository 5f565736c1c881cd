// Scaled rotary angles in configurations: what is read, what is given back, and what is refused.
#include "core/io/families/rotary_angles.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/ops/attention/rotary.h"
#include "tests/support/error_text.h"

namespace attnlab {
namespace {

ModelConfig read(const nlohmann::json& value) {
  ModelConfig config;
  take_rotary_scaling(value, config);
  return config;
}

/// Why `value` is refused, or "no error".
std::string refused(const nlohmann::json& value) {
  return testing::error_text<std::invalid_argument>([&] { read(value); });
}

const nlohmann::json kLinear = {{"rope_type", "linear"}, {"factor", 2.0}};
const nlohmann::json kLlama3 = {{"rope_type", "llama3"},
                                {"factor", 8.0},
                                {"original_max_position_embeddings", 64},
                                {"low_freq_factor", 1.0},
                                {"high_freq_factor", 4.0}};
const nlohmann::json kYarn = {
    {"rope_type", "yarn"}, {"factor", 4.0}, {"original_max_position_embeddings", 64}};

nlohmann::json with(nlohmann::json value, const char* key, const nlohmann::json& changed) {
  value[key] = changed;
  return value;
}

TEST(RotaryAngles, GivenBackTheyAreReadAsBefore) {
  for (const nlohmann::json& value : {nlohmann::json(), kLinear, kLlama3, kYarn,
                                      with(kYarn, "attention_factor", 1.5), with(kYarn, "beta_fast", 16)}) {
    const ModelConfig config = read(value);
    EXPECT_EQ(read(give_rotary_scaling(config)), config) << value;
  }
}

TEST(RotaryAngles, OlderFilesSayType) {
  EXPECT_EQ(read({{"type", "linear"}, {"factor", 2.0}}), read(kLinear));
}

TEST(RotaryAngles, WithinTheContextDynamicAnglesAreAsTheyWere) {
  EXPECT_EQ(read({{"rope_type", "dynamic"}, {"factor", 2.0}}), ModelConfig());
  EXPECT_EQ(read({{"rope_type", "default"}}), ModelConfig());
}

TEST(RotaryAngles, YarnsEndsAreOneAndThirtyTwoTurns) {
  const ModelConfig yarn = read(kYarn);
  EXPECT_EQ(yarn.rotary_low, 1);
  EXPECT_EQ(yarn.rotary_high, 32);
  EXPECT_EQ(yarn.rotary_gain, 0) << "the usual one";
}

/// DeepSeek's files: the usual gain times mscale, over that times mscale_all_dim.
TEST(RotaryAngles, TwoScalesMakeOneGain) {
  const nlohmann::json two = with(with(kYarn, "mscale", 0.5), "mscale_all_dim", 2.0);
  const double usual = RotaryScaling::usual_gain(4) - 1;
  EXPECT_NEAR(read(two).rotary_gain, (1 + 0.5 * usual) / (1 + 2 * usual), 1e-12);
  EXPECT_EQ(read(with(kYarn, "mscale", 0.5)).rotary_gain, 0) << "one alone counts for nothing";
}

TEST(RotaryAngles, WhatIsMissingOrUnknownIsNamed) {
  EXPECT_EQ(refused(kYarn), "no error");
  EXPECT_EQ(refused({{"rope_type", "longrope"}, {"factor", 2}}),
            "null or an object whose rope_type is default, dynamic, linear, llama3 or yarn");
  EXPECT_EQ(refused(nlohmann::json("yarn")),
            "null or an object whose rope_type is default, dynamic, linear, llama3 or yarn");
  EXPECT_EQ(refused(nlohmann::json{{"type", "linear"}}), "an object that contains the number factor");
  EXPECT_EQ(refused({{"rope_type", "llama3"}, {"factor", 2}}),
            "an object that contains the number original_max_position_embeddings");
  EXPECT_EQ(refused({{"rope_type", "yarn"}, {"factor", 2}}), "no error");
  EXPECT_EQ(refused(with(kYarn, "original_max_position_embeddings", 0)),
            "an object whose original_max_position_embeddings is from 1 to 1e7");
  EXPECT_EQ(refused(with(kYarn, "truncate", false)), "an object whose truncate is true");
  EXPECT_EQ(refused(with(kYarn, "attention_factor", -1)),
            "an object whose attention_factor is greater than 0");
  EXPECT_EQ(refused(with(kYarn, "attention_factor", nullptr)), "no error");
  EXPECT_EQ(refused(with(kYarn, "beta_fast", "32")), "an object that contains the number beta_fast");
}

}  // namespace
}  // namespace attnlab
