// What the experiment "Each kind of positions" shows with the preset length, with any seed: learned positions
// and ALiBi learn to repeat, and ALiBi keeps more of that in strings twice as long.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/layers/position_scheme.h"
#include "core/training/evaluate.h"
#include "core/training/sweep/variants.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

class TwiceTheLength : public ::testing::TestWithParam<int> {
 protected:
  /// Shares of right tokens.
  struct Right {
    double trained_lengths = 0, longer = 0;
  };

  static double tokens_right(const Learnt& learnt, const Task& task) {
    const Experiment& e = learnt.experiment;
    return accuracy(*e.model, learnt.trainer->weights(), *e.vocabularies, task.validation_examples(500))
        .tokens;
  }

  /// The experiment's variant with these positions.
  static Preset variant_with(std::string_view scheme) {
    Preset preset = find_preset("length");
    preset.training.seed = GetParam();
    const std::vector<Variant> all = variants_of("position_kinds", preset);
    return std::ranges::find(all, position_scheme(scheme).title, &Variant::name)->preset;
  }

  static Right right_with(std::string_view scheme) {
    const Preset preset = variant_with(scheme);
    EXPECT_EQ(preset.model.positions, scheme);
    EXPECT_EQ(preset.task.test_length, 2 * preset.task.max_length);
    const Learnt learnt = learn(preset);
    Preset as_trained = preset;
    as_trained.task.test_length = 0;
    const Right right{tokens_right(learnt, *make_experiment(as_trained).task),
                      tokens_right(learnt, *learnt.experiment.task)};
    std::printf("length, %s, seed %d: %.3f right in trained lengths, %.3f in longer strings, %.0f s\n",
                preset.model.positions.c_str(), GetParam(), right.trained_lengths, right.longer,
                learnt.seconds);
    return right;
  }
};

TEST_P(TwiceTheLength, IsCarriedOverToByAlibiMoreThanByLearnedPositions) {
  const Right alibi = right_with("alibi"), learned = right_with("learned");
  EXPECT_GE(alibi.trained_lengths, 0.9);
  EXPECT_GE(learned.trained_lengths, 0.9);
  EXPECT_GE(alibi.longer, 0.7);
  EXPECT_GE(alibi.longer, learned.longer + 0.1);
}

// A minute or two for each seed.
INSTANTIATE_TEST_SUITE_P(Every, TwiceTheLength, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace attnlab::testing
