// Tests of reverse, sort, copy and translate: batches, answers and held-out examples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/tasks/base/encode.h"
#include "core/tasks/base/list_task.h"
#include "core/tasks/make_task.h"
#include "core/tasks/task_config.h"
#include "tests/support/tasks.h"

namespace attnlab {
namespace {

using testing::row_of;
using testing::task_named;

/// Source and target text of one row of a batch; also checks its framing and padding.
Example read_row(const Task& task, const Batch& batch, Index row) {
  const Tokenizer &from = task.source_tokenizer(), &to = task.target_tokenizer();
  const auto at = static_cast<std::size_t>(row);
  const Index source_length = batch.source_lengths[at], length = batch.input_lengths[at];
  auto source = row_of(batch.source, row, batch.source_length, batch.source_length);
  auto input = row_of(batch.input, row, batch.target_length, batch.target_length);
  auto target = row_of(batch.target, row, batch.target_length, batch.target_length);
  EXPECT_TRUE(std::all_of(source.begin() + as_offset(source_length), source.end(),
                          [&](TokenId id) { return id == from.pad(); }));
  EXPECT_TRUE(std::all_of(input.begin() + as_offset(length), input.end(),
                          [&](TokenId id) { return id == to.pad(); }));
  EXPECT_TRUE(std::all_of(target.begin() + as_offset(length), target.end(),
                          [](TokenId id) { return id == kIgnoredTarget; }));
  source.resize(static_cast<std::size_t>(source_length));
  input.resize(static_cast<std::size_t>(length));
  target.resize(static_cast<std::size_t>(length));
  EXPECT_EQ(source.back(), from.eos());
  EXPECT_EQ(input.front(), to.sos());
  EXPECT_EQ(target.back(), to.eos());
  EXPECT_TRUE(std::equal(input.begin() + 1, input.end(), target.begin()));
  return {from.decode(source), to.decode(target)};
}

/// Texts of `batches` batches of 32.
std::vector<Example> draw(const Task& task, Split split, int batches, std::uint64_t key) {
  RandomStream random(key);
  std::vector<Example> examples;
  Batch batch;
  for (int i = 0; i < batches; ++i) {
    task.sample(split, random, 32, batch);
    for (Index row = 0; row < batch.size; ++row) examples.push_back(read_row(task, batch, row));
  }
  return examples;
}

std::string reversed(std::string text) { return {text.rbegin(), text.rend()}; }
std::string sorted(std::string text) {
  std::ranges::sort(text);
  return text;
}

TEST(PairTasks, TargetsAreTheRightAnswers) {
  for (const Split split : {Split::Train, Split::Validation}) {
    for (const Example& e : draw(*make_task(task_named("reverse"), 0), split, 20, 1))
      EXPECT_EQ(e.target, reversed(e.source));
    for (const Example& e : draw(*make_task(task_named("sort"), 0), split, 20, 2))
      EXPECT_EQ(e.target, sorted(e.source));
    for (const Example& e : draw(*make_task(task_named("copy"), 0), split, 20, 3))
      EXPECT_EQ(e.target, e.source);
  }
}

TEST(PairTasks, StringsHaveTheLengthsAndLettersAskedFor) {
  TaskConfig config = task_named("reverse");
  config.min_length = 3, config.max_length = 7, config.symbols = 5;
  std::set<std::size_t> lengths;
  std::set<char> letters;
  for (const Example& example : draw(*make_task(config, 0), Split::Train, 40, 4)) {
    lengths.insert(example.source.size());
    letters.insert(example.source.begin(), example.source.end());
  }
  EXPECT_EQ(lengths, (std::set<std::size_t>{3, 4, 5, 6, 7}));
  EXPECT_EQ(letters, (std::set<char>{'a', 'b', 'c', 'd', 'e'}));
}

TEST(PairTasks, NoHeldOutSourceIsEverTrainedOn) {
  TaskConfig few = task_named("copy");
  few.max_length = 3, few.symbols = 4;
  for (const TaskConfig& config : {task_named("reverse"), few, task_named("translate")}) {
    const auto task = make_task(config, 0);
    std::set<std::string> trained;
    for (const Example& example : draw(*task, Split::Train, 400, 5)) trained.insert(example.source);
    for (const Example& example : draw(*task, Split::Validation, 400, 6))
      ASSERT_FALSE(trained.contains(example.source)) << config.name << ": " << example.source;
    for (const Example& example : task->validation_examples(3000))
      ASSERT_FALSE(trained.contains(example.source)) << config.name << ": " << example.source;
  }
}

TEST(PairTasks, TheShareHeldOutIsTheOneAskedFor) {
  for (const double share : {0.05, 0.3}) {
    TaskConfig config = task_named("reverse");
    config.validation_share = share, config.symbols = 3, config.min_length = config.max_length = 8;
    std::set<std::string> held_out;
    for (const Example& e : draw(*make_task(config, 0), Split::Validation, 1000, 7))
      held_out.insert(e.source);
    EXPECT_NEAR(static_cast<double>(held_out.size()) / std::pow(3, 8), share, 0.01);
  }
}

TEST(PairTasks, TheSmallestTaskHoldsOutOneStringAndTrainsOnTheOther) {
  TaskConfig config = task_named("reverse");
  config.max_length = 1, config.symbols = 2, config.validation_share = 0.01;
  const auto task = make_task(config, 0);
  ASSERT_EQ(task->validation_examples(10).size(), 1u);
  const std::string held_out = task->validation_examples(1).front().source;
  for (const Example& e : draw(*task, Split::Validation, 1, 8)) EXPECT_EQ(e.source, held_out);
  for (const Example& e : draw(*task, Split::Train, 1, 8)) EXPECT_EQ(e.source, held_out == "a" ? "b" : "a");
}

TEST(PairTasks, BatchesAreAsLongAsTheirLongestRow) {
  for (const char* name : {"sort", "translate"}) {
    const auto task = make_task(task_named(name), 0);
    RandomStream random(9);
    Batch batch;
    for (int i = 0; i < 50; ++i) {
      task->sample(Split::Train, random, 3, batch);
      EXPECT_EQ(batch.source_length, std::ranges::max(batch.source_lengths));
      EXPECT_EQ(batch.target_length, std::ranges::max(batch.input_lengths));
      EXPECT_LE(batch.source_length, task->max_source_length());
      EXPECT_LE(batch.target_length, task->max_target_length());
    }
  }
}

TEST(PairTasks, TheSameStreamGivesTheSameBatch) {
  for (const char* name : {"reverse", "translate"}) {
    const auto one = make_task(task_named(name), 0), other = make_task(task_named(name), 0);
    RandomStream a(11, 5), b(11, 5), c(12, 5);
    Batch batch_a, batch_b, batch_c;
    one->sample(Split::Train, a, 16, batch_a);
    other->sample(Split::Train, b, 16, batch_b);
    one->sample(Split::Train, c, 16, batch_c);
    EXPECT_EQ(batch_a.source, batch_b.source);
    EXPECT_EQ(batch_a.target, batch_b.target);
    EXPECT_EQ(a.position(), b.position());
    EXPECT_NE(batch_a.source, batch_c.source);
  }
}

TEST(PairTasks, ValidationExamplesAreDistinctAndAlwaysTheSame) {
  for (const char* name : {"reverse", "translate"}) {
    const auto task = make_task(task_named(name), 0);
    const std::vector<Example> few = task->validation_examples(20), more = task->validation_examples(200);
    std::set<std::string> sources;
    for (const Example& example : more) sources.insert(example.source);
    EXPECT_EQ(sources.size(), 200u);
    for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i].source, more[i].source);
    EXPECT_TRUE(task->validation_examples(0).empty());
  }
}

TEST(PairTasks, TheFirstSentenceOfTranslateIsHeldOutAndShowsItAll) {
  const auto made = make_task(task_named("translate"), 0);
  const auto& task = dynamic_cast<const ListTask&>(*made);
  const Example example = task.sample_example();
  EXPECT_EQ(example.source, "the black cat does not eat the red apples");
  EXPECT_EQ(example.target, "le chat noir ne mange pas les pommes rouges");
  for (const Example& phrase : task.examples(Split::Train)) ASSERT_NE(phrase.source, example.source);
}

TEST(PairTasks, TheFirstStringFitsItsTask) {
  TaskConfig config = task_named("reverse");
  EXPECT_EQ(make_task(config, 0)->sample_example().target,
            reversed(make_task(config, 0)->sample_example().source));
  config.symbols = 3, config.max_length = 4;
  const std::string first = make_task(config, 0)->sample_example().source;
  EXPECT_LE(first.size(), 4u);
  EXPECT_EQ(first.find_first_not_of("abc"), std::string::npos);
}

TEST(PairTasks, EveryWordThatTranslateHoldsOutIsTrainedOn) {
  const auto made = make_task(task_named("translate"), 0);
  const auto& task = dynamic_cast<const ListTask&>(*made);
  std::set<TokenId> english, french;
  for (const Example& phrase : task.examples(Split::Train)) {
    for (const TokenId id : task.source_tokenizer().encode(phrase.source)) english.insert(id);
    for (const TokenId id : task.target_tokenizer().encode(phrase.target)) french.insert(id);
  }
  EXPECT_EQ(static_cast<Index>(english.size()), task.source_tokenizer().size() - 4);
  EXPECT_EQ(static_cast<Index>(french.size()), task.target_tokenizer().size() - 4);
  EXPECT_GT(task.examples(Split::Train).size(), 20000u);
  EXPECT_GT(task.examples(Split::Validation).size(), 2000u);
}

TEST(PairTasks, TranslatedTextRoundTrips) {
  const auto made = make_task(task_named("translate"), 0);
  const auto& task = dynamic_cast<const ListTask&>(*made);
  for (const Example& phrase : task.examples(Split::Validation)) {
    EXPECT_EQ(task.source_tokenizer().decode(task.source_tokenizer().encode(phrase.source)), phrase.source);
    EXPECT_EQ(task.target_tokenizer().decode(task.target_tokenizer().encode(phrase.target)), phrase.target);
  }
}

TEST(PairTasks, TypedTextIsEncodedAsTheTaskWould) {
  const auto task = make_task(task_named("translate"), 0);
  const Example typed{"The cat eats pizza", "le chat mange l'orange"};
  const Batch batch = encode_text(vocabularies_of(*task), typed.source, typed.target);
  EXPECT_EQ(batch.size, 1);
  EXPECT_EQ(batch.source_length, 5);
  EXPECT_EQ(batch.target_length, 6);
  EXPECT_EQ(batch.source[3], task->source_tokenizer().unknown());
  EXPECT_EQ(read_row(*task, batch, 0).source, "the cat eats <unk>");
  EXPECT_EQ(read_row(*task, batch, 0).target, typed.target);
}

TEST(PairTasks, EmptyTextIsJustItsFrame) {
  const auto task = make_task(task_named("reverse"), 0);
  const Batch batch = encode_text(vocabularies_of(*task), "", "");
  EXPECT_EQ(batch.source, std::vector<TokenId>{task->source_tokenizer().eos()});
  EXPECT_EQ(batch.input, std::vector<TokenId>{task->source_tokenizer().sos()});
  EXPECT_EQ(batch.target, std::vector<TokenId>{task->source_tokenizer().eos()});
}

}  // namespace
}  // namespace attnlab
