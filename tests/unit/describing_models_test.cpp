// Models that describe pictures: their options, sizes and costs, and what they refuse.
#include "tests/support/describing_models.h"

#include <gtest/gtest.h>

#include "core/models/cost.h"
#include "core/models/full_batch.h"
#include "core/training/preset.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

std::string refused(const ModelConfig& config) {
  return error_text<std::invalid_argument>([&] { validate(config); });
}

TEST(DescribingModels, ReadAsManyPatchesAsThePictureHas) {
  const ModelConfig config = small_describer("vision_decoder");
  EXPECT_EQ(format_of(config), Format::PictureText);
  EXPECT_EQ(longest_source(config), 4);
  EXPECT_EQ(longest_target(config), config.context);
  ModelConfig larger = config;
  larger.picture_size = 8;
  EXPECT_EQ(longest_source(larger), 16);
  EXPECT_EQ(longest_sequence(larger), 16);
  EXPECT_EQ(make_model(larger)->positions_a_row(describing_batch(larger)), 16 + 3);
}

TEST(DescribingModels, HaveTheOptionsThatDoSomething) {
  ModelConfig recurrent = small_describer("vision_recurrent");
  recurrent.patch_size = 2;
  EXPECT_EQ(refused(recurrent),
            "model.patch_size is 2, but must be left at 4: architecture vision_recurrent does not use it");
  recurrent = small_describer("vision_recurrent");
  recurrent.bidirectional = true;
  EXPECT_NE(refused(recurrent).find("architecture vision_recurrent does not use it"), std::string::npos);
  ModelConfig transformer = small_describer("vision_decoder");
  transformer.patch_size = 3;
  EXPECT_EQ(refused(transformer), "model.patch_size is 3, but must be a divisor of model.picture_size (4)");
  transformer = small_describer("vision_decoder");
  transformer.pooling = "cls";
  EXPECT_NE(refused(transformer).find("does not use it"), std::string::npos);
}

TEST(DescribingModels, RefusePicturesOfAnotherSize) {
  for (const char* architecture : {"vision_decoder", "vision_recurrent"}) {
    const ModelConfig config = small_describer(architecture);
    ModelConfig other = config;
    other.picture_size = 6;
    const auto model = make_model(config);
    const SnapshotPtr weights = first_snapshot(*model, 1);
    EXPECT_EQ(error_text<std::invalid_argument>([&] {
                Tape tape(Mode::Infer);
                tape.bind(model->parameters(), weights->weights.data(), nullptr);
                model->logits(tape, describing_batch(other));
              }),
              "the pictures have size 3 × 6 × 6, but the model reads 3 × 4 × 4 (channels × height × width)");
  }
}

TEST(DescribingModels, CostWhatTheirPatchesAndWordsDo) {
  ModelConfig config = small_describer("vision_decoder");
  config.picture_size = 8;  // 16 patches, 4 words
  const ModelCost cost = count_cost(config);
  EXPECT_EQ(cost.source_positions, 16);
  EXPECT_EQ(cost.positions, 4);
  EXPECT_EQ(cost.cache_values, 2 * (16 + 4) * 4);
  EXPECT_TRUE(has_lengths(config));
  for (const PartCost& part : cost.parts) {
    if (part.name == "between positions") {
      EXPECT_EQ(part.flops, 4.0 * 4 * (16 * 16 + 4 * 5 / 2 + 16 * 4));
    }
    if (part.name == "patches") {
      EXPECT_EQ(part.flops, 2.0 * 16 * (3 * 2 * 2) * 4);
    }
  }
  const auto model = make_model(config);
  EXPECT_EQ(count_cost(config, model->parameters(), 2).source_positions, 16) << "the picture stays";
  const ModelCost recurrent = count_cost(small_describer("vision_recurrent"));
  EXPECT_EQ(recurrent.source_positions, 0);
  EXPECT_EQ(recurrent.cache_values, 2 * 4) << "hidden state and cell";
  const auto picture = std::ranges::find(recurrent.parts, "picture", &PartCost::name);
  ASSERT_NE(picture, recurrent.parts.end());
  EXPECT_EQ(picture->flops, 2.0 * 4 * 48) << "once, whatever is said";
}

TEST(DescribingModels, AFullBatchHasAPictureAndWords) {
  const ModelConfig config = small_describer("vision_decoder");
  const Batch batch = full_batch(config, 3);
  EXPECT_EQ(batch.input_length, 3);
  EXPECT_EQ(batch.source_length, 0);
  EXPECT_EQ(batch.pictures.size(), 48u);
}

/// The loss of what is said about the first picture, shown the second one instead.
TEST(DescribingModels, SeeThePicture) {
  for (const char* architecture : {"vision_decoder", "vision_recurrent"}) {
    const ModelConfig config = small_describer(architecture);
    const auto model = make_model(config);
    const std::vector<Real> weights = random_values(model->parameters().size(), 5, 0.5);
    const auto loss = [&](const Batch& batch) {
      Tape tape(Mode::Infer);
      tape.bind(model->parameters(), weights.data(), nullptr);
      return static_cast<double>(*model->loss(tape, batch, 0, batch.counted_targets()).data());
    };
    const Batch batch = describing_batch(config);
    Batch other = batch;
    std::rotate(other.pictures.begin(), other.pictures.begin() + 48, other.pictures.end());
    EXPECT_GT(std::abs(loss(batch) - loss(other)), 1e-4) << architecture;
  }
}

}  // namespace
}  // namespace attnlab::testing
