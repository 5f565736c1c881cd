// Tests of the language model's task: vocabulary, split by position and windows.
#include "core/tasks/text/language_model_task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/tasks/base/encode.h"
#include "core/tasks/make_task.h"
#include "core/tasks/text/corpus.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

TaskConfig over(const std::string& corpus) {
  TaskConfig config;
  config.name = "language_model";
  config.corpus = corpus;
  return config;
}

/// Text with a different four characters at every position.
std::string counting_text(int numbers) {
  std::string text;
  for (int i = 0; i < numbers; ++i) text += std::to_string(1000 + i);
  return text;
}

std::string refusal(const TaskConfig& config, std::string_view text, Index window) {
  try {
    LanguageModelTask(config, text, window);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(LanguageModelTask, TheVocabularyIsThatOfTheWholeText) {
  const std::string text = std::string(900, 'a') + std::string(99, 'b') + "c";
  EXPECT_EQ(LanguageModelTask(over("x"), text, 8).target_tokenizer().size(), 3);
  TaskConfig config = over("x");
  config.special_tokens = true;
  EXPECT_EQ(LanguageModelTask(config, text, 8).target_tokenizer().size(), 7);
}

TEST(LanguageModelTask, TheFirstNineTenthsAreTrainedOn) {
  const std::string text = counting_text(500);
  const LanguageModelTask task(over("x"), text, 16);
  EXPECT_EQ(task.tokens(Split::Train).size(), 1800u);
  EXPECT_EQ(task.target_tokenizer().decode(task.tokens(Split::Train)), text.substr(0, 1800));
  EXPECT_EQ(task.target_tokenizer().decode(task.tokens(Split::Validation)), text.substr(1800));
}

TEST(LanguageModelTask, TheSplitIsRoundedDownAsInNanoGpt) {
  const LanguageModelTask task(over("x"), std::string(1115, 'a') + "b", 8);
  EXPECT_EQ(task.tokens(Split::Train).size(), 1004u);  // int(0.9 * 1116)
}

TEST(LanguageModelTask, AShortTextHoldsOutOneWindow) {
  const LanguageModelTask task(over("x"), counting_text(25), 16);
  EXPECT_EQ(task.tokens(Split::Train).size(), 83u);
  EXPECT_EQ(task.tokens(Split::Validation).size(), 17u);
}

TEST(LanguageModelTask, WindowsAreTextAndTheirTargetsTheNextCharacters) {
  const std::string text = counting_text(500);
  const LanguageModelTask task(over("x"), text, 12);
  RandomStream random(3);
  Batch batch;
  for (const Split split : {Split::Train, Split::Validation}) {
    const std::string part = split == Split::Train ? text.substr(0, 1800) : text.substr(1800);
    std::set<std::size_t> starts;
    for (int i = 0; i < 200; ++i) {
      task.sample(split, random, 4, batch);
      ASSERT_EQ(batch.input.size(), 48u);
      for (Index row = 0; row < 4; ++row) {
        const auto at = static_cast<std::size_t>(row) * 12;
        const std::string input = task.target_tokenizer().decode(std::span(batch.input).subspan(at, 12));
        const std::string target = task.target_tokenizer().decode(std::span(batch.target).subspan(at, 12));
        const std::size_t start = part.find(input);
        ASSERT_NE(start, std::string::npos);
        EXPECT_EQ(part.substr(start + 1, 12), target);
        starts.insert(start);
      }
    }
    EXPECT_EQ(*starts.begin(), split == Split::Train ? *starts.begin() : 0u);
    EXPECT_EQ(batch.source_length, 0);
    EXPECT_EQ(batch.input_lengths, (std::vector<Index>{12, 12, 12, 12}));
    EXPECT_GT(starts.size(), split == Split::Train ? 500u : 150u);
  }
}

TEST(LanguageModelTask, TheFirstAndTheLastWindowAreDrawn) {
  const LanguageModelTask task(over("x"), "abcdefghijkl", 4);  // seven to train on, five held out
  RandomStream random(1);
  Batch batch;
  std::set<TokenId> starts;
  task.sample(Split::Train, random, 200, batch);
  for (std::size_t row = 0; row < 200; ++row) starts.insert(batch.input[row * 4]);
  EXPECT_EQ(starts, (std::set<TokenId>{0, 1, 2}));
  task.sample(Split::Validation, random, 20, batch);
  EXPECT_EQ(batch.input.front(), 7);
  EXPECT_EQ(batch.target.back(), 11);
}

TEST(LanguageModelTask, TheSameStreamGivesTheSameBatch) {
  const LanguageModelTask task(over("x"), counting_text(300), 10);
  RandomStream a(1), b(1);
  Batch one, other;
  task.sample(Split::Train, a, 6, one);
  task.sample(Split::Train, b, 6, other);
  EXPECT_EQ(one.input, other.input);
  EXPECT_EQ(one.target, other.target);
}

TEST(LanguageModelTask, RareWordsAreUnknownAndNotAskedFor) {
  TaskConfig config = over("x");
  config.level = "words", config.max_words = 16;
  std::string text;
  for (int i = 0; i < 400; ++i)
    text += (i % 4 == 0 ? "rare" + std::to_string(i) : "w" + std::to_string(i % 16)) + " ";
  const LanguageModelTask task(config, text, 8);
  EXPECT_EQ(task.target_tokenizer().size(), 16);
  RandomStream random(2);
  Batch batch;
  task.sample(Split::Train, random, 16, batch);
  EXPECT_NE(std::ranges::count(batch.input, kUnknownId), 0);
  EXPECT_EQ(std::ranges::count(batch.target, kUnknownId), 0);
  EXPECT_EQ(batch.counted_targets(), 128 - std::ranges::count(batch.target, kIgnoredTarget));
  EXPECT_LT(batch.counted_targets(), 128);
}

/// Rows of training equal a trace's rows of the same text, but for the last target: a typed text ends there,
/// the task's continues.
void expect_windows_as_typed(const TaskConfig& config, const std::vector<std::string>& pieces,
                             const std::string& between) {
  const auto joined = [&](std::size_t first, std::size_t count) {
    std::string text;
    for (std::size_t i = first; i < first + count; ++i) text += (i == first ? "" : between) + pieces[i];
    return text;
  };
  constexpr std::size_t kWindow = 8;
  const LanguageModelTask task(config, joined(0, pieces.size()), kWindow);
  const std::span<const TokenId> all = task.tokens(Split::Train);
  RandomStream random(4);
  Batch batch;
  task.sample(Split::Train, random, 40, batch);
  for (std::size_t row = 0; row < 40; ++row) {
    const auto input = std::span(batch.input).subspan(row * kWindow, kWindow),
               target = std::span(batch.target).subspan(row * kWindow, kWindow);
    const TokenId last = target.back() == kIgnoredTarget ? kUnknownId : target.back();
    std::size_t start = 0;  // unknown words are all equal
    const auto fits = [&] {
      return std::ranges::equal(all.subspan(start, kWindow), input) && all[start + kWindow] == last;
    };
    while (start + kWindow < all.size() && !fits()) ++start;
    ASSERT_LT(start + kWindow, all.size());
    const auto typed = [&](std::size_t count) {
      return encode_example(Format::Stream, vocabularies_of(task), {"", joined(start, count)});
    };
    const Batch one = typed(kWindow), longer = typed(kWindow + 1);
    ASSERT_EQ(one.input_length, static_cast<Index>(kWindow));
    EXPECT_TRUE(std::ranges::equal(one.input, input)) << row;
    EXPECT_TRUE(std::ranges::equal(std::span(one.target).first(kWindow - 1), target.first(kWindow - 1)));
    EXPECT_EQ(one.target.back(), kIgnoredTarget);
    EXPECT_TRUE(std::ranges::equal(std::span(longer.target).first(kWindow), target)) << row;
  }
}

TEST(LanguageModelTask, WindowsAreEncodedAsTypedTextsAre) {
  std::vector<std::string> letters, words;
  for (const char letter : counting_text(300)) letters.emplace_back(1, letter);
  for (int i = 0; i < 400; ++i)
    words.push_back(i % 4 == 0 ? "rare" + std::to_string(i) : "w" + std::to_string(i % 16));
  expect_windows_as_typed(over("x"), letters, "");
  TaskConfig by_words = over("x");
  by_words.level = "words", by_words.max_words = 16;
  expect_windows_as_typed(by_words, words, " ");
}

TEST(LanguageModelTask, ValidationExamplesAreSpreadOverTheHeldOutPart) {
  const std::string text = counting_text(1000);
  const LanguageModelTask task(over("x"), text, 10);
  const std::vector<Example> examples = task.validation_examples(5);
  ASSERT_EQ(examples.size(), 5u);
  std::size_t last = 3599;
  for (const Example& example : examples) {
    const std::size_t at = text.find(example.target);
    EXPECT_GT(at, last);
    EXPECT_EQ(example.target.size(), 10u);
    last = at;
  }
  EXPECT_EQ(task.validation_examples(100000).size(), 390u);
}

TEST(LanguageModelTask, TheFirstSentenceBeginsALine) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "The line of number " + std::to_string(i) + " ends here.\n\n";
  EXPECT_EQ(LanguageModelTask(over("x"), text, 64).sample_example().target, "The line of number 91 ends");
  EXPECT_EQ(LanguageModelTask(over("x"), std::string(100, 'a') + "b", 4).sample_example().target.size(), 4u);
}

TEST(LanguageModelTask, TypedTextIsAllInputAndThePositionAfterItIgnored) {
  const LanguageModelTask task(over("x"), "abcdefghijkl", 4);
  const Batch batch = encode_text(vocabularies_of(task), "", "abz");
  EXPECT_EQ(batch.input, (std::vector<TokenId>{0, 1, kUnknownId}));
  EXPECT_EQ(batch.target, (std::vector<TokenId>{1, kIgnoredTarget, kIgnoredTarget}));
  EXPECT_EQ(batch.input_lengths, std::vector<Index>{3});
  EXPECT_THROW(encode_text(vocabularies_of(task), "abc", ""), std::invalid_argument);
}

TEST(LanguageModelTask, TextsShorterThanTwoWindowsAreRefused) {
  EXPECT_EQ(refusal(over("x"), "abcdefghij", 4), "");
  const std::string message = refusal(over("poem.txt"), "abcdefghi", 4);
  for (const char* part : {"'poem.txt'", "9 characters", "context of 4", "at least 10"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
  TaskConfig words = over("x");
  words.level = "words";
  EXPECT_NE(refusal(words, " \n ", 4).find("0 words"), std::string::npos);
  EXPECT_NE(refusal(over("x"), "", 4).find("0 characters"), std::string::npos);
}

TEST(LanguageModelTask, TheBuiltInTextIsThereByName) {
  ASSERT_TRUE(std::ranges::count(built_in_corpora(), "village"));
  EXPECT_EQ(load_corpus("village"), load_corpus("village.txt"));
  const auto task = make_task(over("village"), 64);
  EXPECT_GT(load_corpus("village").size(), 100000u);
  EXPECT_EQ(task->max_target_length(), 64);
  EXPECT_EQ(task->format(), Format::Stream);
  EXPECT_LT(task->target_tokenizer().size(), 70);
}

TEST(LanguageModelTask, BytesCutTheTextAndExamplesHaveWholeCharacters) {
  TaskConfig config = over("x");
  config.level = "bytes";
  std::string text;
  for (int i = 0; i < 200; ++i) text += "été 日本\n";
  const LanguageModelTask task(config, text, 7);
  EXPECT_EQ(task.target_tokenizer().size(), 256);
  EXPECT_EQ(task.tokens(Split::Train).size() + task.tokens(Split::Validation).size(), text.size());
  for (const Example& example : task.validation_examples(50))
    EXPECT_FALSE(first_invalid_utf8(example.target)) << example.target;
}

TEST(LanguageModelTask, BytePairsAreLearntFromTheText) {
  TaskConfig config = over("village");
  config.level = "bpe", config.merges = 50;
  const std::string text = load_corpus("village");
  const LanguageModelTask task(config, text, 16);
  EXPECT_EQ(task.target_tokenizer().size(), 256 + 50);
  EXPECT_EQ(task.target_tokenizer().decode(task.tokens(Split::Train)) +
                task.target_tokenizer().decode(task.tokens(Split::Validation)),
            text);
  EXPECT_LT(task.tokens(Split::Train).size(), text.size());
}

}  // namespace
}  // namespace attnlab
