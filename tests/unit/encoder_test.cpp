// Encoder-only and vision models: padding, order, sizes, and invalid configs.
#include <gtest/gtest.h>

#include "core/training/trainer.h"
#include "tests/support/encoder_models.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

std::vector<Real> logits_of(const Model& model, const std::vector<Real>& weights, const Batch& batch) {
  Tape tape(Mode::Infer);
  tape.bind(model.parameters(), weights.data(), nullptr);
  const Variable logits = model.logits(tape, batch);
  EXPECT_EQ(logits.shape(), (Shape{batch.size, batch.target_length, model.config().target_vocabulary}));
  return {logits.data(), logits.data() + logits.size()};
}

class EncoderModels : public ::testing::TestWithParam<const char*> {
 protected:
  ModelConfig config_ = small_encoder(GetParam(), 2, 8, 12);
  std::unique_ptr<Model> model_ = make_model(config_);
  std::vector<Real> weights_ = random_values(model_->parameters().size(), 3, 0.5);
};

/// The first row's logits are equal with the second, shorter row and without it.
TEST_P(EncoderModels, PaddingChangesNothing) {
  const Batch batch = encoder_batch(config_);
  if (batch.source.empty()) return;  // pictures have no padding
  Batch second;
  second.resize(1, 3, 0, batch.target_length == 1 ? 1 : 3);
  second.source.assign(batch.source.begin() + 5, batch.source.begin() + 8);
  second.source_lengths = {3};
  const std::vector<Real> both = logits_of(*model_, weights_, batch),
                          alone = logits_of(*model_, weights_, second);
  const std::size_t row = both.size() / 2;
  for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_NEAR(both[row + i], alone[i], 1e-5);
  Batch other = batch;
  other.source[8] = 6;  // a padded position
  const std::vector<Real> changed = logits_of(*model_, weights_, other);
  for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_EQ(both[row + i], changed[row + i]);
}

TEST_P(EncoderModels, SeeWhatComesLater) {
  Batch batch = encoder_batch(config_);
  const std::vector<Real> before = logits_of(*model_, weights_, batch);
  if (batch.source.empty()) {
    batch.pictures[batch.pictures.size() / 2 - 1] += 1;  // the last pixel of the first picture
  } else {
    batch.source[4] = 5;  // the last token of the first row
  }
  const std::vector<Real> after = logits_of(*model_, weights_, batch);
  EXPECT_GT(std::abs(before[0] - after[0]), 1e-5) << "at the first position";
  EXPECT_EQ(before.back(), after.back()) << "the other row is left alone";
}

TEST_P(EncoderModels, LearnTheSameWithAnyNumberOfThreads) {
  std::vector<std::vector<Real>> weights;
  for (const int threads : {1, 3}) {
    TrainingConfig training;
    training.batch = 2;
    training.shards = 2;
    Trainer trainer(make_model(config_), nullptr, training, threads);
    for (int i = 0; i < 3; ++i) trainer.step(encoder_batch(config_));
    weights.emplace_back(trainer.weights().begin(), trainer.weights().end());
  }
  EXPECT_EQ(weights[0], weights[1]);
}

INSTANTIATE_TEST_SUITE_P(All, EncoderModels, ::testing::ValuesIn(kEncoderKinds),
                         [](const auto& given) { return std::string(given.param); });

TEST(EncoderModel, WithoutPositionsKnowsNoOrder) {
  ModelConfig config = small_encoder("class_cls", 2, 8, 12);
  config.positions = "none";
  const auto model = make_model(config);
  const std::vector<Real> weights = random_values(model->parameters().size(), 3, 0.5);
  Batch batch = encoder_batch(config);
  const std::vector<Real> before = logits_of(*model, weights, batch);
  std::swap(batch.source[0], batch.source[3]);
  const std::vector<Real> after = logits_of(*model, weights, batch);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-5);
}

TEST(EncoderModel, RefusesATextBeyondItsContext) {
  const ModelConfig config = small_encoder("class_cls", 1, 8, 12);
  const auto model = make_model(config);
  const std::vector<Real> weights = random_values(model->parameters().size(), 3, 0.5);
  Batch batch;
  batch.resize(1, 6, 0, 1);
  batch.source_lengths = {6};
  logits_of(*model, weights, batch);  // the class vector takes none of the context
  batch.resize(1, 7, 0, 1);
  batch.source_lengths = {7};
  EXPECT_EQ(error_text<std::invalid_argument>([&] { logits_of(*model, weights, batch); }),
            "the text has 7 tokens, but the model's context is 6: shorten the text");
}

TEST(VisionModel, RefusesPicturesOfAnotherSize) {
  const ModelConfig config = small_encoder("vision_cls", 1, 8, 12);
  const auto model = make_model(config);
  const std::vector<Real> weights = random_values(model->parameters().size(), 3, 0.5);
  Batch batch;
  batch.resize(1, 0, 0, 1);
  batch.resize_pictures(1, 4, 4);
  EXPECT_EQ(error_text<std::invalid_argument>([&] { logits_of(*model, weights, batch); }),
            "the pictures have size 1 × 4 × 4, but the model reads 3 × 4 × 4 (channels × height × width)");
}

std::string refusal_of_kind(const std::string& kind, const std::function<void(ModelConfig&)>& change) {
  ModelConfig config = small_encoder(kind, 1, 8, 12);
  change(config);
  return error_text<std::invalid_argument>([&] { validate(config); });
}

TEST(EncoderConfig, RefusesWhatMakesNoModel) {
  EXPECT_EQ(refusal_of_kind("labels", [](ModelConfig& c) { c.tied_output = true; }),
            "model.tied_output is true, but must be false if model.output is labels, because the embedding "
            "has no rows for classes");
  EXPECT_EQ(refusal_of_kind("tokens", [](ModelConfig& c) { c.target_vocabulary = 8; }),
            "model.tied_output is true, but must be false if the vocabularies differ (9 and 8)");
  EXPECT_EQ(refusal_of_kind("class_cls", [](ModelConfig& c) { c.pooling = "last"; }),
            "model.pooling is last, but must be cls, first or mean: the last position of a Transformer does "
            "not summarize the text");
  EXPECT_EQ(
      refusal_of_kind("labels", [](ModelConfig& c) { c.pooling = "cls"; }),
      "model.pooling is cls, but must be left at mean: only a model with one class as output uses pooling");
  EXPECT_EQ(refusal_of_kind("vision_cls", [](ModelConfig& c) { c.patch_size = 3; }),
            "model.patch_size is 3, but must be a divisor of model.picture_size (4)");
  EXPECT_EQ(refusal_of_kind("vision_cls", [](ModelConfig& c) { c.picture_channels = 2; }),
            "model.picture_channels is 2, but must be 1 (gray) or 3 (red, green, blue)");
  EXPECT_NE(refusal_of_kind("vision_cls", [](ModelConfig& c) { c.context = 9; }), "no error");
  EXPECT_EQ(refusal_of_kind("vision_cls", [](ModelConfig&) {}), "no error");
}

}  // namespace
}  // namespace attnlab::testing
