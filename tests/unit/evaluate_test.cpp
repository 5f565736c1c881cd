// Exact match: counted right for answers that are right, wrong, too long and never ended.
#include "core/training/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/autograd/tape.h"
#include "core/models/generation/generation.h"
#include "core/tasks/base/encode.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

/// The model's own answers, one source at a time.
std::vector<Example> own_answers(const Checkpoint& model, const std::vector<Example>& examples) {
  const Vocabularies& v = *model.vocabularies;
  std::vector<Example> answers;
  for (const Example& example : examples) {
    const Batch batch = encode_text(v, example.source, "");
    const auto made = decode_greedily(*model.model, model.state->snapshot->weights, batch, v.target.sos(),
                                      v.target.eos(), model.model->config().context - 1);
    const std::string answer = v.target.decode(made[0]);
    // Without answers that no text has (<unk> among the letters) and those that never end.
    if (v.target.encode(answer) == made[0] && made[0].size() < 20)
      answers.push_back({example.source, answer});
  }
  return answers;
}

double match(const Checkpoint& model, const std::vector<Example>& examples) {
  return accuracy(*model.model, model.state->snapshot->weights, *model.vocabularies, examples).sequences;
}

TEST(Accuracy, IsOneForTheModelsOwnAnswersAndFallsWithEachWrongOne) {
  SmallRun run(small_preset(), 60);
  const Checkpoint model = run.checkpoint();
  // More than one batch, sources of all lengths side by side.
  std::vector<Example> answers = own_answers(model, run.experiment.task->validation_examples(120));
  ASSERT_GT(answers.size(), 64u);
  EXPECT_EQ(match(model, answers), 1.0);
  answers[0].target += "a";
  answers[70].target = answers[70].target.empty() ? "a" : answers[70].target.substr(1);
  EXPECT_DOUBLE_EQ(match(model, answers), 1.0 - 2.0 / static_cast<double>(answers.size()));
}

TEST(CountRight, SaysTheFirstOfTheLargestAndNothingOfNumbersThatAreNone) {
  constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
  const std::vector<Real> rows{1, 3, 2, 3, 3, 2, 3, 3, 2, 2, 3, 3, kNaN, kNaN, kNaN, 0, 0, 0};
  Tape tape(Mode::Infer);
  const Variable logits = tape.constant({2, 3, 3});
  std::ranges::copy(rows, logits.data());
  Batch batch;
  batch.size = 2;
  batch.target_length = 3;
  batch.target = {1, 0, 1, 1, 0, kIgnoredTarget};
  const Counts counts = count_right(Format::Stream, logits, batch);
  EXPECT_EQ(counts, (Counts{.rows = 2, .right_rows = 0, .tokens = 5, .right_tokens = 3}));
}

TEST(Accuracy, AnUntrainedModelIsWrong) {
  SmallRun run;
  EXPECT_LT(match(run.checkpoint(), run.experiment.task->validation_examples(50)), 0.2);
}

TEST(Accuracy, RefusesWhatItCannotCount) {
  const Checkpoint model = SmallRun().checkpoint();
  EXPECT_THROW(match(model, {}), std::invalid_argument);
  EXPECT_THROW(match(model, {{std::string(40, 'a'), "a"}}), std::invalid_argument);
  EXPECT_THROW(match(model, {{"a", std::string(40, 'a')}}), std::invalid_argument);
  EXPECT_THROW(match(SmallRun(small_language_model()).checkpoint(), {{"", "a"}}), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
