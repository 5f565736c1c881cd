// Pass cost: what is counted beforehand is what a pass takes.
#include "core/models/pass_cost.h"

#include <gtest/gtest.h>

#include "core/models/full_batch.h"
#include "core/models/model.h"
#include "core/training/preset.h"

namespace attnlab::testing {
namespace {

ModelConfig small_gpt() {
  ModelConfig config;
  config.layers = 3;
  config.heads = 2;
  config.width = 12;
  config.feed_forward = 20;
  config.context = 9;
  config.target_vocabulary = 31;
  return config;
}

/// The bytes of all values of a pass, and of their gradients.
PassCost taken_by(const ModelConfig& config, Index positions) {
  const auto model = make_model(config);
  AlignedBuffer weights(static_cast<std::size_t>(model->parameters().size()), Real(0));
  Tape tape(Mode::Record);
  tape.bind_for_backward(model->parameters(), weights.data());
  const Batch batch = full_batch(config, positions);
  model->losses(tape, batch, 0, batch.counted_targets());
  PassCost cost;
  for (Operation* op = tape.last_operation(); op; op = op->previous()) {
    const double bytes = sizeof(Real) * static_cast<double>(op->output()->shape.size());
    cost.values += bytes;
    if (op->output()->wants_gradient) cost.gradients += bytes;
  }
  return cost;
}

void expect_counted(const ModelConfig& config, Index positions) {
  const auto counted = count_pass(config, positions);
  ASSERT_TRUE(counted);
  const PassCost taken = taken_by(config, positions);
  EXPECT_DOUBLE_EQ(counted->values, taken.values);
  EXPECT_DOUBLE_EQ(counted->gradients, taken.gradients);
  EXPECT_EQ(counted->parameter_gradients, 4.0 * static_cast<double>(parameter_count(config)));
}

TEST(PassCost, IsWhatAPassTakes) {
  for (const Index positions : {1, 5, 9}) expect_counted(small_gpt(), positions);
}

TEST(PassCost, IsThatOfOtherKindsOfBlocks) {
  ModelConfig llama = small_gpt();
  llama.width = 24;
  llama.heads = 4;
  llama.key_value_heads = 2;
  llama.positions = "rotary";
  llama.norm_kind = "rms";
  llama.activation = "swiglu";
  llama.bias = false;
  expect_counted(llama, 7);
  ModelConfig wide = small_gpt();
  wide.head_width = 8;
  wide.parallel = true;
  expect_counted(wide, 4);
  ModelConfig pairs = small_gpt();
  pairs.architecture = "encoder_decoder";
  pairs.source_vocabulary = 17;
  expect_counted(pairs, 6);
  pairs.layers = 4;
  pairs.decoder_layers = 3;
  expect_counted(pairs, 5);
}

TEST(PassCost, IsThatOfPresetsWithTexts) {
  for (const char* name : {"translate", "characters", "masked-words"})
    expect_counted(make_experiment(find_preset(name)).preset.model, 11);
}

TEST(PassCost, SaysNothingOfPassesOfOtherSizes) {
  EXPECT_FALSE(count_pass(make_experiment(find_preset("lstm")).preset.model, 8));
  EXPECT_FALSE(count_pass(make_experiment(find_preset("digits")).preset.model, 8));
}

/// 124,439,808 parameters, and 64 tokens of 50,257 words.
TEST(PassCost, OfGpt2SmallIsSaidBeforehand) {
  const auto counted = count_pass(find_preset("gpt2-small").model, 64);
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->parameter_gradients, 4.0 * 124439808);
  EXPECT_GT(counted->values, 3 * 4.0 * 64 * 50257) << "logits, probabilities and their logarithms";
  EXPECT_LT(counted->values, 300e6);
}

}  // namespace
}  // namespace attnlab::testing
