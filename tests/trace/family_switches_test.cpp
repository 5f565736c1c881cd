// The switches that models of other programs ask for, in models of ours: both ways of a pass agree, every
// cell is explained, and what adds up to a logit does so or says why not.
#include <gtest/gtest.h>

#include "core/analysis/contributions/contributions.h"
#include "core/analysis/contributions/stream_path.h"
#include "core/analysis/residual/lens.h"
#include "core/models/cost.h"
#include "core/models/sizes/parameter_lines.h"
#include "core/training/passes.h"
#include "tests/support/switches.h"
#include "tests/support/temp_folder.h"
#include "tests/support/weighted_sum.h"
#include "tests/trace/declared.h"
#include "tests/trace/recompute.h"

namespace attnlab::testing {
namespace {

using Changes = std::vector<std::pair<std::string, std::string>>;

struct SwitchedModel {
  const char* name;
  const char* architecture;
  Changes changes;
  std::vector<const char*> tensors;  ///< that its pass has
};

void PrintTo(const SwitchedModel& model, std::ostream* out) { *out << model.name; }

const SwitchedModel kSwitchedModels[] = {
    {"head_width", "gpt", {{"head_width", "6"}, {"key_value_heads", "2"}, {"positions", "rotary"}}, {}},
    {"head_width_crossed", "encoder_decoder", {{"head_width", "3"}, {"width", "10"}}, {}},
    {"part_turned",
     "gpt",
     {{"head_width", "8"}, {"positions", "rotary"}, {"rotary_share", "0.5"}, {"rotary_base", "100"}},
     {"decoder.layers.0.self_attention.rotated_query"}},
    {"turned_slower",
     "gpt",
     {{"positions", "rotary"}, {"rotary_scaling", "linear"}, {"rotary_factor", "4"}},
     {"decoder.layers.0.self_attention.rotated_query"}},
    {"long_waves_turned_slower",
     "gpt",
     {{"positions", "rotary"},
      {"rotary_scaling", "llama3"},
      {"rotary_factor", "4"},
      {"rotary_original", "32"}},
     {"decoder.layers.0.self_attention.rotated_query"}},
    {"turned_slower_with_gain",
     "gpt",
     {{"head_width", "8"},
      {"positions", "rotary"},
      {"rotary_scaling", "yarn"},
      {"rotary_factor", "4"},
      {"rotary_original", "64"},
      {"rotary_high", "32"}},
     {"decoder.layers.0.self_attention.rotated_query"}},
    {"few_buckets",
     "encoder_decoder",
     {{"positions", "relative_bias"}, {"relative_buckets", "4"}, {"relative_distance", "3"}},
     {"decoder.layers.0.self_attention.biased"}},
    {"parallel",
     "gpt",
     {{"parallel", "true"}, {"layers", "2"}},
     {"decoder.layers.1.feed_forward_norm.output", "decoder.layers.1.feed_forward_residual"}},
    {"parallel_without_norms", "encoder", {{"parallel", "true"}, {"norm", "none"}}, {}},
    {"qkv_bias_alone", "gpt", {{"bias", "false"}, {"qkv_bias", "on"}}, {}},
    {"bias_elsewhere", "encoder_decoder", {{"qkv_bias", "off"}}, {}},
    {"windows_in_turns", "gpt", {{"window", "2"}, {"window_every", "2"}, {"layers", "2"}}, {}},
    {"deeper_encoder", "encoder_decoder", {{"layers", "3"}, {"decoder_layers", "1"}}, {}},
    {"deeper_decoder",
     "encoder_decoder",
     {{"decoder_layers", "2"}, {"window", "2"}, {"window_every", "2"}},
     {"decoder.layers.1.cross_attention.weights"}},
    {"decoder_of_pictures", "vision_decoder", {{"layers", "2"}, {"decoder_layers", "1"}}, {}},
    {"sine_halves",
     "encoder_decoder",
     {{"positions", "sinusoidal"}, {"sine_layout", "halves"}, {"width", "12"}, {"norm", "post"}},
     {"source.positions"}},
    {"scaled_embeddings", "gpt", {{"embedding_scale", "on"}}, {}},
    {"waves_without_scale", "gpt", {{"embedding_scale", "off"}, {"positions", "sinusoidal"}}, {}},
    {"scaled_output", "gpt", {{"scaled_output", "true"}}, {"output.scaled"}},
    {"as_t5",
     "encoder_decoder",
     {{"scaled_output", "true"},
      {"positions", "relative_bias"},
      {"scaled_scores", "false"},
      {"norm_kind", "rms"},
      {"bias", "false"},
      {"head_width", "3"},
      {"activation", "geglu_tanh"},
      {"decoder_layers", "2"},
      {"shared_embeddings", "true"}},
     {"output.scaled", "decoder.layers.1.feed_forward.gated"}},
    {"padding_without_a_position",
     "encoder",
     {{"padding_token", "1"}, {"segments", "2"}},
     {"source.positions"}},
    {"biased_output_of_its_own", "encoder_decoder", {{"tied_output", "false"}, {"output_bias", "true"}}, {}},
    {"input_norms",
     "encoder_decoder",
     {{"input_norm", "true"}, {"output_bias", "true"}},
     {"source.norm.output", "target.norm.output"}},
    {"hidden_words",
     "encoder",
     {{"norm", "post"},
      {"input_norm", "true"},
      {"segments", "2"},
      {"output_layer", "transform"},
      {"output_bias", "true"}},
     {"source.with_segments", "source.norm.output", "output.activated", "output.norm.output"}},
    {"class_of_first",
     "encoder",
     {{"output", "class"}, {"pooling", "first"}, {"output_layer", "tanh"}, {"tied_output", "false"}},
     {"pooled", "output.dense", "output.activated"}},
    {"class_by_relu",
     "encoder",
     {{"output", "class"},
      {"pooling", "cls"},
      {"output_layer", "relu"},
      {"segments", "3"},
      {"positions", "rotary"},
      {"tied_output", "false"}},
     {"source.with_class", "output.activated"}},
    {"first_without_layer",
     "encoder",
     {{"output", "class"},
      {"pooling", "first"},
      {"segments", "2"},
      {"input_norm", "true"},
      {"tied_output", "false"}},
     {}},
    {"normalized_pixels",
     "vision",
     {{"pixel_mean", "0.25"}, {"pixel_deviation", "0.5"}},
     {"picture.shift", "picture.normalized"}},
};

ModelConfig config_of(const SwitchedModel& model) {
  ModelConfig config = switch_base(model.architecture);
  for (const auto& [option, value] : model.changes) set_switch(config, option, value);
  return config;
}

class FamilySwitches : public ::testing::TestWithParam<SwitchedModel> {
 protected:
  FamilySwitches() : config_(config_of(GetParam())) {
    model_ = make_model(config_);
    batch_ = switch_batch(config_);
    if (config_.segments > 0) batch_.source_segments = {0, 1, 1, 0, 0, 1};
    weights_ = std::make_shared<WeightsSnapshot>();
    const std::vector<Real> values = random_values(model_->parameters().size(), 21, 0.4);
    weights_->weights.assign(values.begin(), values.end());
  }

  struct Pass {
    double loss = 0;
    std::vector<Real> gradient;
  };
  Pass pass(Tape& tape) const {
    Pass made;
    made.gradient.resize(weights_->weights.size());
    tape.bind(model_->parameters(), weights_->weights.data(), made.gradient.data());
    const Variable loss = model_->loss(tape, batch_, 0.1, batch_.counted_targets());
    made.loss = static_cast<double>(*loss.data());
    tape.backward(loss);
    return made;
  }
  /// As a pass on screen, of one example.
  void keep_first_row() {
    Batch row;
    take_rows(batch_, 0, 1, row);
    batch_ = row;
  }
  TracePtr trace() const {
    auto tape = std::make_unique<Tape>(Mode::Record);
    Pass kept = pass(*tape);
    return std::make_shared<Trace>(model_, weights_, std::move(tape), batch_);
  }

  ModelConfig config_;
  std::shared_ptr<const Model> model_;
  Batch batch_;
  std::shared_ptr<WeightsSnapshot> weights_;
};

TEST_P(FamilySwitches, BothWaysOfAPassAgree) {
  Tape fused(Mode::Train), steps(Mode::Record);
  const Pass a = pass(fused), b = pass(steps);
  EXPECT_NEAR(a.loss, b.loss, 1e-5 * b.loss);
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.gradient.size(); ++i) {
    difference += std::pow(static_cast<double>(a.gradient[i]) - static_cast<double>(b.gradient[i]), 2);
    size += std::pow(static_cast<double>(b.gradient[i]), 2);
  }
  EXPECT_LT(std::sqrt(difference / size), 1e-5);
}

TEST_P(FamilySwitches, EveryTensorIsDeclaredAndExplained) {
  const TracePtr pass = trace();
  for (const char* name : GetParam().tensors) EXPECT_TRUE(pass->find(name)) << name;
  for (const TraceTensor& tensor : pass->tensors()) {
    expect_declared(tensor.name, *tensor.site, tensor.place, tensor.shape);
    expect_cell_recomputed(*pass, tensor, 0);
    expect_cell_recomputed(*pass, tensor, tensor.shape.size() - 1);
    expect_cell_recomputed(*pass, tensor, tensor.shape.size() / 2);
  }
}

TEST_P(FamilySwitches, EveryParameterIsCounted) {
  const Index count = model_->parameters().size();
  EXPECT_EQ(count_cost(config_).parameters, count);
  Index lines = 0;
  for (const ParameterLine& line : parameter_lines(config_, model_->parameters()))
    lines += line.times * line.each;
  EXPECT_EQ(lines, count);
}

TEST_P(FamilySwitches, PartsAddUpToTheLogitOrSayWhyNot) {
  keep_first_row();
  const TracePtr pass = trace();
  if (!has_stream_path(config_)) {
    EXPECT_EQ(why_no_stream_path(config_),
              "an output layer with an activation is between the stream and the logits");
    return;
  }
  const Contributions parts = split_logit(*pass, {.position = 0, .word = 1});
  EXPECT_NEAR(parts.sum(), parts.logit, 1e-5 * std::max(1.0, std::abs(parts.logit)));
}

/// The last row of the lens is what the model says.
TEST_P(FamilySwitches, TheLensEndsWithTheLogits) {
  keep_first_row();
  const TracePtr pass = trace();
  const Lens lens = logit_lens(*pass, 3);
  const TraceTensor& logits = pass->at("output.logits");
  const LensCell& cell = lens.rows.back().cells.front();
  for (const LensWord& word : cell.top)
    EXPECT_NEAR(word.logit, static_cast<double>(logits.value[static_cast<std::size_t>(word.token)]), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(All, FamilySwitches, ::testing::ValuesIn(kSwitchedModels),
                         [](const auto& given) { return std::string(given.param.name); });

}  // namespace
}  // namespace attnlab::testing
