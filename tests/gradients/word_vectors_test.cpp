// Gradients of binary cross-entropy, its steps, and models of word vectors.
#include <gtest/gtest.h>

#include "core/autograd/cells.h"
#include "core/models/model.h"
#include "core/ops/loss/binary_cross_entropy.h"
#include "tests/gradients/check.h"
#include "tests/gradients/parameter_check.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

constexpr TokenId kTargets[] = {1, 0, kIgnoredTarget, 0, 1, 0};

TEST(Gradients, OfSigmoid) {
  EXPECT_TRUE(gradients_agree([](Tape& tape, const auto& in) { return sigmoid(tape, in[0]); }, {{{2, 3}}}));
}

TEST(Gradients, OfBinaryCrossEntropy) {
  for (const double smoothing : {0.0, 0.2}) {
    const CrossEntropyOptions options{kTargets, smoothing, 5};
    EXPECT_TRUE(gradients_agree(
        [&](Tape& tape, const auto& in) { return binary_cross_entropy(tape, in[0], options); },
        {{{2, 1, 3}}}));
    EXPECT_TRUE(gradients_agree(
        [&](Tape& tape, const auto& in) { return binary_cross_entropy_per_token(tape, in[0], options); },
        {{{2, 1, 3}}}));
  }
}

TEST(Gradients, BinaryCrossEntropyIsSafeForLargeScores) {
  Tape tape(Mode::Infer);
  const Variable scores = tape.make({1, 1, 4});
  scores.cells() << Real(1000), Real(-1000), Real(1000), Real(-1000);
  constexpr TokenId targets[] = {1, 0, 0, 1};
  const Variable losses = binary_cross_entropy_per_token(tape, scores, {targets, 0, 1});
  EXPECT_EQ(losses.data()[0], Real(0));
  EXPECT_EQ(losses.data()[1], Real(0));
  EXPECT_EQ(losses.data()[2], Real(1000));
  EXPECT_EQ(losses.data()[3], Real(1000));
}

TEST(Gradients, OfWordVectors) {
  ModelConfig config;
  config.architecture = "word_vectors";
  config.width = 4;
  config.source_vocabulary = config.target_vocabulary = 7;
  const auto model = make_model(config);
  Batch batch;
  batch.resize(2, 3, 4, 4);
  batch.source = {1, 5, 2, 6, 0, 0};
  batch.source_lengths = {3, 1};
  batch.input = {3, 1, 4, 4, 2, 6, 5, 0};
  batch.target = {1, 0, 0, 0, 1, 0, 0, kIgnoredTarget};
  const ParameterFunction function{model->parameters(), [&](Tape& tape) {
                                     return model->loss(tape, batch, 0.1, batch.counted_targets());
                                   }};
  EXPECT_TRUE(parameter_gradients_agree(function, random_values(model->parameters().size(), 17, 0.5)));
}

}  // namespace
}  // namespace attnlab::testing
