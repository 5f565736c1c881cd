// What is trained beside a run begins with what was changed within it.
#include "app/state/lab/run_settings.h"

#include <gtest/gtest.h>

namespace attnlab {
namespace {

TEST(RunSettings, ARunThatIsMadeAnewHasThoseOfNow) {
  const Preset preset = find_preset("reverse");
  TrainingSettings settings{preset.training, 0.5, {{"dropout", 0.3}}};
  settings.config.steps = 60;
  settings.config.batch = 7;
  const Preset now = with_settings(preset, settings);
  EXPECT_EQ(now.training.steps, 60);
  EXPECT_EQ(now.training.batch, 7);
  EXPECT_DOUBLE_EQ(now.training.learning_rate, preset.training.learning_rate / 2);
  EXPECT_DOUBLE_EQ(now.model.dropout, 0.3);
  EXPECT_EQ(now.training.seed, preset.training.seed);
}

TEST(RunSettings, FeaturesHaveTheirs) {
  const Preset preset = find_preset("superposition");
  TrainingSettings settings = first_settings(preset);
  set_setting(settings, setting_name("task.sparsity"), "0.5");
  set_setting(settings, setting_name("model.importance"), "0.7");
  const Preset now = with_settings(preset, settings);
  EXPECT_EQ(now.task.sparsity, 0.5);
  EXPECT_EQ(now.model.importance, 0.7);
  const Preset other = find_preset("reverse");
  TrainingSettings without = first_settings(other);
  EXPECT_THROW(set_setting(without, "sparsity", "0.5"), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab
