// Cost: published counts, and the sum of the parts for every preset.
#include "core/models/cost.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/models/model.h"
#include "core/training/preset.h"

namespace attnlab::testing {
namespace {

const PartCost& part(const ModelCost& cost, const std::string& name) {
  const auto found = std::ranges::find(cost.parts, name, &PartCost::name);
  if (found == cost.parts.end()) throw std::runtime_error("no part " + name);
  return *found;
}

ModelConfig gpt2_small() { return find_preset("gpt2-small").model; }

TEST(Cost, Gpt2SmallHas124439808Parameters) {
  const ModelCost cost = count_cost(gpt2_small());
  EXPECT_EQ(cost.parameters, 124'439'808);
  EXPECT_EQ(cost.active_parameters, cost.parameters);
  EXPECT_EQ(part(cost, "embeddings").parameters, 50257 * 768);
  EXPECT_EQ(part(cost, "positions").parameters, 1024 * 768);
  EXPECT_EQ(part(cost, "attention").parameters, 12 * (4 * 768 * 768 + 4 * 768));
  EXPECT_EQ(part(cost, "feed-forward").parameters, 12 * (8 * 768 * 768 + 5 * 768));
  EXPECT_EQ(part(cost, "norms").parameters, (12 * 2 + 1) * 2 * 768);
  EXPECT_EQ(part(cost, "output").parameters, 0) << "tied";
}

TEST(Cost, AGptBlockHas12CSquaredAnd13C) {
  ModelConfig config = gpt2_small();
  const Index twelve = parameter_count(config);
  config.layers = 11;
  const Index block = twelve - parameter_count(config);
  EXPECT_EQ(block, 12 * 768 * 768 + 13 * 768);
  EXPECT_EQ(block, 7'087'872);
}

TEST(Cost, WorkOfGpt2Small) {
  const ModelCost cost = count_cost(gpt2_small());
  const double t = 1024;
  EXPECT_EQ(part(cost, "attention").flops, 2.0 * 12 * 4 * 768 * 768 * t);
  EXPECT_EQ(part(cost, "feed-forward").flops, 2.0 * 12 * 8 * 768 * 768 * t);
  EXPECT_EQ(part(cost, "output").flops, 2.0 * 50257 * 768 * t);
  EXPECT_EQ(part(cost, "between positions").flops, 12 * 4.0 * 768 * t * (t + 1) / 2);
  EXPECT_EQ(part(cost, "embeddings").flops, 0) << "a row is looked up";
  double sum = 0;
  for (const PartCost& p : cost.parts) sum += p.flops;
  EXPECT_EQ(cost.flops, sum);
  EXPECT_EQ(cost.flops_per_position(), sum / t);
}

TEST(Cost, OfStacksOfTwoDepthsTheDecoderHasTheCache) {
  ModelConfig config = find_preset("translate").model;
  config.source_vocabulary = config.target_vocabulary = 50;
  config.layers = 3;
  const ModelCost even = count_cost(config);
  config.decoder_layers = 1;
  const ModelCost uneven = count_cost(config);
  EXPECT_EQ(3 * uneven.cache_values, even.cache_values);
  EXPECT_EQ(3 * seen_cache_values(config, uneven), even.cache_values);
  const double width = static_cast<double>(config.width), t = static_cast<double>(config.context);
  EXPECT_EQ(part(uneven, "between positions").flops, 4 * width * (3 * t * t + t * (t + 1) / 2 + t * t));
}

TEST(Cost, AttentionGrowsWithTheSquareOfTheLength) {
  ModelConfig config = gpt2_small();
  config.positions = "none";
  const auto between = [&](Index context) {
    config.context = context;
    return part(count_cost(config), "between positions").flops;
  };
  EXPECT_NEAR(between(4096) / between(2048), 4, 0.01);
  config.mask.window = 16;
  EXPECT_NEAR(between(4096) / between(2048), 2, 0.01) << "with a window it does not";
}

TEST(Cost, KeysAndValuesOfGpt3) {
  ModelConfig config = gpt2_small();
  config.layers = 96;
  config.heads = 96;
  config.width = 96 * 128;
  EXPECT_EQ(key_value_count(config, 2048), 4'831'838'208);
  EXPECT_NEAR(2 * 4'831'838'208 / 1e9, 9.66, 0.005) << "GB in 16 bits";
  config.key_value_heads = 8;
  EXPECT_EQ(key_value_count(config, 2048), 4'831'838'208 / 12);
}

TEST(Cost, EveryPresetsPartsAddUp) {
  for (const Preset& preset : builtin_presets()) {
    if (preset.task.name == "picture_folder") continue;
    const Preset whole = with_vocabularies(preset);
    const ModelCost cost = count_cost(whole.model);
    Index sum = 0;
    for (const PartCost& p : cost.parts) {
      sum += p.parameters;
      EXPECT_EQ(p.products.empty(), p.parameters > 0) << preset.name << " " << p.name;
    }
    EXPECT_EQ(sum, cost.parameters) << preset.name;
    EXPECT_EQ(sum, make_model(whole.model)->parameters().size()) << preset.name;
    EXPECT_GT(cost.flops, 0) << preset.name;
  }
}

TEST(Cost, ATokenMeetsOnlyItsExperts) {
  ModelConfig config = gpt2_small();
  const ModelCost plain = count_cost(config);
  config.experts = 8;
  const ModelCost cost = count_cost(config);
  EXPECT_EQ(part(cost, "experts").parameters, 8 * part(plain, "feed-forward").parameters);
  EXPECT_EQ(part(cost, "experts").flops, 2 * part(plain, "feed-forward").flops) << "two of eight";
  EXPECT_EQ(part(cost, "router").parameters, 12 * 8 * 768);
  EXPECT_EQ(cost.parameters - cost.active_parameters, 6 * part(plain, "feed-forward").parameters);
}

TEST(Cost, BlocksOfAttentionAloneHaveNoFeedForwardPart) {
  ModelConfig config = gpt2_small();
  const ModelCost with = count_cost(config);
  config.activation = "gelu";
  config.feed_forward = 0;
  const ModelCost cost = count_cost(config);
  EXPECT_THROW(part(cost, "feed-forward"), std::runtime_error);
  EXPECT_EQ(part(cost, "norms").parameters, (12 + 1) * 2 * 768);
  EXPECT_EQ(with.parameters - cost.parameters, part(with, "feed-forward").parameters + 12 * 2 * 768);
  EXPECT_EQ(with.flops - cost.flops, part(with, "feed-forward").flops);
  EXPECT_EQ(cost.cache_values, with.cache_values);
}

TEST(Cost, SwigluOfEightThirdsHasAsManyWeights) {
  ModelConfig config = gpt2_small();
  config.bias = false;
  const Index plain = part(count_cost(config), "feed-forward").parameters;
  config.activation = "swiglu";
  config.feed_forward = 8 * 768 / 3;
  EXPECT_EQ(part(count_cost(config), "feed-forward").parameters, plain);
}

TEST(Cost, AnEncoderIsCountedForTheSource) {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.heads = 1;
  config.layers = 1;
  config.width = 8;
  config.feed_forward = 32;
  config.context = 10;
  config.source_vocabulary = config.target_vocabulary = 5;
  const ModelCost cost = count_cost(config);
  EXPECT_EQ(cost.positions, 10);
  EXPECT_EQ(cost.source_positions, 10);
  EXPECT_EQ(part(cost, "attention").flops, 2.0 * 3 * 4 * 8 * 8 * 10);
  EXPECT_EQ(part(cost, "between positions").flops, 4.0 * 8 * (10 * 10 + 10 * 11 / 2 + 10 * 10));
  EXPECT_EQ(cost.cache_values, 2 * 20 * 8);
}

TEST(Cost, BiasesOfDistancesAreLookedUp) {
  for (const char* architecture : {"gpt", "encoder_decoder"}) {
    ModelConfig config;
    config.architecture = architecture;
    config.source_vocabulary = config.architecture == "gpt" ? 0 : 5;
    config.target_vocabulary = 5;
    config.positions = "none";
    const ModelCost without = count_cost(config);
    config.positions = "relative_bias";
    const ModelCost cost = count_cost(config);
    const Index stacks = config.architecture == "gpt" ? 1 : 2;
    EXPECT_EQ(part(cost, "attention").parameters - part(without, "attention").parameters,
              stacks * 32 * config.heads)
        << "one table a stack, not a layer";
    EXPECT_EQ(cost.flops, without.flops);
    EXPECT_EQ(cost.cache_values, without.cache_values);
  }
}

TEST(Cost, OfAnotherLengthIsThatOfAnotherContext) {
  ModelConfig config = gpt2_small();
  config.positions = "none";
  const auto model = make_model(config);
  config.context = 100;
  const ModelCost wanted = count_cost(config), cost = count_cost(config, model->parameters(), 100);
  EXPECT_EQ(cost.flops, wanted.flops);
  EXPECT_EQ(cost.cache_values, wanted.cache_values);
  EXPECT_EQ(cost.positions, 100);
  EXPECT_GT(count_cost(config, model->parameters(), 5000).flops, 50 * cost.flops) << "beyond the context";
  EXPECT_EQ(cost.multiplications(), cost.flops / 2);
}

TEST(Cost, PicturesHaveOneLength) {
  const ModelConfig config = find_preset("digits").model;
  const auto model = make_model(config);
  EXPECT_FALSE(has_lengths(config));
  EXPECT_EQ(count_cost(config, model->parameters(), 3).flops, count_cost(config).flops);
  EXPECT_EQ(part(count_cost(config), "patches").flops, 2.0 * 16 * (4 * 4) * static_cast<double>(config.width))
      << "16 patches; the class vector is none";
}

TEST(Cost, AWindowSeesAPartOfTheCache) {
  ModelConfig config = gpt2_small();
  const ModelCost whole = count_cost(config);
  EXPECT_EQ(seen_cache_values(config, whole), whole.cache_values);
  config.mask = {.window = 128, .sinks = 4};
  const ModelCost cost = count_cost(config);
  EXPECT_EQ(cost.cache_values, whole.cache_values) << "this program keeps all";
  EXPECT_EQ(seen_cache_values(config, cost), whole.cache_values / 1024 * 132);
  const ModelConfig recurrent = with_vocabularies(find_preset("lstm")).model;
  const ModelCost states = count_cost(recurrent);
  EXPECT_EQ(seen_cache_values(recurrent, states), states.cache_values);
}

TEST(Cost, RecurrentStatesDoNotGrowWithTheText) {
  ModelConfig config;
  config.architecture = "recurrent";
  config.tied_output = false;
  config.layers = 2;
  config.width = 8;
  config.context = 10;
  config.target_vocabulary = 5;
  const ModelCost cost = count_cost(config);
  EXPECT_EQ(part(cost, "recurrent cells").flops, 2.0 * 10 * 2 * 4 * 2 * 8 * 8) << "four gates, two matrices";
  EXPECT_EQ(cost.cache_values, 2 * 2 * 8) << "hidden and cell";
}

}  // namespace
}  // namespace attnlab::testing
