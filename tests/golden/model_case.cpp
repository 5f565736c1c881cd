// ModelCase: reading, running and comparing.
#include "tests/golden/model_case.h"

#include "core/training/trainer.h"

namespace attnlab::testing {

namespace {

struct Golden {
  explicit Golden(const ModelCase& c) : file(golden_file(c.name)), model(make_model(c.config)) {
    batch = golden_batch(file);
    weights.resize(static_cast<std::size_t>(model->parameters().size()));
    load_parameters(file, "param.", model->parameters(), weights);
  }
  double number(const std::string& name) const { return static_cast<double>(file.tensor(name).data[0]); }

  GoldenFile file;
  std::shared_ptr<const Model> model;
  Batch batch;
  AlignedBuffer weights;
};

std::vector<TokenId> ids_or_none(const GoldenFile& file, const std::string& name) {
  return file.has(name) ? file.ids(name) : std::vector<TokenId>();
}

}  // namespace

Batch golden_batch(const GoldenFile& file) {
  const Index rows = file.tensor("logits").shape[0];
  const auto columns = [&](const std::vector<TokenId>& ids) { return static_cast<Index>(ids.size()) / rows; };
  const std::vector<TokenId> source = ids_or_none(file, "source"), input = ids_or_none(file, "input"),
                             target = file.ids("target"), lengths = ids_or_none(file, "source_lengths");
  Batch batch;
  batch.resize(rows, columns(source), columns(input), columns(target));
  batch.source = source;
  batch.input = input;
  batch.target = target;
  batch.source_segments = ids_or_none(file, "source_segments");
  batch.source_lengths.assign(lengths.begin(), lengths.end());
  std::ranges::fill(batch.input_lengths, batch.input_length);
  if (file.has("pictures")) {
    const Tensor pictures = file.tensor("pictures");
    batch.resize_pictures(pictures.shape[1], pictures.shape[2], pictures.shape[3]);
    batch.pictures.assign(pictures.data.begin(), pictures.data.end());
  }
  return batch;
}

void expect_golden_gradients(const ModelCase& c) {
  const Golden golden(c);
  const ParameterLayout& layout = golden.model->parameters();
  for (Mode mode : {Mode::Train, Mode::Record}) {
    Tape tape(mode);
    AlignedBuffer gradient(golden.weights.size(), Real(7));
    tape.bind(layout, golden.weights.data(), gradient.data(), nullptr, WriteMode::Overwrite);
    const Variable logits = golden.model->logits(tape, golden.batch);
    EXPECT_TRUE(matches({logits.data(), static_cast<std::size_t>(logits.size())},
                        golden.file.tensor("logits"), "logits"));
    tape.reset();
    const Variable loss = golden.model->loss(tape, golden.batch, c.smoothing, golden.batch.counted_targets());
    EXPECT_NEAR(static_cast<double>(*loss.data()), golden.number("loss1"),
                kGoldenTolerance * std::max(1.0, golden.number("loss1")));
    tape.backward(loss);
    expect_parameters(golden.file, "grad.", layout, gradient);
  }
}

void expect_golden_steps(const ModelCase& c) {
  const Golden golden(c);
  for (Index shards : {1, 3}) {
    TrainingConfig config;
    config.batch = golden.batch.size;
    config.shards = shards;
    config.schedule = "constant";
    config.warmup = 0;
    config.epsilon = c.epsilon;
    config.label_smoothing = c.smoothing;
    Trainer trainer(golden.model, nullptr, config, 2);
    trainer.change_weights([&](std::span<Real> cells) { std::ranges::copy(golden.weights, cells.begin()); });
    for (int step = 1; step <= 3; ++step) {
      const std::string number = std::to_string(step);
      const StepMetrics metrics = trainer.step(golden.batch);
      const std::string measured = golden.file.has("cross_entropy1") ? "cross_entropy" : "loss";
      const double loss = golden.number(measured + number), norm = golden.number("norm" + number);
      EXPECT_NEAR(metrics.loss, loss, kGoldenTolerance * std::max(1.0, loss));
      EXPECT_NEAR(metrics.gradient_norm, norm, kGoldenTolerance * norm);
      expect_parameters(golden.file, "step" + number + ".", golden.model->parameters(), trainer.weights());
    }
  }
}

}  // namespace attnlab::testing
