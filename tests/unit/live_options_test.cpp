// Tests of the options that may change while a run learns, row by row: range, trainer, state, checkpoint.
#include "core/training/live_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "core/training/trainer.h"
#include "tests/support/error_text.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

constexpr double kOther = 0.35;  ///< allowed for every row, and the value of none in a preset

/// The first small preset whose run has the option, and uses it.
Preset preset_with(const LiveOption& option) {
  for (const char* name : {"reverse", "superposition"}) {
    Preset preset = find_preset(name);
    if (is_used(option, preset.model) && value_of(first_live_values(preset.model, preset.task), option.name))
      return preset;
  }
  throw std::logic_error("no preset with " + option.full_name());
}

struct LiveRun {
  explicit LiveRun(const Preset& preset)
      : experiment(make_experiment(preset)),
        trainer(experiment.model, experiment.task, experiment.preset.training, 1) {}

  void set(const LiveOption& option, double value) {
    TrainingSettings settings = trainer.settings();
    settings.option(option.name) = value;
    trainer.change(settings);
  }

  Experiment experiment;
  Trainer trainer;
};

/// What the model or the task that is trained has.
double value_in(const Trainer& trainer, const LiveOption& option) {
  if (option.of == LiveOption::Of::Task) return trainer.task().live_value(option.name).value();
  ModelConfig config = trainer.model().config();
  return *std::get<double*>(find_field(model_fields(config), option.name, "model").value);
}

class EachLiveOption : public ::testing::TestWithParam<std::size_t> {
 protected:
  const LiveOption& option() const { return live_options()[GetParam()]; }
};

TEST_P(EachLiveOption, IsTheOptionOfModelOrTask) {
  Preset preset = preset_with(option());
  set_option(preset, option().full_name() + "=0.35");
  EXPECT_EQ(value_of(first_live_values(preset.model, preset.task), option().name), kOther);
  double value = kOther;
  const Field field = option().field_of(value);
  EXPECT_EQ(field_text(field), "0.35");
  EXPECT_FALSE(field.help.empty());
  value = field.maximum + 1;
  EXPECT_THROW(set_option(preset, option().full_name() + "=" + field_text(field)), std::invalid_argument)
      << "the range is the same";
}

TEST_P(EachLiveOption, ReachesWhatIsTrained) {
  LiveRun run(preset_with(option()));
  ASSERT_NE(value_in(run.trainer, option()), kOther);
  run.set(option(), kOther);
  EXPECT_EQ(value_in(run.trainer, option()), kOther);
  EXPECT_THROW(run.set(option(), 100), std::invalid_argument);
  EXPECT_EQ(value_of(run.trainer.settings().live, option().name), kOther) << "the old value stays";
  EXPECT_EQ(value_in(run.trainer, option()), kOther);
}

/// The next steps are those of a run that began with the value.
TEST_P(EachLiveOption, ChangesTheNextSteps) {
  const Preset usual = preset_with(option());
  Preset begun = usual;
  set_option(begun, option().full_name() + "=0.35");
  LiveRun changed(usual), other(usual), first(begun);
  changed.set(option(), kOther);
  for (int i = 0; i < 2; ++i) changed.trainer.step(), other.trainer.step(), first.trainer.step();
  EXPECT_TRUE(std::ranges::equal(changed.trainer.weights(), first.trainer.weights()));
  EXPECT_FALSE(std::ranges::equal(changed.trainer.weights(), other.trainer.weights()));
}

TEST_P(EachLiveOption, ASavedRunGoesOnWithTheValue) {
  const testing::TempFolder folder;
  const Preset preset = preset_with(option());
  LiveRun run(preset);
  run.set(option(), kOther);
  run.trainer.step();
  save_checkpoint(folder / "m", capture(run.experiment, run.trainer));
  const Checkpoint loaded = load_checkpoint(folder / "m");
  EXPECT_EQ(value_of(loaded.state->settings.live, option().name), kOther);
  EXPECT_EQ(preset_to_json(loaded.preset), preset_to_json(run.experiment.preset)) << "as the run began";
  const Continuation next = continue_training(loaded, 1);
  EXPECT_EQ(value_in(*next.trainer, option()), kOther);
  EXPECT_EQ(next.trainer->step().loss, run.trainer.step().loss);
}

/// What reads a saved run has the options on which its passes depend, and the task as it stands.
TEST_P(EachLiveOption, AnExperimentOfASavedRunIsAsItStands) {
  LiveRun run(preset_with(option()));
  run.set(option(), kOther);
  const Experiment now = experiment_of(capture(run.experiment, run.trainer));
  if (option().of == LiveOption::Of::Task) {
    EXPECT_EQ(now.task->live_value(option().name), kOther);
    return;
  }
  ModelConfig config = now.model->config();
  const double value = *std::get<double*>(find_field(model_fields(config), option().name, "model").value);
  EXPECT_EQ(value == kOther, option().in_passes);
}

INSTANTIATE_TEST_SUITE_P(Chosen, EachLiveOption, ::testing::Range<std::size_t>(0, live_options().size()),
                         [](const auto& made) { return std::string(live_options()[made.param].name); });

TEST(LiveOptions, ASettingOfNothingThatIsKnownChangesNothing) {
  LiveRun run(find_preset("reverse"));
  TrainingSettings settings = run.trainer.settings();
  settings.live.push_back({"sparsity", kOther});
  run.trainer.change(settings);
  EXPECT_EQ(run.trainer.settings().live, (OptionValues{{"dropout", 0}}));
  settings.live.clear();
  run.trainer.change(settings);
  EXPECT_EQ(run.trainer.settings().live, (OptionValues{{"dropout", 0}})) << "what is not said stays";
  EXPECT_EQ(testing::error_text<std::invalid_argument>([&] { settings.option("dropout"); }),
            "there is no setting dropout");
}

TEST(LiveOptions, PassesReadOnlyThoseThatTheyDependOn) {
  EXPECT_EQ(values_in_passes({{"dropout", 0.1}, {"sparsity", 0.2}, {"importance", 0.3}}),
            (OptionValues{{"importance", 0.3}}));
}

}  // namespace
}  // namespace attnlab
