// Routing: the chosen experts, their weights and balance; independent of the division of a batch, its
// padding, and the number of threads.
#include "core/ops/experts/routing.h"

#include <gtest/gtest.h>

#include "core/tasks/make_task.h"
#include "core/training/trainer.h"
#include "tests/support/error_text.h"
#include "tests/support/given_values.h"

namespace attnlab::testing {
namespace {

TEST(Routing, TheMostProbableAreChosenInOrder) {
  Tape tape(Mode::Infer);
  const Variable p = constant(tape, {1, 2, 4}, {0.1f, 0.4f, 0.2f, 0.3f, 0.7f, 0.1f, 0.1f, 0.1f});
  EXPECT_EQ(cells_of(top_experts(tape, p, 1)), (std::vector<Real>{1, 0}));
  EXPECT_EQ(cells_of(top_experts(tape, p, 3)), (std::vector<Real>{1, 3, 2, 0, 1, 2}))
      << "ties: lower id first";
  EXPECT_EQ(error_text<std::invalid_argument>([&] { top_experts(tape, p, 5); }),
            "a position cannot use 5 of 4 experts");
}

TEST(Routing, GatesAreSharesOfTheChosen) {
  Tape tape(Mode::Infer);
  const Variable p = constant(tape, {1, 1, 4}, {0.125f, 0.5f, 0.125f, 0.25f});
  EXPECT_EQ(cells_of(expert_gates(tape, p, top_experts(tape, p, 1))), (std::vector<Real>{0, 0.5f, 0, 0}));
  const auto gates = cells_of(expert_gates(tape, p, top_experts(tape, p, 2)));
  EXPECT_FLOAT_EQ(static_cast<float>(gates[1]), 2 / 3.0f);
  EXPECT_FLOAT_EQ(static_cast<float>(gates[3]), 1 / 3.0f);
  EXPECT_EQ(gates[0] + gates[2], 0);
}

TEST(Routing, BalanceIsOneWhereAllAreUsedAlikeAndEWhereOneIs) {
  Tape tape(Mode::Infer);
  const auto balance = [&](const std::vector<Real>& ids, const std::vector<Real>& p) {
    const Variable load = expert_load(tape, constant(tape, {1, 4, 1}, ids), 2, {});
    const Variable importance = expert_importance(tape, constant(tape, {1, 4, 2}, p), {});
    return *expert_balance(tape, load, importance).data();
  };
  EXPECT_EQ(balance({0, 1, 1, 0}, {.5f, .5f, .5f, .5f, .5f, .5f, .5f, .5f}), 1);
  EXPECT_EQ(balance({0, 0, 0, 0}, {1, 0, 1, 0, 1, 0, 1, 0}), 2);
  EXPECT_EQ(balance({0, 0, 0, 0}, {.5f, .5f, .5f, .5f, .5f, .5f, .5f, .5f}), 1);
}

TEST(Routing, PaddingDoesNotCount) {
  Tape tape(Mode::Infer);
  const std::vector<Index> lengths = {2, 0};
  const Variable ids = constant(tape, {2, 3, 1}, {0, 1, 1, 1, 1, 1});
  EXPECT_EQ(cells_of(expert_load(tape, ids, 2, lengths)), (std::vector<Real>{.5f, .5f, 0, 0}));
  const Variable p = constant(tape, {2, 3, 2}, {1, 0, .5f, .5f, 0, 1, 1, 0, 1, 0, 1, 0});
  EXPECT_EQ(cells_of(expert_importance(tape, p, lengths)), (std::vector<Real>{.75f, .25f, 0, 0}));
  const std::vector<Index> longer = {9, 9};
  EXPECT_EQ(cells_of(expert_load(tape, ids, 2, longer)), cells_of(expert_load(tape, ids, 2, {})));
}

ModelConfig experts_config(const Task& task) {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.layers = 1;
  config.width = 16;
  config.feed_forward = 24;
  config.norm_kind = "rms";
  config.activation = "swiglu";
  config.experts = 4;
  config.balance_weight = 0.5;
  config.context = std::max(task.max_source_length(), task.max_target_length());
  config.source_vocabulary = task.source_tokenizer().size();
  config.target_vocabulary = task.target_tokenizer().size();
  return config;
}

std::unique_ptr<Trainer> make_routed_trainer(Index shards, int threads) {
  const std::shared_ptr<const Task> task = make_task(TaskConfig(), 0);
  TrainingConfig training;
  training.batch = 12;
  training.shards = shards;
  training.warmup = 0;
  return std::make_unique<Trainer>(make_model(experts_config(*task)), task, training, threads);
}

TEST(ExpertsTraining, GivesTheSameBitsOnAnyNumberOfThreads) {
  const auto one = make_routed_trainer(4, 1), two = make_routed_trainer(4, 2);
  for (int i = 0; i < 15; ++i) EXPECT_EQ(one->step().loss, two->step().loss);
  EXPECT_TRUE(std::ranges::equal(one->weights(), two->weights()));
}

TEST(ExpertsTraining, TheBalanceDoesNotDependOnHowTheBatchIsDivided) {
  const auto whole = make_routed_trainer(1, 1), parts = make_routed_trainer(6, 1);
  for (int i = 0; i < 3; ++i) {
    const StepMetrics a = whole->step(), b = parts->step();
    EXPECT_NEAR(a.loss, b.loss, 1e-5 * a.loss);
    EXPECT_NEAR(a.gradient_norm, b.gradient_norm, 1e-4 * a.gradient_norm);
  }
}

TEST(ExpertsTraining, ReportsTheCrossEntropyAlone) {
  const auto trainer = make_routed_trainer(2, 1);
  const Model& model = trainer->model();
  Batch batch;
  RandomStream random(3);
  trainer->task().sample(Split::Train, random, 12, batch);
  Tape tape(Mode::Infer);
  tape.bind(model.parameters(), trainer->weights().data(), nullptr);
  const Model::Loss loss = model.losses(tape, batch, 0, batch.counted_targets());
  const auto mean = static_cast<double>(*loss.cross_entropy.data());
  EXPECT_GT(static_cast<double>(*loss.total.data()), mean + 0.5 * 2 * 0.9)
      << "two layers, each at least about 1";
  EXPECT_NEAR(trainer->step(batch).loss, mean, 1e-5 * mean);
}

TEST(ExpertsTraining, SpreadsTheWorkWhereTheBalanceCounts) {
  // Load of the busiest expert of the encoder after training with much and with no weight on balance.
  const auto busiest = [](double weight) {
    const std::shared_ptr<const Task> task = make_task(TaskConfig(), 0);
    ModelConfig config = experts_config(*task);
    config.experts_per_token = 1;
    config.balance_weight = weight;
    TrainingConfig training;
    training.batch = 12;
    training.warmup = 0;
    training.learning_rate = 0.01;
    Trainer trainer(make_model(config), task, training, 1);
    for (int i = 0; i < 150; ++i) trainer.step();
    Batch batch;
    RandomStream random(3);
    task->sample(Split::Validation, random, 12, batch);
    Tape tape(Mode::Record);
    tape.bind(trainer.model().parameters(), trainer.weights().data(), nullptr);
    trainer.model().logits(tape, batch);
    const auto found = std::ranges::find(tape.recorded().names(),
                                         "encoder.layers.0.feed_forward.router.importance", &Named::name);
    const std::vector<Real> load = cells_of(Variable(found->node));
    std::vector<double> totals(4);
    for (std::size_t i = 0; i < load.size(); ++i) totals[i % 4] += static_cast<double>(load[i]) / 12;
    return *std::ranges::max_element(totals);
  };
  const double balanced = busiest(2), free = busiest(0);
  EXPECT_LT(balanced, 0.3);
  EXPECT_GT(free, balanced);
}

}  // namespace
}  // namespace attnlab::testing
