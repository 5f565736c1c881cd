// Whole models against PyTorch: logits, loss, every gradient, and three AdamW steps with clipping.
#include "core/training/trainer.h"
#include "tests/golden/case.h"
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

ModelConfig gpt_config() {
  ModelConfig config;
  config.layers = 2;
  config.heads = 3;
  config.width = 12;
  config.feed_forward = 48;
  config.context = 10;
  config.target_vocabulary = 17;
  config.bias = false;
  return config;
}

ModelConfig attention_only_config() {
  ModelConfig config = gpt_config();
  config.feed_forward = 0;
  return config;
}

ModelConfig encoder_decoder_config() {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 16;
  config.context = 6;
  config.source_vocabulary = 11;
  config.target_vocabulary = 13;
  config.norm = "post";
  config.activation = "relu";
  config.positions = "sinusoidal";
  return config;
}

/// T5's options, over distances that share buckets.
ModelConfig t5_config() {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.layers = 2;
  config.heads = 2;
  config.width = 4;
  config.feed_forward = 6;
  config.context = 40;
  config.source_vocabulary = config.target_vocabulary = 9;
  config.shared_embeddings = true;
  config.bias = false;
  config.norm_kind = "rms";
  config.activation = "relu";
  config.positions = "relative_bias";
  config.scaled_scores = false;
  return config;
}

Batch batch_of(const GoldenFile& file) {
  Batch batch;
  const Shape logits = file.tensor("logits").shape;
  const bool source = file.has("source");
  const auto rows = logits[0];
  batch.resize(rows, source ? static_cast<Index>(file.ids("source").size()) / rows : 0, logits[1]);
  batch.input = file.ids("input");
  batch.target = file.ids("target");
  batch.input_lengths.assign(static_cast<std::size_t>(rows), logits[1]);
  if (source) {
    batch.source = file.ids("source");
    const std::vector<TokenId> lengths = file.ids("source_lengths");
    batch.source_lengths.assign(lengths.begin(), lengths.end());
  }
  return batch;
}

class GoldenModel : public ::testing::TestWithParam<ModelCase> {
 protected:
  GoldenModel()
      : file_(golden_file(GetParam().name)), model_(make_model(GetParam().config)), batch_(batch_of(file_)) {
    weights_.resize(static_cast<std::size_t>(model_->parameters().size()));
    load_parameters(file_, "param.", model_->parameters(), weights_);
  }

  double golden_number(const std::string& name) const {
    return static_cast<double>(file_.tensor(name).data[0]);
  }

  GoldenFile file_;
  std::shared_ptr<const Model> model_;
  Batch batch_;
  AlignedBuffer weights_;
};

TEST_P(GoldenModel, LogitsLossAndGradients) {
  for (Mode mode : {Mode::Train, Mode::Record}) {
    Tape tape(mode);
    AlignedBuffer gradient(weights_.size(), Real(7));
    tape.bind(model_->parameters(), weights_.data(), gradient.data(), nullptr, WriteMode::Overwrite);
    const Variable logits = model_->logits(tape, batch_);
    EXPECT_TRUE(
        matches({logits.data(), static_cast<std::size_t>(logits.size())}, file_.tensor("logits"), "logits"));
    tape.reset();
    const Variable loss = model_->loss(tape, batch_, GetParam().smoothing, batch_.counted_targets());
    EXPECT_NEAR(static_cast<double>(*loss.data()), golden_number("loss1"), kGoldenTolerance);
    tape.backward(loss);
    expect_parameters(file_, "grad.", model_->parameters(), gradient);
  }
}

TEST_P(GoldenModel, ThreeStepsOfTraining) {
  for (Index shards : {1, 3}) {
    TrainingConfig config;
    config.batch = batch_.size;
    config.shards = shards;
    config.schedule = "constant";
    config.warmup = 0;
    config.epsilon = GetParam().epsilon;
    config.label_smoothing = GetParam().smoothing;
    Trainer trainer(model_, nullptr, config, 2);
    trainer.change_weights([&](std::span<Real> cells) { std::ranges::copy(weights_, cells.begin()); });
    for (int step = 1; step <= 3; ++step) {
      const std::string number = std::to_string(step);
      const StepMetrics metrics = trainer.step(batch_);
      EXPECT_NEAR(metrics.loss, golden_number("loss" + number), kGoldenTolerance);
      EXPECT_NEAR(metrics.gradient_norm, golden_number("norm" + number),
                  kGoldenTolerance * golden_number("norm" + number));
      expect_parameters(file_, "step" + number + ".", model_->parameters(), trainer.weights());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenModel,
                         ::testing::Values(ModelCase{"gpt", gpt_config(), 0, 1e-8},
                                           ModelCase{"gpt_attention_only", attention_only_config(), 0, 1e-8},
                                           ModelCase{"encoder_decoder", encoder_decoder_config(), 0.1, 1e-5},
                                           ModelCase{"t5", t5_config(), 0, 1e-5}),
                         [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace attnlab::testing
