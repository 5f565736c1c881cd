// What attention brings a recurrent encoder–decoder: it finds the mirrored letter, and long strings pass.
#include "core/analysis/recurrence/alignment.h"

#include <gtest/gtest.h>

#include "core/analysis/experiments/length_experiment.h"
#include "core/trace/tracer.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

class LookingBack : public ::testing::TestWithParam<int> {};

/// Of held-out strings, the mean weight with which position i looks at letter n − 1 − i.
double weight_on_the_mirror_image(const Learnt& learnt, Index examples) {
  const Tracer tracer(learnt.experiment.model, learnt.experiment.vocabularies);
  double sum = 0, letters = 0;
  for (const Example& example : learnt.experiment.task->validation_examples(examples)) {
    const TracePtr trace = tracer.trace(
        learnt.snapshot(), {.source = example.source, .target = example.target, .gradients = false});
    const AlignedPass pass = aligned_pass(*trace);
    const Index n = pass.sources() - 1;  // <eos> left out
    for (Index i = 0; i < n; ++i) sum += pass.weight(i, n - 1 - i);
    letters += static_cast<double>(n);
  }
  return sum / letters;
}

TEST_P(LookingBack, ReversesByLookingAtTheMirrorImage) {
  const Learnt learnt =
      learn("seq2seq-attention", {"task.name=reverse", "task.max_length=10", "model.width=32",
                                  "training.steps=800", "training.seed=" + std::to_string(GetParam())});
  const double weight = weight_on_the_mirror_image(learnt, 100);
  std::printf("reverse by additive attention, seed %d: %.3f of the weight on the mirrored letter, %.1f s\n",
              GetParam(), weight, learnt.seconds);
  EXPECT_GE(weight, 0.5) << "evenly spread it would be about 0.15";
}

TEST_P(LookingBack, BeatsAFixedVectorOnLongStrings) {
  Preset preset = find_preset("seq2seq-attention");
  set_option(preset, "training.seed=" + std::to_string(GetParam()));
  const LengthExperiment found =
      length_experiment(make_experiment(preset),
                        {.alignment = "additive", .task = "copy", .longest = 15, .width = 32, .steps = 1000});
  ASSERT_TRUE(found.finished);
  const auto right = [&](std::size_t run) { return found.runs[run].counts.back().back().shares().sequences; };
  std::printf("copying 13 to 15 letters, seed %d: %.3f right by a fixed vector, %.3f by attention\n",
              GetParam(), right(0), right(1));
  EXPECT_EQ(found.bands.back().name(), "13–15");
  EXPECT_LE(right(0), 0.2);
  EXPECT_GE(right(1), right(0) + 0.4);
}

INSTANTIATE_TEST_SUITE_P(Chosen, LookingBack, ::testing::Values(1));
INSTANTIATE_TEST_SUITE_P(Every, LookingBack, ::testing::Values(2, 3));

}  // namespace
}  // namespace attnlab::testing
