// Gradients of the squared error, its steps, and the toy model of superposition.
#include <gtest/gtest.h>

#include "core/models/model.h"
#include "core/ops/basic/weighted_rows.h"
#include "core/ops/loss/squared_error.h"
#include "tests/gradients/check.h"
#include "tests/gradients/parameter_check.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

constexpr Real kWanted[] = {Real(0.3), 0, -1, 1, Real(0.1), 0};
constexpr Real kImportance[] = {Real(1), Real(0.5), Real(0.25)};

TEST(Gradients, OfSquaredError) {
  const SquaredErrorOptions options{kWanted, kImportance, 5};
  EXPECT_TRUE(gradients_agree([&](Tape& tape, const auto& in) { return squared_error(tape, in[0], options); },
                              {{{2, 1, 3}}}));
  EXPECT_TRUE(gradients_agree(
      [&](Tape& tape, const auto& in) { return squared_error_per_token(tape, in[0], options); },
      {{{2, 1, 3}}}));
}

TEST(Gradients, OfWeightedRows) {
  EXPECT_TRUE(gradients_agree([](Tape& tape, const auto& in) { return weighted_rows(tape, in[0], in[1]); },
                              {{{2, 3, 4}}, {{4, 2}}}));
}

TEST(Gradients, OfTheToyModelOfSuperposition) {
  ModelConfig config;
  config.architecture = "superposition";
  config.width = 2;
  config.context = 3;
  config.importance = 0.7;
  config.source_vocabulary = config.target_vocabulary = 10;
  const auto model = make_model(config);
  Batch batch;
  batch.resize(2, 3, 0, 3);
  batch.source = {1, 5, 0, 9, 0, 2};
  batch.source_lengths = {3, 3};
  batch.target = {1, 5, 0, 9, kIgnoredTarget, 2};
  const ParameterFunction function{
      model->parameters(), [&](Tape& tape) { return model->loss(tape, batch, 0, batch.counted_targets()); }};
  EXPECT_TRUE(parameter_gradients_agree(function, random_values(model->parameters().size(), 17, 0.5)));
}

}  // namespace
}  // namespace attnlab::testing
