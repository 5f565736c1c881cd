// The common parts of all tasks of texts: rows, splits, lengths, and examples as people write them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/tasks/base/encode.h"
#include "core/tasks/make_task.h"
#include "core/tasks/task_config.h"
#include "tests/support/tasks.h"

namespace attnlab {
namespace {

using testing::row_of;

struct TextTaskCase {
  std::string name;
  std::string form = "class";
  std::string corpus{};
};

void PrintTo(const TextTaskCase& c, std::ostream* out) { *out << c.name << " " << c.form << " " << c.corpus; }

TaskConfig config_of(const TextTaskCase& c) {
  TaskConfig config;
  config.name = c.name, config.form = c.form, config.corpus = c.corpus;
  if (c.name == "masked_words") config.level = "words";
  if (c.name == "recall") config.symbols = 8;
  return config;
}

using Ids = std::vector<TokenId>;

/// Whether `row` of `batch` is what encoding `example` gives.
void expect_row(const Batch& batch, Index row, const Batch& example) {
  const auto at = static_cast<std::size_t>(row);
  if (batch.source_length > 0) {
    EXPECT_EQ(row_of(batch.source, row, batch.source_length, batch.source_lengths[at]), example.source);
  }
  if (batch.input_length > 0) {
    EXPECT_EQ(row_of(batch.input, row, batch.input_length, batch.input_lengths[at]), example.input);
  }
  EXPECT_EQ(row_of(batch.target, row, batch.target_length, example.target_length), example.target);
  for (Index t = example.target_length; t < batch.target_length; ++t)
    EXPECT_EQ(batch.target[static_cast<std::size_t>(row * batch.target_length + t)], kIgnoredTarget);
}

/// The example in `row` of `batch`, as people write it. Not for Masked.
Example example_in(const Task& task, const Batch& batch, Index row) {
  const auto at = static_cast<std::size_t>(row);
  const Tokenizer &from = task.source_tokenizer(), &to = task.target_tokenizer();
  Ids target = row_of(batch.target, row, batch.target_length, batch.target_length);
  if (task.format() == Format::Stream) {
    const Ids text = row_of(batch.input, row, batch.input_length, batch.input_lengths[at]);
    const auto first = std::ranges::find_if(target, [](TokenId id) { return id != kIgnoredTarget; });
    const auto question = first - target.begin() + 1;
    return {to.decode(std::span(text).first(static_cast<std::size_t>(question))),
            to.decode(std::span(text).subspan(static_cast<std::size_t>(question)))};
  }
  const Ids source = row_of(batch.source, row, batch.source_length, batch.source_lengths[at]);
  if (task.format() == Format::Labels) target.resize(source.size());
  if (task.format() == Format::Pairs) std::erase(target, kIgnoredTarget);
  return {from.decode(source), to.decode(target)};
}

class TextTasks : public ::testing::TestWithParam<TextTaskCase> {
 protected:
  std::unique_ptr<Task> task_ = make_task(config_of(GetParam()), 24);
  bool masked() const { return task_->format() == Format::Masked; }

  std::vector<Example> draw(Split split, int batches, std::uint64_t key) const {
    RandomStream random(key);
    std::vector<Example> examples;
    Batch batch;
    for (int i = 0; i < batches; ++i) {
      task_->sample(split, random, 32, batch);
      for (Index row = 0; row < batch.size; ++row) examples.push_back(example_in(*task_, batch, row));
    }
    return examples;
  }
};

TEST_P(TextTasks, RowsAreEncodedAsTypedExamplesAre) {
  if (masked()) GTEST_SKIP() << "what is hidden cannot be read from the row";
  RandomStream random(1);
  Batch batch;
  for (const Split split : {Split::Train, Split::Validation}) {
    task_->sample(split, random, 64, batch);
    for (Index row = 0; row < batch.size; ++row) {
      const Example example = example_in(*task_, batch, row);
      expect_row(batch, row, encode_example(task_->format(), vocabularies_of(*task_), example));
    }
  }
}

TEST_P(TextTasks, NoHeldOutSourceIsEverTrainedOn) {
  if (masked()) GTEST_SKIP() << "held out by its whole text, see MaskedTask";
  std::set<std::string> trained;
  for (const Example& example : draw(Split::Train, 300, 2)) trained.insert(example.source);
  for (const Example& example : draw(Split::Validation, 300, 3))
    ASSERT_FALSE(trained.contains(example.source)) << example.source;
  for (const Example& example : task_->validation_examples(2000))
    ASSERT_FALSE(trained.contains(example.source)) << example.source;
}

TEST_P(TextTasks, ExamplesHaveSomethingToBePredictedAndFit) {
  const std::vector<Example> examples = task_->validation_examples(200);
  ASSERT_GE(examples.size(), 90u);
  std::set<std::string> sources;
  for (const Example& example : examples) {
    const Batch batch = encode_example(task_->format(), vocabularies_of(*task_), example);
    EXPECT_GT(batch.counted_targets(), 0) << example.source << " → " << example.target;
    EXPECT_LE(batch.source_length, task_->max_source_length());
    EXPECT_LE(std::max(batch.input_length, batch.target_length), task_->max_target_length());
    sources.insert(example.source);
  }
  EXPECT_EQ(sources.size(), examples.size());
  EXPECT_GT(
      encode_example(task_->format(), vocabularies_of(*task_), task_->sample_example()).counted_targets(), 0);
}

TEST_P(TextTasks, BatchesFitAndTheSameStreamGivesTheSame) {
  const auto other = make_task(config_of(GetParam()), 24);
  RandomStream a(4), b(4);
  Batch one, two;
  for (int i = 0; i < 20; ++i) {
    task_->sample(Split::Train, a, 8, one);
    other->sample(Split::Train, b, 8, two);
    EXPECT_EQ(one.source, two.source);
    EXPECT_EQ(one.input, two.input);
    EXPECT_EQ(one.target, two.target);
    EXPECT_LE(one.source_length, task_->max_source_length());
    EXPECT_LE(std::max(one.input_length, one.target_length), task_->max_target_length());
    EXPECT_GT(one.counted_targets(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, TextTasks,
                         ::testing::Values(TextTaskCase{"translate"}, TextTaskCase{"dates"},
                                           TextTaskCase{"addition"}, TextTaskCase{"modular"},
                                           TextTaskCase{"brackets"}, TextTaskCase{"brackets", "labels"},
                                           TextTaskCase{"repeat"}, TextTaskCase{"recall"},
                                           TextTaskCase{"recall", "stream"}, TextTaskCase{"pronoun"},
                                           TextTaskCase{"sentiment"}, TextTaskCase{"masked_words"},
                                           TextTaskCase{"masked_words", "class", "village"}));

TEST(TextTasks, TooFewExamplesAreRefused) {
  TaskConfig config = config_of({"repeat"});
  config.max_length = 2, config.symbols = 2, config.validation_share = 0.01;
  EXPECT_THROW(make_task(config, 0), std::invalid_argument);
}

TEST(TextTasks, OptionsThatDoNothingAreRefused) {
  const auto refusal = [](TaskConfig config) -> std::string {
    try {
      validate(config);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  TaskConfig config = config_of({"dates"});
  config.distance = 3;
  EXPECT_EQ(refusal(config), "task.distance is 3, but must be left at 40: task dates does not use it");
  config = config_of({"brackets", "stream"});
  EXPECT_EQ(refusal(config), "task.form is stream, but must be class or labels for task brackets");
  config = config_of({"recall", "labels"});
  EXPECT_NE(refusal(config).find("class or stream"), std::string::npos);
  config = config_of({"brackets"});
  config.min_length = config.max_length = 5;
  EXPECT_NE(refusal(config).find("brackets come in pairs"), std::string::npos);
  config = config_of({"repeat"});
  config.symbols = 4;
  EXPECT_NE(refusal(config).find("no letter occurs twice"), std::string::npos);
}

}  // namespace
}  // namespace attnlab
