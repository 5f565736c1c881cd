// Trainer: the same bits on any number of threads, clipping, and losses that are not finite.
#include "core/training/trainer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "core/tasks/make_task.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

struct TrainerOptions {
  double dropout = 0;
  double clip = 1;
  Index shards = 4;
  Index seed = 1;
};

std::unique_ptr<Trainer> make_trainer(const TrainerOptions& options, int threads) {
  TaskConfig task_config;
  task_config.symbols = 5;
  task_config.max_length = 6;
  const std::shared_ptr<const Task> task = make_task(task_config, 0);
  ModelConfig model;
  model.architecture = "encoder_decoder";
  model.layers = 1;
  model.width = 48;  // enough weights for several pieces of the reduction
  model.feed_forward = 96;
  model.context = std::max(task->max_source_length(), task->max_target_length());
  model.source_vocabulary = task->source_tokenizer().size();
  model.target_vocabulary = task->target_tokenizer().size();
  model.dropout = options.dropout;
  TrainingConfig training;
  training.batch = 10;  // not a multiple of the shards
  training.shards = options.shards;
  training.warmup = 3;
  training.clip = options.clip;
  training.seed = options.seed;
  return std::make_unique<Trainer>(make_model(model), task, training, threads);
}

struct Course {
  std::vector<double> losses;
  std::vector<Real> weights;
};

Course train(const TrainerOptions& options, int threads, int steps = 20) {
  const auto trainer = make_trainer(options, threads);
  Course result;
  for (int i = 0; i < steps; ++i) result.losses.push_back(trainer->step().loss);
  result.weights.assign(trainer->weights().begin(), trainer->weights().end());
  return result;
}

class TrainerThreads : public ::testing::TestWithParam<double> {};

TEST_P(TrainerThreads, GiveTheSameBits) {
  const TrainerOptions options{.dropout = GetParam()};
  const Course one = train(options, 1);
  for (int threads : {2, 3}) {
    const Course other = train(options, threads);
    EXPECT_EQ(other.losses, one.losses) << threads << " threads";
    EXPECT_EQ(other.weights, one.weights) << threads << " threads";
  }
  EXPECT_LT(one.losses.back(), one.losses.front()) << "the model must learn for this to mean anything";
}

INSTANTIATE_TEST_SUITE_P(Dropout, TrainerThreads, ::testing::Values(0.0, 0.2));

TEST(Trainer, SeedGivesTheRun) {
  const Course first = train({.dropout = 0.1, .seed = 5}, 2), again = train({.dropout = 0.1, .seed = 5}, 2);
  EXPECT_EQ(first.losses, again.losses);
  EXPECT_EQ(first.weights, again.weights);
  EXPECT_NE(train({.dropout = 0.1, .seed = 6}, 2).losses, first.losses);
}

TEST(Trainer, ResetStartsTheSameRunAgain) {
  const auto trainer = make_trainer({.dropout = 0.1}, 2);
  std::vector<double> first, again;
  for (int i = 0; i < 5; ++i) first.push_back(trainer->step().loss);
  trainer->reset();
  EXPECT_EQ(trainer->steps_done(), 0);
  for (int i = 0; i < 5; ++i) again.push_back(trainer->step().loss);
  EXPECT_EQ(again, first);
}

TEST(Trainer, RestoreContinuesTheRun) {
  const auto whole = make_trainer({.dropout = 0.1}, 2), second = make_trainer({.dropout = 0.1}, 1);
  for (int i = 0; i < 4; ++i) whole->step();
  second->restore(whole->state());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(second->step().loss, whole->step().loss);
  TrainingState few = whole->state();
  few.snapshot = std::make_shared<const WeightsSnapshot>(WeightsSnapshot{4, AlignedBuffer(3)});
  EXPECT_THROW(second->restore(few), std::invalid_argument);
}

TEST(Trainer, ShardsOnlySplitTheWork) {
  const Course one = train({.shards = 1}, 1, 5), many = train({.shards = 7}, 2, 5);
  for (std::size_t i = 0; i < one.losses.size(); ++i) EXPECT_NEAR(many.losses[i], one.losses[i], 1e-4);
}

double norm(std::span<const Real> values) {
  double squares = 0;
  for (Real value : values) squares += static_cast<double>(value) * static_cast<double>(value);
  return std::sqrt(squares);
}

TEST(Trainer, ClipsTheGradientToItsNorm) {
  const double clip = 0.05;
  const auto clipped = make_trainer({.clip = clip}, 2), free = make_trainer({.clip = 0}, 2);
  const StepMetrics metrics = clipped->step();
  EXPECT_EQ(free->step().gradient_norm, metrics.gradient_norm) << "reported before clipping";
  ASSERT_GT(metrics.gradient_norm, 4 * clip);
  EXPECT_NEAR(norm(clipped->gradient()), metrics.gradient_norm, 1e-5 * metrics.gradient_norm);
  // After one step the optimizer's mean is (1 − β₁) times the gradient that it was given.
  const double share = 1 - clipped->config().beta1;
  EXPECT_NEAR(norm(clipped->optimizer_state().mean), share * clip, 1e-4 * share * clip);
  EXPECT_NEAR(norm(free->optimizer_state().mean), share * metrics.gradient_norm,
              1e-5 * metrics.gradient_norm);
}

TEST(Trainer, ASmallGradientIsLeftAlone) {
  const auto trainer = make_trainer({.clip = 1000}, 2);
  const StepMetrics metrics = trainer->step();
  const double share = 1 - trainer->config().beta1;
  EXPECT_NEAR(norm(trainer->optimizer_state().mean), share * metrics.gradient_norm,
              1e-6 * metrics.gradient_norm);
}

TEST(Trainer, ALossThatIsNotFiniteLeavesTheWeightsAlone) {
  for (Real poison : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity()}) {
    const auto trainer = make_trainer({}, 2);
    trainer->step();
    std::vector<Real> weights(trainer->weights().begin(), trainer->weights().end());
    weights[weights.size() / 2] = poison;
    const OptimizerState before = trainer->optimizer_state();
    trainer->change_weights([&](std::span<Real> cells) { std::ranges::copy(weights, cells.begin()); });
    const StepMetrics metrics = trainer->step();
    EXPECT_FALSE(std::isfinite(metrics.loss) && std::isfinite(metrics.gradient_norm));
    const auto same = [](std::span<const Real> a, std::span<const Real> b) {
      return std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
    };
    EXPECT_TRUE(same(trainer->weights(), weights));
    EXPECT_TRUE(same(trainer->optimizer_state().mean, before.mean));
    EXPECT_TRUE(same(trainer->optimizer_state().square, before.square));
    EXPECT_EQ(trainer->optimizer_state().updates, before.updates);
    EXPECT_EQ(trainer->steps_done(), 1);
  }
}

TEST(Trainer, LearningRateFollowsScheduleAndFactor) {
  const auto trainer = make_trainer({}, 1);
  EXPECT_DOUBLE_EQ(trainer->step().learning_rate, learning_rate_at(trainer->config(), 0));
  TrainingSettings halved = trainer->settings();
  halved.learning_rate_factor = 0.5;
  trainer->change(halved);
  EXPECT_DOUBLE_EQ(trainer->step().learning_rate, 0.5 * learning_rate_at(trainer->config(), 1));
  trainer->reset();
  EXPECT_DOUBLE_EQ(trainer->next_learning_rate(), learning_rate_at(trainer->config(), 0));
}

TEST(Trainer, ValidationLossIsAlwaysOfTheSameData) {
  const auto trainer = make_trainer({.dropout = 0.3}, 2);
  const double first = trainer->validation_loss(3);
  EXPECT_EQ(trainer->validation_loss(3), first);
  EXPECT_NEAR(first, std::log(static_cast<double>(trainer->model().config().target_vocabulary)), 0.2)
      << "an untrained model guesses evenly";
  for (int i = 0; i < 20; ++i) trainer->step();
  EXPECT_LT(trainer->validation_loss(3), first);
}

TEST(Trainer, ABadConfigIsRefused) {
  TrainingConfig config;
  config.batch = 0;
  ModelConfig model;
  EXPECT_THROW(Trainer(make_model(model), nullptr, config, 1), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
