// Pre- and post-norm trained side by side.
#include "core/analysis/experiments/norm_experiment.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/training/sweep/variants.h"
#include "core/training/trainer.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

const Experiment& opened() {
  static const Experiment experiment = make_experiment(find_preset("characters"));
  return experiment;
}

TEST(NormExperiment, IsTheSameEveryTime) {
  const NormExperimentSettings settings{3, 4};
  const NormExperiment a = norm_experiment(opened(), settings), b = norm_experiment(opened(), settings);
  EXPECT_TRUE(a.finished);
  EXPECT_EQ(a.runs[0].loss, b.runs[0].loss);
  EXPECT_EQ(a.runs[1].loss, b.runs[1].loss);
  EXPECT_EQ(a.runs[0].gradients, b.runs[0].gradients);
  EXPECT_EQ(a.runs[0].at, (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(a.stack, "decoder");
  EXPECT_NE(a.runs[0].loss, a.runs[1].loss);
}

TEST(NormExperiment, RunsAreThoseOfATrainer) {
  const NormExperiment result = norm_experiment(opened(), {3, 3});
  Preset preset = result.preset;
  preset.model.norm = "post";
  Trainer trainer(make_model(preset.model), opened().task, preset.training, 1);
  for (std::size_t step = 0; step < 3; ++step) {
    EXPECT_EQ(result.runs[1].loss[step], trainer.step().loss);
    for (std::size_t layer = 0; layer < 3; ++layer) {
      double squares = 0;
      for (const Parameter& p : trainer.model().parameters().all())
        if (p.name.find("decoder.layers." + std::to_string(layer) + ".") == 0)
          for (Index i = p.offset; i < p.offset + p.shape.size(); ++i)
            squares += std::pow(static_cast<double>(trainer.gradient()[static_cast<std::size_t>(i)]), 2);
      EXPECT_NEAR(result.runs[1].gradients[step][layer], std::sqrt(squares), 1e-9);
    }
  }
}

TEST(NormExperiment, BlocksOfAttentionAloneStaySo) {
  Preset preset = find_preset("characters");
  EXPECT_EQ(norm_experiment_preset(preset, {3, 1}).model.feed_forward, 4 * 32);
  preset.model.feed_forward = 0;
  const NormExperiment result = norm_experiment(make_experiment(preset), {3, 1});
  EXPECT_EQ(result.preset.model.feed_forward, 0);
  EXPECT_TRUE(result.finished);
}

/// Xiong et al. 2020, figure 3: before the first update a deep post-norm model's gradients grow from the
/// first decoder block to the last; those of a pre-norm model do not. Measured: all parameters of a block
/// together, in a translation model as in the paper.
TEST(NormExperiment, PostNormGradientsGrowTowardsTheOutput) {
  const NormExperiment result = norm_experiment(make_experiment(find_preset("translate")), {12, 1});
  const std::vector<double>&pre = result.runs[0].gradients.at(0), &post = result.runs[1].gradients.at(0);
  ASSERT_EQ(post.size(), 12u);
  EXPECT_GT(post.back(), 5 * post.front());
  EXPECT_LT(pre.back(), pre.front());
  EXPECT_GT(post.back(), pre.back());
}

TEST(NormExperiment, ReportsItsProgressAndStops) {
  StopSource stop;
  int reports = 0;
  const NormExperiment result =
      norm_experiment(opened(), {2, 10}, stop.get_token(), [&](const NormExperiment& so_far) {
        EXPECT_EQ(so_far.runs[0].loss.size(), so_far.runs[1].loss.size());
        if (++reports == 3) stop.request_stop();
      });
  EXPECT_EQ(reports, 3);
  EXPECT_EQ(result.runs[0].loss.size(), 3u);
  EXPECT_FALSE(result.finished);
}

TEST(NormExperiment, IsForTransformers) {
  const Experiment lstm = make_experiment(find_preset("lstm"));
  EXPECT_EQ(error_text<std::invalid_argument>([&] { norm_experiment(lstm, {}); }),
            "only Transformers have norms to place");
}

TEST(NormExperiment, TrainsTheModelsOfTheExperimentNorm) {
  const NormExperiment result = norm_experiment(opened(), {2, 1});
  const std::vector<Variant> compared = variants_of("norm", result.preset);
  ASSERT_EQ(result.runs.size(), compared.size());
  for (std::size_t i = 0; i < compared.size(); ++i)
    EXPECT_EQ(result.runs[i].placement->name, compared[i].preset.model.norm);
  for (const Preset& preset : builtin_presets())
    EXPECT_EQ(has_norms_to_place(preset.model), variant_kind("norm").fits(preset.model)) << preset.name;
}

TEST(NormExperiment, EveryTransformerPresetCanBeTried) {
  for (const Preset& preset : builtin_presets()) {
    if (!is_trainable(preset) || !is_transformer(preset.model) || preset.name == "nanogpt-cpu") continue;
    const NormExperiment result = norm_experiment(make_experiment(preset), {2, 1});
    EXPECT_TRUE(result.finished) << preset.name;
    EXPECT_EQ(result.runs[0].gradients.at(0).size(), 2u) << preset.name;
  }
}

}  // namespace
}  // namespace attnlab::testing
