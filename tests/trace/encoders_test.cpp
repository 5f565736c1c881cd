// Traces of encoder-only and vision models: frozen names, fused = stepwise, and where each cell comes from.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "core/trace/tracer.h"
#include "tests/support/encoder_models.h"
#include "tests/support/temp_folder.h"
#include "tests/trace/frozen_names.h"
#include "tests/trace/recompute.h"

namespace attnlab::testing {
namespace {

class Encoders : public ::testing::TestWithParam<const char*> {};

TEST_P(Encoders, NamesAreAsInTheFile) {
  const ModelConfig config = small_encoder(GetParam(), 1, 8, 12);
  expect_frozen(names_text(config, encoder_batch(config)), std::string("encoder_") + GetParam());
}

struct EncoderPass {
  double loss = 0;
  std::vector<Real> gradient;
};

EncoderPass run(const Model& model, const Batch& batch, const std::vector<Real>& weights, Mode mode) {
  EncoderPass pass;
  pass.gradient.resize(weights.size());
  Tape tape(mode);
  tape.set_random_key(11);
  tape.bind(model.parameters(), weights.data(), pass.gradient.data());
  const Variable loss = model.loss(tape, batch, 0.1, batch.counted_targets());
  pass.loss = static_cast<double>(*loss.data());
  tape.backward(loss);
  return pass;
}

TEST_P(Encoders, FusedAndStepsAgree) {
  ModelConfig config = small_encoder(GetParam(), 2, 8, 12);
  config.dropout = 0.1;
  const auto model = make_model(config);
  const Batch batch = encoder_batch(config);
  const std::vector<Real> weights = random_values(model->parameters().size(), 21, 0.4);
  const EncoderPass fused = run(*model, batch, weights, Mode::Train),
                    steps = run(*model, batch, weights, Mode::Record);
  EXPECT_NEAR(fused.loss, steps.loss, 1e-6 * steps.loss);
  double squares = 0, difference = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto a = static_cast<double>(fused.gradient[i]), b = static_cast<double>(steps.gradient[i]);
    squares += b * b;
    difference += (a - b) * (a - b);
  }
  EXPECT_LT(std::sqrt(difference / squares), 1e-6);
}

/// Words of one letter.
Tokenizer letters(Index count) {
  std::vector<std::string> entries;
  for (Index i = 0; i < count; ++i) entries.emplace_back(1, static_cast<char>('a' + i));
  return Tokenizer::from_vocabulary(std::move(entries), TokenLevel::Words, kNoSpecialTokens);
}

TracePtr encoder_trace(const ModelConfig& config) {
  const std::shared_ptr<const Model> model = make_model(config);
  Vocabularies vocabularies;
  if (config.source_vocabulary > 0) vocabularies.source = letters(config.source_vocabulary);
  vocabularies.target = letters(config.target_vocabulary);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  const std::vector<Real> weights = random_values(model->parameters().size(), 5, 0.4);
  snapshot->weights.assign(weights.begin(), weights.end());
  TraceRequest request{.source = "c a b", .target = "b"};
  if (format_of(config) == Format::Labels) request.target = "b c d";
  if (format_of(config) == Format::Masked) request.target = "";  // nothing is hidden
  const Batch batch = encoder_batch(config);
  if (!batch.pictures.empty()) {
    const auto half = batch.pictures.begin() + static_cast<std::ptrdiff_t>(batch.pictures.size() / 2);
    request.picture = std::make_shared<const Picture>(
        Picture{batch.channels, batch.height, batch.width, {batch.pictures.begin(), half}});
  }
  return Tracer(model, std::make_shared<const Vocabularies>(std::move(vocabularies)))
      .trace(snapshot, request);
}

TEST_P(Encoders, EveryCellAndEveryGradientIsRecomputed) {
  expect_all_recomputed(*encoder_trace(small_encoder(GetParam(), 1, 8, 12)));
}

INSTANTIATE_TEST_SUITE_P(All, Encoders, ::testing::ValuesIn(kEncoderKinds),
                         [](const auto& given) { return std::string(given.param); });

std::string joined_texts(const std::vector<Piece>& pieces) {
  std::string all;
  for (const Piece& piece : pieces) all += piece.text + " ";
  return all;
}

TEST(EncoderTraces, NameTheirPositions) {
  EXPECT_EQ(joined_texts(encoder_trace(small_encoder("class_mean", 1, 8, 12))->source_pieces), "c a b ");
  EXPECT_EQ(joined_texts(encoder_trace(small_encoder("class_cls", 1, 8, 12))->source_pieces), "[CLS] c a b ");
  EXPECT_EQ(joined_texts(encoder_trace(small_encoder("vision_mean", 1, 8, 12))->source_pieces),
            "0,0 0,1 1,0 1,1 ");
  const TracePtr vision = encoder_trace(small_encoder("vision_cls", 1, 8, 12));
  EXPECT_EQ(joined_texts(vision->source_pieces), "[CLS] 0,0 0,1 1,0 1,1 ");
  EXPECT_EQ(vision->at("encoder.layers.0.self_attention.weights").shape, (Shape{1, 2, 5, 5}));
  EXPECT_TRUE(vision->input_pieces.empty());
  EXPECT_EQ(joined_texts(vision->target_pieces), "b ");
}

/// The one operand of a cell that is a copy.
CellName copied(const Trace& trace, const std::string& tensor, const std::vector<Index>& index) {
  const std::vector<CellName> operands = trace.explain(tensor, index).operands();
  EXPECT_EQ(operands.size(), 1u) << tensor;
  return operands.at(0);
}

TEST(EncoderTraces, AProjectionIsFollowedToItsPixels) {
  const TracePtr trace = encoder_trace(small_encoder("vision_cls", 1, 8, 12));
  const Derivation d = trace->explain("picture.projection", std::vector<Index>{0, 2, 3});
  EXPECT_EQ(d.operands()[0], (CellName{"picture.patches", {0, 2, 0}}));
  EXPECT_EQ(d.operands()[1], (CellName{"picture.projection.weight", {3, 0}}));
  // Patch 2 is the lower left patch: rows 2 and 3, columns 0 and 1; cell 7 is channel 1, its last pixel.
  EXPECT_EQ(copied(*trace, "picture.patches", {0, 2, 7}), (CellName{"picture.pixels", {0, 1, 3, 1}}));
  EXPECT_TRUE(trace->explain("picture.pixels", std::vector<Index>{0, 1, 3, 1}).is_leaf);
  EXPECT_EQ(copied(*trace, "picture.with_class", {0, 0, 5}), (CellName{"picture.class_token", {5}}));
  EXPECT_EQ(copied(*trace, "picture.with_class", {0, 3, 5}), (CellName{"picture.projection", {0, 2, 5}}));
  EXPECT_EQ(copied(*trace, "pooled", {0, 0, 5}), (CellName{"encoder.norm.output", {0, 0, 5}}));
}

}  // namespace
}  // namespace attnlab::testing
