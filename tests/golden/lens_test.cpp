// The logit lens, and the sizes and cosines of the residual stream, against PyTorch: of a GPT, an
// encoder–decoder with norms after its sums, encoders with a class, and a stored run.
#include "core/analysis/residual/lens.h"

#include <cmath>

#include "core/analysis/residual/stream.h"
#include "core/io/checkpoint.h"
#include "core/trace/tracer.h"
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

ModelConfig lens_gpt() {
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

ModelConfig lens_pair() {
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

ModelConfig lens_class(const std::string& pooling, const std::string& activation) {
  ModelConfig config;
  config.architecture = "encoder";
  config.output = "class";
  config.pooling = pooling;
  config.activation = activation;
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 12;
  config.context = 7;
  config.source_vocabulary = 11;
  config.target_vocabulary = 3;
  config.tied_output = false;
  return config;
}

template <typename T>
std::vector<T> first_row(const std::vector<T>& all, Index rows) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size()) / rows};
}

Batch first_of(const Batch& all) {
  Batch batch;
  batch.resize(1, all.source_length, all.input_length, all.target_length);
  batch.source = first_row(all.source, all.size);
  batch.input = first_row(all.input, all.size);
  batch.target = first_row(all.target, all.size);
  batch.source_lengths = {all.source_length};
  batch.input_lengths = {all.input_length};
  return batch;
}

/// A pass over the first row of a golden batch.
TracePtr golden_pass(const std::string& name, const ModelConfig& config) {
  const GoldenFile file = golden_file(name);
  const std::shared_ptr<const Model> model = make_model(config);
  AlignedBuffer weights(static_cast<std::size_t>(model->parameters().size()));
  load_parameters(file, "param.", model->parameters(), weights);
  const SnapshotPtr snapshot = make_snapshot(0, weights);
  const Batch batch = first_of(golden_batch(file));
  auto tape = std::make_unique<Tape>(Mode::Record);
  tape->bind(model->parameters(), snapshot->weights.data(), nullptr);
  model->loss(*tape, batch, 0, batch.counted_targets());
  return std::make_shared<Trace>(model, snapshot, std::move(tape), batch);
}

TracePtr stored_pass() {
  const Checkpoint run = load_checkpoint(ATTNLAB_SOURCE_DIR "/tests/runs/version1", Load::Weights);
  return Tracer(run.model, run.vocabularies)
      .trace(run.state->snapshot, {.source = "abc", .target = "cba", .gradients = false});
}

/// The logits of all words, in the order of their ids.
std::vector<Real> lens_logits_of(const Lens& lens, Index words) {
  std::vector<Real> logits;
  for (const LensRow& row : lens.rows)
    for (const LensCell& cell : row.cells) {
      std::vector<Real> one(static_cast<std::size_t>(words));
      for (const LensWord& word : cell.top)
        one[static_cast<std::size_t>(word.token)] = static_cast<Real>(word.logit);
      logits.insert(logits.end(), one.begin(), one.end());
    }
  return logits;
}

std::vector<Real> rounded(const std::vector<double>& numbers) { return {numbers.begin(), numbers.end()}; }

/// Probabilities are softmax of PyTorch's logits, computed here.
void expect_probabilities(const Lens& lens, const Tensor& logits) {
  const auto words = static_cast<std::size_t>(logits.shape.last());
  std::size_t at = 0;
  for (const LensRow& row : lens.rows)
    for (const LensCell& cell : row.cells) {
      double sum = 0;
      for (std::size_t i = 0; i < words; ++i) sum += std::exp(static_cast<double>(logits.data[at + i]));
      for (const LensWord& word : cell.top)
        EXPECT_NEAR(
            word.probability,
            std::exp(static_cast<double>(logits.data[at + static_cast<std::size_t>(word.token)])) / sum,
            1e-5);
      Index above = 0;
      if (cell.has_right()) {
        const Real right = logits.data[at + static_cast<std::size_t>(cell.right)];
        for (std::size_t i = 0; i < words; ++i) above += logits.data[at + i] > right;
        EXPECT_EQ(cell.right_rank, 1 + above);
      }
      at += words;
    }
}

void expect_lens(const std::string& name, const TracePtr& trace) {
  const GoldenFile file = golden_file("lens");
  const Lens lens = logit_lens(*trace, 1000);
  const Tensor logits = file.tensor(name + ".logits");
  EXPECT_TRUE(matches(lens_logits_of(lens, logits.shape.last()), logits, name + " logits"));
  expect_probabilities(lens, logits);
  const std::vector<StreamState> states = residual_states(*trace);
  std::vector<double> sizes, added;
  for (const StreamState& state : states) {
    for (const double size : row_sizes(*state.sum)) sizes.push_back(size);
    for (const double size : row_sizes(*state.addition)) added.push_back(size);
  }
  EXPECT_TRUE(matches(rounded(sizes), file.tensor(name + ".sizes"), name + " sizes"));
  EXPECT_TRUE(matches(rounded(added), file.tensor(name + ".added"), name + " added"));
  EXPECT_TRUE(matches(rounded(addition_cosines(states, states.front().positions() - 1)),
                      file.tensor(name + ".cosines"), name + " cosines"));
}

TEST(GoldenLens, OfAGptIsPyTorchs) { expect_lens("gpt", golden_pass("gpt", lens_gpt())); }

TEST(GoldenLens, OfAnEncoderDecoderIsPyTorchs) {
  expect_lens("encoder_decoder", golden_pass("encoder_decoder", lens_pair()));
}

TEST(GoldenLens, OfEncodersWithAClassIsPyTorchs) {
  expect_lens("encoder_class_cls", golden_pass("encoder_class_cls", lens_class("cls", "gelu")));
  expect_lens("encoder_class_mean", golden_pass("encoder_class_mean", lens_class("mean", "relu")));
}

TEST(GoldenLens, OfAStoredRunIsPyTorchs) { expect_lens("run", stored_pass()); }

}  // namespace
}  // namespace attnlab::testing
