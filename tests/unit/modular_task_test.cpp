// Tests of sums, differences, products and quotients modulo p: answers, and a table divided in two.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "core/tasks/make_task.h"
#include "tests/support/error_text.h"
#include "tests/support/tasks.h"

namespace attnlab {
namespace {

using Pair = std::pair<Index, Index>;
using AnswerTable = std::map<Pair, Index>;  // a, b: c

TaskConfig modular(const std::string& operation, Index modulus = 13) {
  TaskConfig config = testing::task_named("modular");
  config.operation = operation, config.modulus = modulus, config.validation_share = 0.5;
  return config;
}

/// Whether a ∘ b = c, by the operation that undoes it.
bool holds(const std::string& operation, Index a, Index b, Index c, Index p) {
  if (c < 0 || c >= p) return false;
  if (operation == "add") return (c - a - b) % p == 0;
  if (operation == "subtract") return (c + b - a) % p == 0;
  if (operation == "multiply") return (c - a * b) % p == 0;
  return b != 0 && (c * b - a) % p == 0;
}

const std::map<std::string, std::string> kSigns{
    {"add", "+"}, {"subtract", "−"}, {"multiply", "×"}, {"divide", "÷"}};

/// Adds "a + b =", "c" to `table`; the same pair has the same answer.
void add_line(AnswerTable& table, const std::string& operation, const std::string& source,
              const std::string& target) {
  std::istringstream text(source + " " + target);
  Index a = -1, b = -1, c = -1;
  std::string sign, equals, rest;
  text >> a >> sign >> b >> equals >> c;
  EXPECT_FALSE(text >> rest) << source << target;
  EXPECT_EQ(sign, kSigns.at(operation));
  EXPECT_EQ(equals, "=");
  EXPECT_EQ(table.emplace(Pair(a, b), c).first->second, c);
}

/// The answers in `batches` batches of `split`.
AnswerTable drawn(const Task& task, const std::string& operation, Split split, std::uint64_t seed,
                  int batches) {
  RandomStream random(seed);
  AnswerTable table;
  Batch batch;
  const Tokenizer& words = task.target_tokenizer();
  for (int i = 0; i < batches; ++i) {
    task.sample(split, random, 64, batch);
    EXPECT_EQ(batch.input_length, 5);
    for (Index row = 0; row < batch.size; ++row) {
      const std::vector<TokenId> input = testing::row_of(batch.input, row, 5, 5);
      const std::vector<TokenId> target = testing::row_of(batch.target, row, 5, 5);
      EXPECT_EQ(target, (std::vector<TokenId>{kIgnoredTarget, kIgnoredTarget, kIgnoredTarget, input.back(),
                                              words.eos()}));  // only the answer counts
      add_line(table, operation, words.decode(std::span(input).first(4)), words.entry(input.back()));
    }
  }
  return table;
}

AnswerTable held_out(const Task& task, const std::string& operation, Index count) {
  AnswerTable table;
  for (const Example& e : task.validation_examples(count)) add_line(table, operation, e.source, e.target);
  return table;
}

class ModularOperations : public ::testing::TestWithParam<std::string> {};

TEST_P(ModularOperations, BothSplitsTogetherAreTheWholeTableWithoutAnyPairInBoth) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto task = make_task(modular(GetParam()), 0);
    AnswerTable all = drawn(*task, GetParam(), Split::Train, seed, 60);
    const AnswerTable shown = drawn(*task, GetParam(), Split::Validation, seed, 60);
    EXPECT_EQ(held_out(*task, GetParam(), 1000), shown);
    for (const auto& [pair, answer] : shown)
      EXPECT_TRUE(all.emplace(pair, answer).second) << pair.first << " " << pair.second << " is trained on";
    const Index rights = GetParam() == "divide" ? 12 : 13;
    EXPECT_EQ(all.size(), static_cast<std::size_t>(13 * rights));
    for (const auto& [pair, answer] : all)
      EXPECT_TRUE(holds(GetParam(), pair.first, pair.second, answer, 13)) << pair.first << " " << pair.second;
  }
}

TEST_P(ModularOperations, HalfOfTheUsualTableIsHeldOutAndRight) {
  const auto task = make_task(modular(GetParam(), 97), 0);
  const AnswerTable table = held_out(*task, GetParam(), 97 * 97);
  EXPECT_NEAR(static_cast<double>(table.size()) / (97.0 * 97), 0.5, 0.03);
  for (const auto& [pair, answer] : table)
    ASSERT_TRUE(holds(GetParam(), pair.first, pair.second, answer, 97)) << pair.first << " " << pair.second;
  for (const std::uint64_t seed : {4u, 5u, 6u})
    for (const auto& [pair, answer] : drawn(*task, GetParam(), Split::Train, seed, 100))
      ASSERT_FALSE(table.contains(pair)) << pair.first << " " << pair.second;
}

TEST_P(ModularOperations, EachNumberIsOneToken) {
  const auto task = make_task(modular(GetParam(), 101), 0);
  EXPECT_EQ(task->target_tokenizer().size(), 4 + 101 + 2);
  EXPECT_EQ(task->target_tokenizer().encode("100 " + kSigns.at(GetParam()) + " 7 =").size(), 4u);
  EXPECT_EQ(task->max_target_length(), 5);
}

INSTANTIATE_TEST_SUITE_P(All, ModularOperations, ::testing::Values("add", "subtract", "multiply", "divide"));

TEST(ModularTask, DivisionNeedsAPrime) {
  const auto refusal = [](const TaskConfig& config) {
    return testing::error_text<std::invalid_argument>([&] { make_task(config, 0); });
  };
  for (const Index composite : {4, 91, 961}) {
    EXPECT_EQ(refusal(modular("divide", composite)),
              "task.modulus is " + std::to_string(composite) +
                  ", but must be a prime number for task.operation divide, because only then does every "
                  "number except 0 have an inverse");
    EXPECT_NO_THROW(make_task(modular("multiply", composite), 0));
  }
  EXPECT_NO_THROW(make_task(modular("divide", 997), 0));
  EXPECT_NE(refusal(modular("divide", 998)).find("from 2 to 997"), std::string::npos);
  EXPECT_NE(refusal(modular("power")).find("add, subtract, multiply or divide"), std::string::npos);
}

}  // namespace
}  // namespace attnlab
