// Properties of attention for any weights, and the worked example of the syllabus.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/layers/attention_layer.h"
#include "core/layers/block_sites.h"
#include "core/models/model.h"
#include "core/ops/attention/attention.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/scale.h"
#include "tests/support/given_values.h"

namespace attnlab::testing {
namespace {

Variable random_constant(Tape& tape, const Shape& shape, std::uint64_t seed, double deviation = 1) {
  return constant(tape, shape, random_values(shape.size(), seed, deviation));
}

double largest_apart(std::span<const Real> a, std::span<const Real> b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    largest = std::max(largest, static_cast<double>(std::abs(a[i] - b[i])));
  }
  return largest;
}

TEST(WorkedExample, CatAttendsToTheCatSat) {
  Tape tape(Mode::Record);
  const Variable query = constant(tape, {1, 1, 1, 4}, {Real(0.5), Real(-0.3), Real(0.8), Real(0.1)});
  const Variable key = constant(tape, {1, 1, 3, 4},
                                {Real(0.7), Real(-0.2), Real(0.4), Real(0.3), Real(0.1), Real(0.6),
                                 Real(-0.5), Real(0.2), Real(0.3), Real(-0.4), Real(0.9), Real(0.7)});
  const Variable scores = attention_scores(tape, query, key);
  const Variable scaled = divide(tape, scores, Real(2), "√D");
  const Variable weights = softmax(tape, scaled);
  const double expected_scores[] = {0.76, -0.51, 1.06}, expected_scaled[] = {0.38, -0.255, 0.53},
               expected_weights[] = {0.3715, 0.1969, 0.4316};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(static_cast<double>(scores.data()[i]), expected_scores[i], 1e-6);
    EXPECT_NEAR(static_cast<double>(scaled.data()[i]), expected_scaled[i], 1e-6);
    EXPECT_NEAR(static_cast<double>(weights.data()[i]), expected_weights[i], 5e-5);
  }
}

TEST(Softmax, KeepsWhatIsNotANumberAmongHiddenCells) {
  Tape tape(Mode::Infer);
  for (int place = 0; place < 9; ++place) {
    std::vector<Real> row(9, -INFINITY);
    row[static_cast<std::size_t>(place)] = NAN;
    EXPECT_TRUE(std::isnan(softmax(tape, constant(tape, {1, 9}, row)).data()[place])) << place;
  }
}

TEST(Softmax, RowsSumToOne) {
  Tape tape(Mode::Infer);
  const Variable y = softmax(tape, random_constant(tape, {50, 37}, 1, 20));
  for (Index row = 0; row < 50; ++row) {
    EXPECT_NEAR(static_cast<double>(array(y.data() + row * 37, 37).sum()), 1, 1e-6);
    EXPECT_GE(array(y.data() + row * 37, 37).minCoeff(), Real(0));
  }
}

TEST(Softmax, IsStableForLargeScoresAndUnmovedByAShift) {
  Tape tape(Mode::Infer);
  const std::vector<Real> high = {1000, 1001, 999}, low = {0, 1, -1};
  EXPECT_LT(largest_apart(cells_of(softmax(tape, constant(tape, {1, 3}, high))),
                          cells_of(softmax(tape, constant(tape, {1, 3}, low)))),
            1e-6);
  for (Real cell : cells_of(log_softmax(tape, constant(tape, {1, 3}, {Real(-1e30), 0, Real(1e30)})))) {
    EXPECT_FALSE(std::isnan(cell));
  }
}

TEST(Softmax, ARowThatSeesNothingIsZero) {
  Tape tape(Mode::Infer);
  const auto hidden = -std::numeric_limits<Real>::infinity();
  EXPECT_EQ(cells_of(softmax(tape, constant(tape, {1, 3}, {hidden, hidden, hidden}))),
            (std::vector<Real>{0, 0, 0}));
  EXPECT_EQ(cells_of(softmax(tape, constant(tape, {1, 2}, {hidden, 3}))), (std::vector<Real>{0, 1}));
}

TEST(Mask, HiddenPositionsGetExactlyZero) {
  const std::vector<Index> lengths = {5, 3};
  Tape tape(Mode::Infer);
  const Variable scores = random_constant(tape, {2, 2, 5, 5}, 2, 5);
  const Variable mask = mask_values(tape, {true, lengths}, 2, 5, 5);
  const Variable weights = softmax(tape, apply_mask(tape, scores, mask));
  for (Index i = 0; i < weights.size(); ++i) {
    const auto at = weights.shape().index_of(i);
    const bool hidden = at[3] > at[2] || at[3] >= lengths[static_cast<std::size_t>(at[0])];
    EXPECT_EQ(weights.data()[i] == Real(0), hidden) << "cell " << i;
  }
}

TEST(Mask, AllowsWhatItShows) {
  const std::vector<Index> lengths = {2};
  const AttentionMask mask{true, lengths};
  EXPECT_TRUE(mask.allows(0, 3, 1));
  EXPECT_FALSE(mask.allows(0, 3, 2)) << "padding";
  EXPECT_FALSE(mask.allows(0, 0, 1)) << "the future";
  EXPECT_TRUE(mask.allows(0, 0, 0));
}

/// One attention layer with random weights on x, in `mode`.
std::vector<Real> attend(Mode mode, const Shape& shape, const std::vector<Real>& x,
                         const AttentionMask& mask) {
  ParameterLayout layout;
  const Initializer spread = Initializer::normal(0.5);
  const AttentionLayer layer(ParameterScope(layout),
                             {.spec = {.heads = 2, .key_value_heads = 2, .head_size = shape.last() / 2},
                              .width = shape.last(),
                              .bias = true,
                              .projection_bias = true,
                              .projection = spread,
                              .output = spread});
  std::vector<Real> weights(static_cast<std::size_t>(layout.size()));
  layout.initialize(weights, 3);
  Tape tape(mode);
  tape.bind(layout, weights.data(), nullptr);
  const Variable input = constant(tape, shape, x);
  return cells_of(layer(tape, input, input, mask, block_sites::kSelfAttention));
}

/// The distance of two neighbouring floats at the largest value.
double spacing_of(const std::vector<Real>& values) {
  Real largest = 0;
  for (const Real value : values) largest = std::max(largest, std::abs(value));
  return static_cast<double>(largest) * static_cast<double>(std::numeric_limits<Real>::epsilon());
}

TEST(Attention, WithoutPositionsIsPermutationEquivariant) {
  const Index t = 7, c = 8;
  const std::vector<Real> x = random_values(t * c, 5);
  const Index order[] = {3, 0, 6, 2, 5, 1, 4};
  const auto permute = [&](const std::vector<Real>& rows) {
    std::vector<Real> result(rows.size());
    for (Index i = 0; i < t; ++i)
      std::copy_n(rows.begin() + as_offset(order[i] * c), c, result.begin() + as_offset(i * c));
    return result;
  };
  for (Mode mode : {Mode::Infer, Mode::Record}) {
    const auto straight = attend(mode, {1, t, c}, x, {}), permuted = attend(mode, {1, t, c}, permute(x), {});
    EXPECT_LT(largest_apart(permuted, permute(straight)), 4 * spacing_of(straight));
    EXPECT_GT(largest_apart(permuted, straight), 1e-2) << "the order must matter to the test";
  }
}

TEST(Attention, AQueryThatSeesNothingGivesZeros) {
  const std::vector<Index> lengths = {0};
  for (Mode mode : {Mode::Train, Mode::Infer}) {
    Tape tape(mode);
    const Variable x = random_constant(tape, {1, 3, 4}, 6);
    const Variable y =
        attention(tape, {x, 0}, {x, 0}, {x, 0},
                  {.heads = 2, .key_value_heads = 2, .head_size = 2, .mask = {false, lengths}});
    EXPECT_EQ(cells_of(y), std::vector<Real>(12, Real(0)));
  }
}

ModelConfig language_model() {
  ModelConfig config;
  config.layers = 2;
  config.width = 16;
  config.feed_forward = 32;
  config.context = 80;
  config.target_vocabulary = 9;
  return config;
}

Batch text_batch(const std::vector<TokenId>& ids) {
  Batch batch;
  const auto length = static_cast<Index>(ids.size());
  batch.resize(1, 0, length);
  batch.input = batch.target = ids;
  batch.input_lengths = {length};
  return batch;
}

std::vector<Real> logits_of(const ModelConfig& config, const Batch& batch, Mode mode) {
  const auto model = make_model(config);
  const std::vector<Real> weights = random_values(model->parameters().size(), 8, 0.3);
  Tape tape(mode);
  tape.bind(model->parameters(), weights.data(), nullptr);
  return cells_of(model->logits(tape, batch));
}

TEST(CausalModel, DoesNotSeeTheFuture) {
  for (Mode mode : {Mode::Infer, Mode::Record}) {
    std::vector<TokenId> ids(70);
    std::iota(ids.begin(), ids.end(), 0);
    for (TokenId& id : ids) id %= 9;
    const std::vector<Real> before = logits_of(language_model(), text_batch(ids), mode);
    for (std::size_t changed : {69u, 65u, 64u, 1u}) {
      std::vector<TokenId> other = ids;
      for (std::size_t i = changed; i < other.size(); ++i) other[i] = (other[i] + 4) % 9;
      const std::vector<Real> after = logits_of(language_model(), text_batch(other), mode);
      EXPECT_TRUE(std::equal(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(9 * changed),
                             after.begin()))
          << "to the last bit, change at " << changed;
      EXPECT_GT(largest_apart(before, after), 1e-2) << "the change must be seen somewhere";
    }
  }
}

TEST(Padding, ChangesNothing) {
  ModelConfig config = language_model();
  config.architecture = "encoder_decoder";
  config.source_vocabulary = 7;
  Batch plain;
  plain.resize(1, 3, 2);
  plain.source = {4, 2, 6};
  plain.source_lengths = {3};
  plain.input = {1, 5};
  plain.target = {5, 2};
  plain.input_lengths = {2};
  Batch padded;
  padded.resize(2, 5, 4);
  padded.source = {4, 2, 6, 0, 0, 1, 1, 1, 1, 1};
  padded.source_lengths = {3, 5};
  padded.input = {1, 5, 0, 0, 2, 2, 2, 2};
  padded.target = {5, 2, kIgnoredTarget, kIgnoredTarget, 1, 1, 1, 1};
  padded.input_lengths = {2, 4};
  for (Mode mode : {Mode::Infer, Mode::Record}) {
    const std::vector<Real> alone = logits_of(config, plain, mode);
    const std::vector<Real> together = logits_of(config, padded, mode);
    EXPECT_LT(largest_apart(alone, std::span(together).first(alone.size())), 2e-5);
  }
}

TEST(Model, ATextLongerThanTheContextIsAnError) {
  ModelConfig config = language_model();
  config.context = 3;
  try {
    logits_of(config, text_batch({1, 2, 3, 4}), Mode::Infer);
    FAIL() << "no error";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "the text has 4 tokens, but the model's context is 3: shorten the text");
  }
}

}  // namespace
}  // namespace attnlab::testing
