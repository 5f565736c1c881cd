// Observers of training steps: they are told of every tensor of the step's own passes, and change nothing.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/training/passes.h"
#include "tests/support/error_text.h"
#include "tests/support/heard.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

std::vector<Real> weights_of(const Trainer& trainer) {
  return {trainer.weights().begin(), trainer.weights().end()};
}

/// The names of a recorded pass over the trainer's last batch.
std::vector<std::string> names_of_a_pass(const Trainer& trainer) {
  Tape tape(Mode::Record);
  tape.bind(trainer.model().parameters(), trainer.weights().data(), nullptr);
  trainer.model().loss(tape, trainer.batch(), 0, 1);
  std::vector<std::string> names;
  for (const Named& named : tape.recorded().names()) names.push_back(named.name);
  return names;
}

Index passes_of(const Trainer& trainer) {
  const Index rows = trainer.batch().size, shards = std::min(trainer.config().shards, rows);
  const Index piece = rows_a_pass(trainer.model(), trainer.batch());
  Index passes = 0;
  for (Index i = 0; i < shards; ++i)
    passes += (rows * (i + 1) / shards - rows * i / shards + piece - 1) / piece;
  return passes;
}

TEST(ObservedTraining, TellsOfEveryTensorOfEachPass) {
  SmallRun run;
  Heard heard;
  run.trainer.observe({&heard});
  run.trainer.step();
  const std::vector<std::string> once = names_of_a_pass(run.trainer);
  const auto passes = static_cast<std::size_t>(passes_of(run.trainer));
  ASSERT_GT(passes, 1u);
  ASSERT_EQ(heard.tensors.size(), passes * once.size());
  for (std::size_t i = 0; i < heard.tensors.size(); ++i)
    ASSERT_EQ(heard.tensors[i].name, once[i % once.size()]);
  Index rows = 0;
  for (const Heard::Tensor& tensor : heard.tensors) {
    EXPECT_EQ(full_name(tensor.place, *tensor.site), tensor.name);
    EXPECT_EQ(static_cast<Index>(tensor.value.size()), tensor.shape.size());
    if (tensor.site == &model_sites::kEachToken.logits) rows += tensor.shape[0];
  }
  EXPECT_EQ(rows, run.trainer.batch().size);
}

/// The summed losses of the observed passes, which dropout and the model's own choices would change.
double observed_loss(Trainer& trainer, StepMetrics& metrics) {
  double loss = 0;
  Listener listener("loss.mean", [&](const NamedTensor& mean) {
    EXPECT_EQ(&mean.site, &model_sites::kMeanLoss);
    loss += static_cast<double>(mean.value[0]);
  });
  trainer.observe({&listener});
  metrics = trainer.step();
  trainer.observe({});
  return loss;
}

TEST(ObservedTraining, PassesAreTheStepsOwn) {
  Preset own_choices = small_preset(), smooth = small_language_model();
  set_option(own_choices, "training.teacher_forcing=0.3");
  set_option(smooth, "training.label_smoothing=0.1");
  set_option(smooth, "model.dropout=0.3");
  for (const Preset& preset : {small_preset(), own_choices, smooth}) {
    SmallRun run(preset, 3);
    StepMetrics metrics;
    const double loss = observed_loss(run.trainer, metrics);
    EXPECT_NEAR(loss, metrics.loss, 1e-5 * metrics.loss) << preset.task.name;
  }
}

TEST(ObservedTraining, ChangesNoBit) {
  SmallRun alone(small_preset(), 6), watched;
  Heard heard("*.weights");
  watched.trainer.observe({&heard});
  for (int i = 0; i < 3; ++i) watched.trainer.step();
  const std::size_t told = heard.tensors.size();
  EXPECT_GT(told, 0u);
  watched.trainer.observe({});
  for (int i = 0; i < 3; ++i) watched.trainer.step();
  EXPECT_EQ(heard.tensors.size(), told) << "nobody is told any more";
  EXPECT_EQ(weights_of(watched.trainer), weights_of(alone.trainer));
}

TEST(ObservedTraining, ToldOfNothingIsAnErrorBeforeTheUpdate) {
  SmallRun run;
  const std::vector<Real> before = weights_of(run.trainer);
  Heard lost("encoder.layers.0.self_attention.weight");
  run.trainer.observe({&lost});
  EXPECT_NE(error_text<std::invalid_argument>([&] {
              run.trainer.step();
            }).find("unknown tensor encoder.layers.0.self_attention.weight"),
            std::string::npos);
  EXPECT_EQ(run.trainer.steps_done(), 0);
  EXPECT_EQ(weights_of(run.trainer), before);
  Heard twice("*.layers.*");
  EXPECT_THROW(run.trainer.observe({&twice}), std::invalid_argument);
}

TEST(Snapshot, IsACopyOfTheWeights) {
  SmallRun run(small_preset(), 2);
  run.trainer.watch(5);
  run.trainer.step();
  const SnapshotPtr snapshot = run.trainer.snapshot();
  const std::vector<Real> then = weights_of(run.trainer);
  run.trainer.step();
  EXPECT_EQ(snapshot->step, 3);
  EXPECT_TRUE(std::ranges::equal(snapshot->weights, then));
  ASSERT_TRUE(snapshot->update);
  EXPECT_EQ(snapshot->update->cell, 5);
}

TEST(Snapshot, OfAModelsBeginningIsTheTrainers) {
  const SmallRun run;
  const auto seed = static_cast<std::uint64_t>(run.trainer.config().seed);
  EXPECT_TRUE(
      std::ranges::equal(first_snapshot(*run.experiment.model, seed)->weights, run.trainer.weights()));
  EXPECT_FALSE(
      std::ranges::equal(first_snapshot(*run.experiment.model, seed + 1)->weights, run.trainer.weights()));
}

}  // namespace
}  // namespace attnlab::testing
