// Recurrent networks: padding, threads, generation, interventions, and refused configs.
#include <gtest/gtest.h>

#include "core/layers/alignment_kind.h"
#include "core/models/generation/generation.h"
#include "core/models/generation/next_token.h"
#include "core/ops/recurrent/cell_kind.h"
#include "core/tensor/thin_gemm.h"
#include "core/trace/gradient_norms.h"
#include "core/training/teacher_forcing.h"
#include "core/training/trainer.h"
#include "tests/support/error_text.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

TEST(ThinGemm, IsAProductForAllSizes) {
  for (Index rows : {1, 2, 5, 6, 7, 13}) {
    for (Index columns : {1, 3, 16, 37, 64, 130, 200}) {
      for (Index depth : {1, 9, 64}) {
        const std::vector<Real> a = random_values(rows * (depth + 2), 1),
                                b = random_values(depth * (columns + 1), 2);
        std::vector<Real> c = random_values(rows * (columns + 3), 3);
        const std::vector<Real> before = c;
        thin_gemm(rows, columns, depth, a.data(), depth + 2, b.data(), columns + 1, c.data(), columns + 3);
        for (Index i = 0; i < rows; ++i) {
          for (Index j = 0; j < columns + 3; ++j) {
            const auto at = static_cast<std::size_t>(i * (columns + 3) + j);
            double expected = static_cast<double>(before[at]);
            for (Index k = 0; j < columns && k < depth; ++k) {
              expected += static_cast<double>(a[static_cast<std::size_t>(i * (depth + 2) + k)]) *
                          static_cast<double>(b[static_cast<std::size_t>(k * (columns + 1) + j)]);
            }
            ASSERT_NEAR(c[at], expected, 1e-4) << rows << "×" << columns << "×" << depth;
          }
        }
      }
    }
  }
}

ModelConfig config_of(const std::string& architecture, const std::string& cell) {
  ModelConfig config;
  config.architecture = architecture;
  config.cell = cell;
  config.layers = 2;
  config.width = 12;
  config.context = 20;
  config.target_vocabulary = 7;
  if (architecture == "recurrent_seq2seq") config.source_vocabulary = 9;
  return config;
}

ModelConfig reader_of(const std::string& cell, const std::string& output, const std::string& pooling) {
  ModelConfig config = config_of("recurrent", cell);
  config.output = output;
  config.source_vocabulary = 9;
  config.tied_output = false;
  config.bidirectional = true;
  config.pooling = pooling;
  return config;
}

struct Weighted {
  explicit Weighted(const ModelConfig& config) : model(make_model(config)) {
    weights = random_values(model->parameters().size(), 5, 0.4);
  }
  std::vector<Real> logits(const Batch& batch) const {
    Tape tape(Mode::Infer);
    tape.bind(model->parameters(), weights.data(), nullptr);
    const Variable y = model->logits(tape, batch);
    return {y.data(), y.data() + y.size()};
  }
  std::shared_ptr<const Model> model;
  std::vector<Real> weights;
};

/// One row of `tokens` among `rows` rows of length `length`; padding is token 3.
Batch source_batch(const std::vector<TokenId>& tokens, Index rows, Index length, Format format) {
  const bool pairs = format == Format::Pairs;
  Batch batch;
  batch.resize(rows, length, pairs ? 4 : 0, pairs ? 4 : format == Format::Class ? 1 : length);
  for (std::size_t i = 0; i < batch.source.size(); ++i) batch.source[i] = static_cast<TokenId>(i * 7 % 9);
  std::fill_n(batch.source.begin(), length, 3);
  std::ranges::copy(tokens, batch.source.begin());
  for (std::size_t i = 0; i < batch.input.size(); ++i) batch.input[i] = static_cast<TokenId>(i % 4);
  std::ranges::fill(batch.target, 1);
  std::ranges::fill(batch.source_lengths, length);
  batch.source_lengths[0] = static_cast<Index>(tokens.size());
  std::ranges::fill(batch.input_lengths, batch.input_length);
  return batch;
}

void expect_padding_ignored(const ModelConfig& config) {
  const Weighted model(config);
  const Format format = format_of(config);
  const std::vector<TokenId> tokens = {5, 1, 8, 2};
  const std::vector<Real> alone = model.logits(source_batch(tokens, 1, 4, format));
  const std::vector<Real> padded = model.logits(source_batch(tokens, 3, 11, format));
  for (std::size_t i = 0; i < alone.size(); ++i) ASSERT_NEAR(alone[i], padded[i], 1e-5) << i;
}

TEST(Recurrent, PaddingChangesNothing) {
  for (const CellKind& kind : cell_kinds()) {
    const std::string cell(kind.name);
    SCOPED_TRACE(cell);
    expect_padding_ignored(reader_of(cell, "labels", "mean"));
    expect_padding_ignored(reader_of(cell, "class", "mean"));
    expect_padding_ignored(reader_of(cell, "class", "last"));
    for (const AlignmentKind& alignment : alignment_kinds()) {
      ModelConfig config = config_of("recurrent_seq2seq", cell);
      config.alignment = alignment.name;
      SCOPED_TRACE(config.alignment);
      expect_padding_ignored(config);
      config.bidirectional = alignment.equal_widths.empty();
      expect_padding_ignored(config);
    }
  }
}

TEST(Recurrent, ATokenIsPredictedFromThoseBeforeIt) {
  const Weighted model(config_of("recurrent", "gru"));
  Batch batch;
  batch.resize(1, 0, 6);
  batch.input = {1, 2, 3, 4, 5, 6};
  const std::vector<Real> before = model.logits(batch);
  batch.input[4] = 0;
  const std::vector<Real> after = model.logits(batch);
  for (std::size_t i = 0; i < 4 * 7; ++i) EXPECT_EQ(before[i], after[i]);
  EXPECT_NE(before[4 * 7], after[4 * 7]);
}

TEST(Recurrent, GenerationGoesOnFromCachedStates) {
  std::vector<std::string> alignments = {""};
  for (const AlignmentKind& alignment : alignment_kinds()) alignments.emplace_back(alignment.name);
  for (const char* cell : {"rnn_tanh", "lstm", "gru"}) {
    for (const std::string& alignment : alignments) {
      const bool pairs = !alignment.empty();
      ModelConfig config = config_of(pairs ? "recurrent_seq2seq" : "recurrent", cell);
      if (pairs) config.alignment = alignment;
      config.bidirectional = config.alignment == "additive";
      const Weighted model(config);
      Batch batch = pairs ? source_batch({5, 1, 8, 2}, 3, 6, Format::Pairs) : Batch();
      if (!pairs) {
        batch.resize(3, 0, 4);
        batch.input = {1, 2, 3, 4, 6, 5, 4, 3, 0, 0, 1, 2};
      }
      NextToken kept(*model.model, model.weights), again(*model.model, model.weights, Reuse::Recompute);
      kept.begin(batch);
      again.begin(batch);
      for (TokenId token = 0; token < 6; ++token) {
        for (Index row = 0; row < 3; ++row) {
          for (std::size_t i = 0; i < 7; ++i)
            ASSERT_NEAR(kept.logits(row)[i], again.logits(row)[i], 1e-5) << cell << " " << alignment;
        }
        const std::vector<TokenId> next = {token, 6 - token, 3};
        kept.append(next);
        again.append(next);
      }
      EXPECT_EQ(kept.work().positions, 3 * (4 + 6));
    }
  }
}

std::vector<Real> trained(const ModelConfig& config, int threads, double teacher_forcing) {
  TrainingConfig training;
  training.batch = 6;
  training.shards = 3;
  training.teacher_forcing = teacher_forcing;
  Trainer trainer(make_model(config), nullptr, training, threads);
  const bool pairs = format_of(config) == Format::Pairs;
  Batch batch = source_batch({5, 1, 8, 2}, 6, 7, Format::Pairs);
  if (!pairs) batch.resize(6, 0, 4);
  for (int i = 0; i < 4; ++i) trainer.step(batch);
  return {trainer.weights().begin(), trainer.weights().end()};
}

TEST(Recurrent, ThreadsChangeNothing) {
  for (const char* cell : {"rnn_tanh", "lstm", "gru"}) {
    ModelConfig config = config_of("recurrent", cell);
    config.dropout = 0.2;
    EXPECT_EQ(trained(config, 1, 1), trained(config, 2, 1)) << cell;
    config = config_of("recurrent_seq2seq", cell);
    config.alignment = "additive";
    EXPECT_EQ(trained(config, 1, 0.5), trained(config, 3, 0.5)) << cell;
  }
}

TEST(TeacherForcing, ALowerRatioTrainsOnOtherTokens) {
  ModelConfig config = config_of("recurrent_seq2seq", "gru");
  const std::vector<Real> forced = trained(config, 1, 1);
  EXPECT_NE(forced, trained(config, 1, 0.5));
  EXPECT_NE(trained(config, 1, 0), trained(config, 1, 0.5));
}

TEST(TeacherForcing, FeedsWhatTheModelFindsMostProbable) {
  for (const char* alignment : {"none", "additive"}) {
    ModelConfig config = config_of("recurrent_seq2seq", "lstm");
    config.alignment = alignment;
    const Weighted model(config);
    Batch batch = source_batch({5, 1, 8, 2}, 2, 6, Format::Pairs);
    Batch mixed = batch;
    OwnChoices().mix(*model.model, model.weights.data(), 1, 3, mixed);
    EXPECT_EQ(mixed.input, batch.input);
    OwnChoices().mix(*model.model, model.weights.data(), 0, 3, mixed);
    const auto greedy = decode_greedily(*model.model, model.weights, batch, batch.input[0], -1, 3);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(mixed.input[i + 1], greedy[0][i]) << alignment << i;
  }
}

TEST(TeacherForcing, IsRefusedWithoutASource) {
  EXPECT_EQ(error_text<std::invalid_argument>([] { trained(config_of("recurrent", "gru"), 1, 0.5); }),
            "training.teacher_forcing is 0.5, but must be 1 for architecture recurrent, which does not "
            "generate an output text");
}

TEST(Recurrent, RefusesWhatMakesNoModel) {
  const auto refusal = [](ModelConfig config) {
    return error_text<std::invalid_argument>([&] { validate(config); });
  };
  ModelConfig config = config_of("recurrent", "lstm");
  config.bidirectional = true;
  EXPECT_NE(refusal(config).find("would see the tokens to predict"), std::string::npos);
  config = reader_of("lstm", "class", "cls");
  EXPECT_NE(refusal(config).find("last or mean"), std::string::npos);
  config = reader_of("lstm", "labels", "mean");
  config.tied_output = true;
  EXPECT_NE(refusal(config).find("tied_output"), std::string::npos);
  config = config_of("recurrent_seq2seq", "gru");
  config.bidirectional = true;
  config.alignment = "dot";
  EXPECT_NE(refusal(config).find("no matrix to map one width to the other"), std::string::npos);
  config = config_of("recurrent", "gru");
  config.heads = 2;
  EXPECT_NE(refusal(config).find("does not use it"), std::string::npos);
}

std::unique_ptr<Trace> trace_of(const Weighted& weighted, const Batch& batch, std::vector<Real>& gradients,
                                const std::vector<Intervention>& interventions = {}) {
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.assign(weighted.weights.begin(), weighted.weights.end());
  gradients.assign(weighted.weights.size(), Real(0));
  auto tape = std::make_unique<Tape>(Mode::Record);
  for (const Intervention& intervention : interventions) tape->recorded().attach(intervention);
  tape->bind(weighted.model->parameters(), snapshot->weights.data(), gradients.data());
  const Variable loss = weighted.model->loss(*tape, batch, 0, batch.counted_targets());
  tape->recorded().check_hooks();
  tape->backward(loss);
  return std::make_unique<Trace>(weighted.model, snapshot, std::move(tape), batch);
}

Batch stream(Index positions) {
  Batch batch;
  batch.resize(1, 0, positions);
  for (std::size_t i = 0; i < batch.input.size(); ++i) {
    batch.input[i] = static_cast<TokenId>(i * 3 % 7);
    batch.target[i] = static_cast<TokenId>(i * 5 % 7);
  }
  return batch;
}

TEST(Recurrent, AnEditedStateIsReadByTheNextStep) {
  for (const char* cell : {"rnn_tanh", "lstm", "gru"}) {
    const Weighted weighted(config_of("recurrent", cell));
    std::vector<Real> gradients;
    const Batch batch = stream(5);
    const auto plain = trace_of(weighted, batch, gradients);
    const auto edit = [](const Shape& shape, std::span<Real> cells) {
      cells[static_cast<std::size_t>(2 * shape[2] + 1)] = Real(0.9);
    };
    const auto edited = trace_of(weighted, batch, gradients, {{"recurrent.layers.0.hidden", edit}});
    const auto &before = plain->at("recurrent.layers.0.hidden"),
               &after = edited->at("recurrent.layers.0.hidden");
    EXPECT_TRUE(after.edited);
    for (std::size_t i = 0; i < before.value.size(); ++i) {
      const std::size_t t = i / 12;
      if (t < 2) {
        EXPECT_EQ(before.value[i], after.value[i]) << cell;
      }
      if (t == 2 && i % 12 == 1) {
        EXPECT_EQ(after.value[i], Real(0.9));
      }
      if (t > 2) {
        EXPECT_NE(before.value[i], after.value[i]) << cell << " " << i;
      }
    }
  }
}

TEST(Recurrent, ObserversSeeEachTensorOnceWhenItIsWhole) {
  class Counter final : public Observer {
   public:
    void on_tensor(const NamedTensor& tensor) override {
      if (tensor.name != "recurrent.layers.1.hidden") return;
      ++calls;
      last = tensor.value.back();
    }
    int calls = 0;
    Real last = 0;
  };
  const Weighted weighted(config_of("recurrent", "lstm"));
  Counter counter;
  Tape tape(Mode::Record);
  tape.recorded().attach(&counter);
  tape.bind(weighted.model->parameters(), weighted.weights.data(), nullptr);
  weighted.model->logits(tape, stream(5));
  EXPECT_EQ(counter.calls, 1);
  EXPECT_NE(counter.last, Real(0));
}

TEST(GradientNorm, VanishesWhereTheRecurrentWeightIsSmall) {
  ModelConfig config = config_of("recurrent", "rnn_tanh");
  config.layers = 1;
  Weighted weighted(config);
  const auto recurrent = weighted.model->parameters().find("recurrent.layers.0.hidden.recurrent.weight");
  const Parameter& weight = weighted.model->parameters()[*recurrent];
  const auto norms_with = [&](double size) {
    Real* cells = weighted.weights.data() + weight.offset;
    for (Index i = 0; i < weight.shape.size(); ++i)
      cells[i] = i % 13 == 0 ? static_cast<Real>(size) : Real(0);
    Batch batch = stream(10);
    std::fill(batch.target.begin(), batch.target.end() - 1, kIgnoredTarget);
    std::vector<Real> gradients;
    const auto trace = trace_of(weighted, batch, gradients);
    return gradient_norm_by_step(trace->at("recurrent.layers.0.hidden"));
  };
  const std::vector<double> small = norms_with(0.2), large = norms_with(0.95);
  ASSERT_EQ(small.size(), 10u);
  EXPECT_NEAR(small[9], large[9], 0.5 * small[9]);
  for (std::size_t t = 0; t < 9; ++t) EXPECT_LT(small[t], 0.21 * small[t + 1]);
  EXPECT_GT(large[0], 1000 * small[0]);
}

TEST(GradientNorm, IsRefusedWithoutAGradient) {
  const TraceTensor bare{.name = "x", .shape = {1, 2, 3}, .value = {}, .gradient = {}};
  EXPECT_THROW(gradient_norm_by_step(bare), std::invalid_argument);
}

/// One token in, many out: the decoder unfolds the state of a single encoder step.
TEST(RecurrentSeq2Seq, OneToManyIsLearned) {
  ModelConfig config = config_of("recurrent_seq2seq", "gru");
  config.layers = 1;
  config.width = 24;
  TrainingConfig training;
  training.batch = 4;
  training.shards = 1;
  training.learning_rate = 0.02;
  training.steps = 150;
  Trainer trainer(make_model(config), nullptr, training, 1);
  Batch batch;
  batch.resize(4, 1, 5);
  batch.source = {1, 2, 3, 4};
  batch.source_lengths = {1, 1, 1, 1};
  batch.target = {3, 1, 4, 1, 0, 2, 5, 6, 0, 1, 6, 6, 1, 2, 0, 4, 4, 4, 4, 0};
  for (std::size_t i = 0; i < 20; ++i) batch.input[i] = i % 5 == 0 ? 6 : batch.target[i - 1];
  for (int i = 0; i < 150; ++i) trainer.step(batch);
  const auto rows = decode_greedily(trainer.model(), trainer.weights(), batch, 6, -1, 5);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(rows[i / 5][i % 5], batch.target[i]);
}

}  // namespace
}  // namespace attnlab::testing
