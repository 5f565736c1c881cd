// Parameters that learn alone: the others keep their bits, and nothing is kept for them.
#include "core/training/parameters/trained_parameters.h"

#include <gtest/gtest.h>

#include "core/training/memory.h"
#include "core/training/run/measures.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/same_state.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

Preset training_only(Preset preset, const std::string& names) {
  preset.training.train = names;
  return preset;
}

/// Which parameters have other bits in `after`.
std::vector<std::string> changed_parameters(const ParameterLayout& layout, std::span<const Real> before,
                                            std::span<const Real> after) {
  std::vector<std::string> names;
  for (const Parameter& p : layout.all()) {
    const auto at = static_cast<std::size_t>(p.offset), size = static_cast<std::size_t>(p.shape.size());
    if (!std::ranges::equal(before.subspan(at, size), after.subspan(at, size))) names.push_back(p.name);
  }
  return names;
}

TEST(TrainedParameters, AreNamedByPatternsWithCommas) {
  EXPECT_TRUE(learns("", "decoder.norm.gamma"));
  EXPECT_TRUE(learns("decoder.layers.1.*", "decoder.layers.1.self_attention.query.weight"));
  EXPECT_FALSE(learns("decoder.layers.1.*", "decoder.layers.11.self_attention.query.weight"));
  EXPECT_TRUE(learns("x, decoder.norm.gamma", "decoder.norm.gamma"));
  EXPECT_FALSE(learns("decoder.norm.gamma", "decoder.norm.beta"));
}

TEST(TrainedParameters, StandInRangesOfTheFlatBuffer) {
  const auto model = make_experiment(small_preset()).model;
  const ParameterLayout& layout = model->parameters();
  const TrainedParameters all(layout, ""), some(layout, "*.beta, target.embedding.weight");
  EXPECT_TRUE(all.all());
  EXPECT_EQ(all.cells(), layout.size());
  EXPECT_EQ(all.ranges().size(), 1u);
  EXPECT_FALSE(some.all());
  Index moment = 0;
  for (ParameterId id = 0; id < layout.count(); ++id) {
    const Parameter& p = layout[id];
    const bool wanted = p.name.ends_with(".beta") || p.name == "target.embedding.weight";
    EXPECT_EQ(some.has(id), wanted) << p.name;
    for (Index cell = p.offset; cell < p.offset + p.shape.size(); ++cell)
      ASSERT_EQ(some.moment_of(cell), wanted ? std::optional(moment++) : std::nullopt) << p.name;
  }
  EXPECT_EQ(moment, some.cells());
}

TEST(TrainedParameters, ANameThatNoParameterHasIsRefused) {
  const std::string said = error_text<std::invalid_argument>(
      [] { SmallRun(training_only(small_language_model(), "decoder.layers.0.*, decoder.norm.gama")); });
  expect_has(said, "\"decoder.norm.gama\"");
  expect_has(said, "decoder.norm.gamma");
  expect_has(error_text<std::invalid_argument>([] { SmallRun(training_only(small_preset(), "a*b*")); }),
             "more than one *");
}

/// Names that meet whole layers, parts of what is computed as one, and a table alone.
class TrainedAlone : public ::testing::TestWithParam<const char*> {};

TEST_P(TrainedAlone, ChangeAndTheOthersKeepTheirBits) {
  for (const Preset& preset : {small_preset(), small_language_model()}) {
    SmallRun run(training_only(preset, GetParam()));
    const ParameterLayout& layout = run.experiment.model->parameters();
    const std::vector<Real> before = cells(run.trainer.weights());
    for (int i = 0; i < 3; ++i) run.trainer.step();
    const std::vector<std::string> changed = changed_parameters(layout, before, run.trainer.weights());
    for (const Parameter& p : layout.all()) {
      if (p.name.ends_with("key.bias")) continue;  // adds the same to all scores of a query: no gradient
      EXPECT_EQ(std::ranges::count(changed, p.name), learns(GetParam(), p.name) ? 1 : 0) << p.name;
    }
    EXPECT_EQ(static_cast<Index>(run.trainer.optimizer_state().mean.size()), run.trainer.trained().cells());
  }
}

/// The first step's gradient of what learns is that of a run where all learns.
TEST_P(TrainedAlone, HaveTheGradientThatTheyHaveAmongAll) {
  for (const Preset& preset : {small_preset(), small_language_model()}) {
    SmallRun whole(preset, 1), part(training_only(preset, GetParam()), 1);
    const TrainedParameters& trained = part.trainer.trained();
    double squares = 0;
    for (const FlatRange& range : trained.ranges())
      for (Index i = range.begin; i < range.end; ++i) {
        const Real all = whole.trainer.gradient()[static_cast<std::size_t>(i)];
        ASSERT_EQ(part.trainer.gradient()[static_cast<std::size_t>(i - trained.gradients().begin)], all);
        squares += static_cast<double>(all) * static_cast<double>(all);
      }
    SmallRun again(training_only(preset, GetParam()));
    EXPECT_NEAR(again.trainer.step().gradient_norm, std::sqrt(squares), 1e-5 * std::sqrt(squares));
  }
}

TEST_P(TrainedAlone, GoOnFromASavedRunWithTheSameBits) {
  const TempFolder folder;
  const Preset preset = training_only(small_language_model(), GetParam());
  const SmallRun whole(preset, 12);
  save_checkpoint(folder / "m", SmallRun(preset, 5).checkpoint());
  Continuation run = continue_training(load_checkpoint(folder / "m"), 2);
  EXPECT_EQ(run.trainer->config().train, GetParam());
  while (run.trainer->steps_done() < 12) run.trainer->step();
  expect_same(run.trainer->state(), whole.trainer.state());
}

INSTANTIATE_TEST_SUITE_P(Names, TrainedAlone,
                         ::testing::Values("decoder.layers.0.*", "*.value.weight", "target.embedding.weight",
                                           "decoder.layers.0.*.query.weight, *.gamma", "*"));

TEST(TrainedParameters, TheCellsOfOthersHaveNoUpdateAndNoGradientIsMeasured) {
  SmallRun run(training_only(small_language_model(), "decoder.norm.*"));
  Measures measures(run.trainer, 1);
  const std::vector<Real> before = cells(run.trainer.weights());
  run.trainer.watch(0);
  run.trainer.step();
  EXPECT_FALSE(run.trainer.watched_update());
  const std::vector<float> values = measures.measure(run.trainer, before);
  const auto value = [&](const std::string& name) {
    return values[static_cast<std::size_t>(std::ranges::find(measures.names(), name) -
                                           measures.names().begin())];
  };
  EXPECT_TRUE(std::isnan(value("gradient.decoder.layers.0")));
  EXPECT_GT(value("gradient.decoder.norm"), 0);
  EXPECT_EQ(value("update.decoder.layers.0"), 0);
  EXPECT_GT(value("update.decoder.norm"), 0);
}

TEST(TrainedParameters, StayWhatTheyAreWhileARunLearns) {
  SmallRun run(training_only(small_language_model(), "decoder.norm.*"), 1);
  TrainingSettings settings = run.trainer.settings();
  settings.config.train = "";
  run.trainer.change(settings);
  EXPECT_EQ(run.trainer.config().train, "decoder.norm.*");
  const SmallRun whole(small_language_model(), 1);
  EXPECT_THROW(run.trainer.restore(whole.trainer.state()), std::invalid_argument);
}

/// What is said before is what is allocated.
TEST(TrainedParameters, TakeTheMemoryThatIsSaidBefore) {
  for (const char* const names : {"", "decoder.layers.0.*", "decoder.norm.*"}) {
    const SmallRun run(training_only(small_language_model(), names));
    const TrainingMemory said =
        training_memory(run.experiment.preset.model, run.trainer.config(), trained_size(run.experiment));
    EXPECT_EQ(said.weights + said.moments + said.gradients, static_cast<double>(run.trainer.bytes()))
        << names;
    EXPECT_GT(said.activations, 0);
  }
}

}  // namespace
}  // namespace attnlab::testing
