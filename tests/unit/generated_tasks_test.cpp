// The questions and answers of each task.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <regex>
#include <set>

#include "core/tasks/base/encode.h"
#include "core/tasks/base/list_task.h"
#include "core/tasks/make_task.h"
#include "core/tasks/phrases/farm_sentences.h"
#include "core/tasks/phrases/review_grammar.h"
#include "core/tasks/task_config.h"

namespace attnlab {
namespace {

TaskConfig generated_config(const std::string& name) {
  TaskConfig config;
  config.name = name;
  if (name == "masked_words") config.level = "words";
  return config;
}

std::vector<Example> some(const TaskConfig& config, Index count = 400) {
  return make_task(config, 16)->validation_examples(count);
}

TEST(AdditionTask, AddsInColumns) {
  for (const bool reversed : {false, true}) {
    TaskConfig config = generated_config("addition");
    config.reversed_answer = reversed;
    for (const Example& example : some(config)) {
      std::smatch parts;
      const std::regex form("(\\d{3})\\+(\\d{3})=");
      ASSERT_TRUE(std::regex_match(example.source, parts, form)) << example.source;
      std::string sum = example.target;
      if (reversed) std::ranges::reverse(sum);
      EXPECT_EQ(sum.size(), 4u);
      EXPECT_EQ(std::stoi(parts[1]) + std::stoi(parts[2]), std::stoi(sum));
    }
  }
}

TEST(RepeatTask, ARunOfTheLettersComesAgain) {
  std::set<std::size_t> places, lengths;
  for (const Example& example : some(generated_config("repeat"))) {
    const std::string letters = example.source.substr(0, example.source.size() - 1),
                      run = example.source.back() + example.target;
    EXPECT_EQ(std::set<char>(letters.begin(), letters.end()).size(), letters.size());
    ASSERT_NE(letters.find(run), std::string::npos) << letters << " " << run;
    places.insert(letters.find(run));
    lengths.insert(run.size());
  }
  EXPECT_GT(places.size(), 2u);
  EXPECT_GT(lengths.size(), 2u);
}

/// The letters before the run of an example.
Index letters_before(const Batch& batch, Index row) {
  const auto first = static_cast<std::size_t>(row * batch.input_length);
  std::set<TokenId> seen;
  Index count = 0;
  while (seen.insert(batch.input[first + static_cast<std::size_t>(count)]).second) ++count;
  return count;
}

TEST(RepeatTask, LongerStringsAreHeldOut) {
  TaskConfig config = generated_config("repeat");
  config.min_length = 4, config.max_length = 9, config.test_length = 20, config.symbols = 40;
  const auto task = make_task(config, 16);
  EXPECT_EQ(task->max_target_length(), 40);
  std::set<std::size_t> held_out;
  for (const Example& example : task->validation_examples(400)) held_out.insert(example.source.size() - 1);
  EXPECT_EQ(*held_out.begin(), 10u);
  EXPECT_EQ(*held_out.rbegin(), 20u);
  Batch batch;
  RandomStream random(1);
  for (const auto& [split, least, most] :
       {std::tuple{Split::Train, Index{4}, Index{9}}, std::tuple{Split::Validation, Index{10}, Index{20}}}) {
    task->sample(split, random, 200, batch);
    std::set<Index> lengths;
    for (Index row = 0; row < 200; ++row) lengths.insert(letters_before(batch, row));
    EXPECT_EQ(*lengths.begin(), least);
    EXPECT_EQ(*lengths.rbegin(), most);
  }
}

TEST(RepeatTask, WhatIsNoLongerOrHasTooFewLettersIsRefused) {
  TaskConfig config = generated_config("repeat");
  config.test_length = config.max_length;
  EXPECT_THROW(make_task(config, 16), std::invalid_argument);
  config.test_length = config.symbols + 1;
  EXPECT_THROW(make_task(config, 16), std::invalid_argument);
}

TEST(StringTasks, LettersGoOnBehindZ) {
  TaskConfig config = generated_config("sort");
  config.symbols = 28, config.max_length = 2;
  std::set<char> used;
  for (const Example& example : some(config, 1000)) used.insert(example.source.begin(), example.source.end());
  EXPECT_TRUE(used.contains('A') || used.contains('B'));
  EXPECT_FALSE(used.contains('C'));
}

TEST(RecallTask, AsksForTheFirstLetter) {
  TaskConfig config = generated_config("recall");
  config.symbols = 5, config.distance = 7;
  std::set<std::string> answers;
  for (const Example& example : some(config)) {
    EXPECT_EQ(example.source.size(), 9u);
    EXPECT_EQ(example.source.substr(0, 1), example.target);
    EXPECT_EQ(example.source.find_first_not_of("0123456789", 1), 8u);
    EXPECT_EQ(example.source.back(), '?');
    answers.insert(example.target);
  }
  EXPECT_EQ(answers.size(), 5u);
}

TEST(BracketsTask, LabelsAreDepths) {
  TaskConfig config = generated_config("brackets");
  config.form = "labels";
  for (const Example& example : some(config)) {
    int depth = 0;
    std::string wanted;
    for (const char bracket : example.source) {
      const bool opens = std::string_view("([{").find(bracket) != std::string_view::npos;
      wanted += (wanted.empty() ? "" : " ") + std::to_string(opens ? ++depth : depth--);
    }
    EXPECT_EQ(depth, 0);
    EXPECT_EQ(example.target, wanted) << example.source;
  }
}

/// Removes pairs of brackets until nothing changes.
bool balanced(std::string text) {
  for (std::size_t before = text.size() + 1; text.size() < before;) {
    before = text.size();
    text = std::regex_replace(text, std::regex("\\(\\)|\\[\\]|\\{\\}"), "");
  }
  return text.empty();
}

TEST(BracketsTask, HalfAreBroken) {
  int broken = 0;
  TaskConfig config = generated_config("brackets");
  config.min_length = 12;  // short ones come again, and distinct ones are mostly broken
  const std::vector<Example> examples = some(config, 600);
  for (const Example& example : examples) {
    EXPECT_EQ(example.target, balanced(example.source) ? "balanced" : "broken") << example.source;
    broken += example.target == "broken";
  }
  EXPECT_NEAR(static_cast<double>(broken) / static_cast<double>(examples.size()), 0.5, 0.08);
}

TEST(DatesTask, EachFormIsTheDayThatItSays) {
  using namespace std::chrono;
  const std::map<std::string, unsigned> months{{"Jan", 1}, {"Feb", 2},  {"Mar", 3},  {"Apr", 4},
                                               {"May", 5}, {"Jun", 6},  {"Jul", 7},  {"Aug", 8},
                                               {"Sep", 9}, {"Oct", 10}, {"Nov", 11}, {"Dec", 12}};
  const std::vector<std::string> weekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  std::map<std::string, int> shapes;
  for (const Example& example : some(generated_config("dates"), 2000)) {
    const int year = std::stoi(example.target.substr(0, 4)), day = std::stoi(example.target.substr(8));
    const unsigned month = static_cast<unsigned>(std::stoi(example.target.substr(5, 2)));
    const std::string& text = example.source;
    std::vector<int> numbers;
    const std::regex number("\\d+"), word("[A-Z][a-z]{2}");
    for (std::sregex_iterator it(text.begin(), text.end(), number), end; it != end; ++it)
      numbers.push_back(std::stoi(it->str()));
    EXPECT_EQ(numbers.front(), day) << text;
    EXPECT_EQ(numbers.back(), numbers.back() < 100 ? year % 100 : year) << text;
    if (numbers.size() == 3) {
      EXPECT_EQ(numbers[1], static_cast<int>(month)) << text;
    }
    for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it) {
      const auto found = months.find(it->str());
      const sys_days date =
          std::chrono::year{year} / std::chrono::month{month} / std::chrono::day{static_cast<unsigned>(day)};
      if (found != months.end())
        EXPECT_EQ(found->second, month) << text;
      else
        EXPECT_EQ(it->str(), weekdays[weekday{date}.c_encoding()]) << text;
    }
    ++shapes[std::regex_replace(std::regex_replace(text, std::regex("[A-Za-z]+"), "w"), number, "0")];
  }
  EXPECT_GE(shapes.size(), 8u);
}

TEST(DatesTask, ADayIsHeldOutInAllItsForms) {
  const auto task = make_task(generated_config("dates"), 0);
  const auto& list = dynamic_cast<const ListTask&>(*task);
  std::set<std::string> trained;
  for (const Example& example : list.examples(Split::Train)) trained.insert(example.target);
  for (const Example& example : list.examples(Split::Validation))
    ASSERT_FALSE(trained.contains(example.target));
}

TEST(PronounTask, OnlyItIsLabelledAndByANounOfTheSentence) {
  const auto task = make_task(generated_config("pronoun"), 0);
  for (const Split split : {Split::Train, Split::Validation})
    for (const Example& example : dynamic_cast<const ListTask&>(*task).examples(split)) {
      const Batch batch = encode_example(Format::Labels, vocabularies_of(*task), example);
      for (std::size_t i = 0; i < batch.source.size(); ++i)
        EXPECT_EQ(task->source_tokenizer().entry(batch.source[i]) == "it", batch.target[i] != kIgnoredTarget);
      const std::string noun = std::regex_replace(example.target, std::regex("[- ]"), "");
      EXPECT_NE(example.source.find("the " + noun), std::string::npos);
    }
}

TEST(PronounTask, NeitherTheReasonNorThePlaceAloneGivesTheAnswer) {
  const auto task = make_task(generated_config("pronoun"), 0);
  std::map<std::string, std::set<bool>> first_by_reason;
  int first = 0, all = 0;
  for (const Example& example : dynamic_cast<const ListTask&>(*task).examples(Split::Train)) {
    const std::string noun = std::regex_replace(example.target, std::regex("[- ]"), "");
    const bool is_first = example.source.find("the " + noun) == example.source.find("the ");
    std::smatch reason;
    ASSERT_TRUE(std::regex_search(example.source, reason, std::regex("too (\\w+)")));
    first_by_reason[reason[1]].insert(is_first);
    first += is_first;
    ++all;
  }
  EXPECT_NEAR(static_cast<double>(first) / all, 0.5, 0.08);
  EXPECT_EQ(first_by_reason["small"].size(), 2u);
}

TEST(SentimentTask, HeldOutCombinationsAreNeverTrainedOn) {
  const auto task = make_task(generated_config("sentiment"), 0);
  const auto& list = dynamic_cast<const ListTask&>(*task);
  EXPECT_GT(list.examples(Split::Train).size(), 8000u);
  EXPECT_GT(list.examples(Split::Validation).size(), 1000u);
  const auto combinations = [&](Split split) {
    std::set<std::string> found;
    const std::regex form("(?:was|I) (.*?)(?: and| but| ,|$| the)");
    for (const Example& example : list.examples(split))
      for (std::sregex_iterator it(example.source.begin(), example.source.end(), form), end; it != end; ++it)
        found.insert((*it)[1]);
    return found;
  };
  const std::set<std::string> trained = combinations(Split::Train);
  int unseen = 0;
  for (const std::string& combination : combinations(Split::Validation))
    unseen += !trained.contains(combination);
  EXPECT_GT(unseen, 15);
  for (const Example& example : list.examples(Split::Validation)) {
    bool any = false;
    const std::regex form("(?:was|I) (.*?)(?: and| but| ,|$| the)");
    for (std::sregex_iterator it(example.source.begin(), example.source.end(), form), end; it != end; ++it)
      any = any || !trained.contains((*it)[1]);
    ASSERT_TRUE(any) << example.source;
  }
}

TEST(SentimentTask, NegationAndContrastTurnRound) {
  RandomStream random(5);
  int positive = 0;
  for (int i = 0; i < 4000; ++i) {
    const phrases::Review review = phrases::draw_review(random);
    positive += review.positive;
    if (review.combinations.size() == 1) {
      const auto has = [&](const char* word) { return review.text.find(word) != std::string::npos; };
      const bool negated = has(" not ") || has(" never ") || has(" hardly ");
      if (has(" good") || has(" lovely") || has(" like ") || has(" love ")) {
        EXPECT_EQ(review.positive, !negated);
      }
      if (has(" bad") || has(" awful") || has(" hate ") || has(" too ")) {
        EXPECT_EQ(review.positive, negated);
      }
    }
  }
  EXPECT_NEAR(positive / 4000.0, 0.5, 0.05);
}

TEST(MaskedTask, HidesAsItShould) {
  const auto task = make_task(generated_config("masked_words"), 0);
  const Tokenizer& words = task->source_tokenizer();
  RandomStream random(6);
  Batch batch;
  double tokens = 0, hidden = 0, masked = 0, kept = 0;
  for (int i = 0; i < 300; ++i) {
    task->sample(Split::Train, random, 32, batch);
    for (std::size_t at = 0; at < batch.source.size(); ++at) {
      tokens += batch.source[at] != words.pad();
      if (batch.target[at] == kIgnoredTarget) continue;
      ++hidden;
      masked += batch.source[at] == words.mask();
      kept += batch.source[at] == batch.target[at];
      EXPECT_GE(batch.source[at], words.mask());
    }
  }
  EXPECT_NEAR(hidden / tokens, 0.15, 0.015);
  EXPECT_NEAR(masked / hidden, 0.8, 0.01);
  EXPECT_NEAR(kept / hidden, 0.1, 0.01);
}

TEST(MaskedTask, HeldOutSentencesAreNeverTrainedOn) {
  const auto task = make_task(generated_config("masked_words"), 0);
  std::set<std::string> held_out;
  for (const Example& example : task->validation_examples(5000)) held_out.insert(example.target);
  EXPECT_GT(held_out.size(), 150u);
  RandomStream random(7);
  Batch batch;
  for (int i = 0; i < 200; ++i) {
    task->sample(Split::Train, random, 32, batch);
    for (Index row = 0; row < batch.size; ++row) {
      std::vector<TokenId> text;
      for (Index t = 0; t < batch.source_lengths[static_cast<std::size_t>(row)]; ++t) {
        const auto at = static_cast<std::size_t>(row * batch.source_length + t);
        text.push_back(batch.target[at] == kIgnoredTarget ? batch.source[at] : batch.target[at]);
      }
      ASSERT_FALSE(held_out.contains(task->source_tokenizer().decode(text)));
    }
  }
}

TEST(FarmSentences, TheBestReaderIsRightWhereTheTextDecides) {
  const auto chance = [](const char* seen, const char* all) {
    const Example example{seen, all};
    return phrases::best_possible_accuracy({&example, 1});
  };
  const char* text = "anna saw a dog in the kennel, and the dog barks at anna.";
  EXPECT_DOUBLE_EQ(chance("anna saw a <mask> in the kennel, and the dog barks at anna.", text), 1);
  EXPECT_DOUBLE_EQ(chance("anna saw a <mask> in the <mask>, and the <mask> barks at anna.", text), 1);
  EXPECT_DOUBLE_EQ(chance("<mask> saw a dog in the kennel, and the dog barks at <mask>.", text), 1.0 / 14);
  EXPECT_THROW(chance("<mask> saw a dog in the pond, and the dog barks at anna.", text),
               std::invalid_argument);
  const double limit = phrases::best_possible_accuracy(
      make_task(generated_config("masked_words"), 0)->validation_examples(300));
  EXPECT_GT(limit, 0.9);
  EXPECT_LT(limit, 1.0);
}

}  // namespace
}  // namespace attnlab
