// TrainingConfig: learning-rate schedules and errors.
#include "core/training/training_config.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>

#include "core/training/schedule.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

TrainingConfig schedule(const std::string& name, Index warmup, Index steps) {
  TrainingConfig config;
  config.schedule = name;
  config.warmup = warmup;
  config.steps = steps;
  config.learning_rate = 1e-3;
  config.minimum_learning_rate = 1e-4;
  return config;
}

TEST(Schedule, WarmupRisesInALine) {
  for (const char* name : {"constant", "cosine"}) {
    const TrainingConfig config = schedule(name, 100, 2000);
    EXPECT_DOUBLE_EQ(learning_rate_at(config, 0), 1e-3 * 1 / 101);
    EXPECT_DOUBLE_EQ(learning_rate_at(config, 49), 1e-3 * 50 / 101);
    EXPECT_DOUBLE_EQ(learning_rate_at(config, 99), 1e-3 * 100 / 101);
    EXPECT_DOUBLE_EQ(learning_rate_at(config, 100), 1e-3);
  }
}

TEST(Schedule, ConstantStays) {
  EXPECT_DOUBLE_EQ(learning_rate_at(schedule("constant", 0, 10), 0), 1e-3);
  EXPECT_DOUBLE_EQ(learning_rate_at(schedule("constant", 0, 10), 100000), 1e-3);
}

TEST(Schedule, CosineFallsToTheMinimum) {
  const TrainingConfig config = schedule("cosine", 100, 2000);
  EXPECT_DOUBLE_EQ(learning_rate_at(config, 1050), 1e-4 + 0.5 * 9e-4) << "half way";
  EXPECT_NEAR(learning_rate_at(config, 575), 1e-4 + 9e-4 * 0.5 * (1 + std::sqrt(0.5)), 1e-12) << "a quarter";
  EXPECT_DOUBLE_EQ(learning_rate_at(config, 2000), 1e-4);
  EXPECT_DOUBLE_EQ(learning_rate_at(config, 5000), 1e-4);
  for (Index step = 100; step < 2000; ++step) {
    EXPECT_GT(learning_rate_at(config, step), learning_rate_at(config, step + 1));
  }
}

TEST(Schedule, CosineWithNothingAfterTheWarmup) {
  EXPECT_DOUBLE_EQ(learning_rate_at(schedule("cosine", 50, 50), 50), 1e-4);
  EXPECT_DOUBLE_EQ(learning_rate_at(schedule("cosine", 0, 1), 0), 1e-3);
}

TEST(Schedule, InverseSquareRootIsThePapers) {
  // lr = C^−0.5·min(step^−0.5, step·warmup^−1.5), steps from 1, with C = 512 and 4000 steps of warm-up.
  TrainingConfig config = schedule("inverse_square_root", 4000, 100000);
  config.learning_rate = 1 / std::sqrt(512.0 * 4000.0);
  for (Index step : {1, 100, 3999, 4000, 4001, 16000, 99999}) {
    const auto s = static_cast<double>(step);
    const double paper = std::min(1 / std::sqrt(s), s * std::pow(4000.0, -1.5)) / std::sqrt(512.0);
    EXPECT_NEAR(learning_rate_at(config, step - 1), paper, 1e-12 * paper) << "step " << step;
  }
  EXPECT_DOUBLE_EQ(learning_rate_at(schedule("inverse_square_root", 0, 10), 0), 1e-3) << "no warm-up";
  EXPECT_DOUBLE_EQ(learning_rate_at(schedule("inverse_square_root", 0, 10), 3), 0.5e-3) << "no warm-up";
}

/// Rates for η = 1, η_min = 0.2, a warm-up of 4 and 10 steps, computed by hand.
struct RateByHand {
  Index step;
  double rate;
};
const std::map<std::string_view, std::vector<RateByHand>>& rates_by_hand() {
  static const std::map<std::string_view, std::vector<RateByHand>> all{
      {"constant", {{0, 0.2}, {3, 0.8}, {4, 1}, {7, 1}, {10, 1}, {50, 1}}},
      {"cosine", {{0, 0.2}, {3, 0.8}, {4, 1}, {6, 0.8}, {7, 0.6}, {8, 0.4}, {10, 0.2}, {50, 0.2}}},
      {"inverse_square_root", {{0, 0.25}, {1, 0.5}, {3, 1}, {15, 0.5}, {35, 1.0 / 3}, {99, 0.2}}}};
  return all;
}

TEST(Schedules, AreWhatTheirFormulasCountToByHand) {
  for (const Schedule& row : schedules()) {
    SCOPED_TRACE(row.name);
    TrainingConfig config = schedule(std::string(row.name), 4, 10);
    config.learning_rate = 1;
    config.minimum_learning_rate = 0.2;
    EXPECT_NO_THROW(validate(config));
    ASSERT_TRUE(rates_by_hand().contains(row.name)) << "count some of its values here";
    for (const auto& [step, rate] : rates_by_hand().at(row.name)) {
      EXPECT_NEAR(row.rate(config, step), rate, 1e-12) << "step " << step;
      EXPECT_EQ(learning_rate_at(config, step), row.rate(config, step)) << "step " << step;
    }
  }
}

TEST(Schedules, HaveWordsAndAreTheChoicesOfTheirOption) {
  TrainingConfig config;
  for (const Field& field : training_fields(config)) {
    if (field.name != "schedule") continue;
    ASSERT_EQ(field.choices.size(), schedules().size());
    for (std::size_t i = 0; i < field.choices.size(); ++i) {
      const Schedule& row = schedules()[i];
      EXPECT_EQ(field.choices[i].name, row.name);
      EXPECT_EQ(field.choices[i].title, row.title);
      EXPECT_EQ(&schedule_named(row.name), &row) << "two of this name";
      for (const std::string_view words : {row.title, row.formula, row.rise, row.sentence})
        EXPECT_FALSE(words.empty()) << row.name;
    }
  }
}

TEST(Schedules, OneThatThereIsNotIsRefused) {
  const TrainingConfig config = schedule("cosin", 4, 10);
  const std::string said = error_text<std::invalid_argument>([&] { learning_rate_at(config, 0); });
  EXPECT_EQ(said.rfind("there is no schedule cosin; did you mean cosine", 0), 0u) << said;
}

std::string config_error(const std::function<void(TrainingConfig&)>& change) {
  TrainingConfig config;
  change(config);
  return error_text<std::invalid_argument>([&] { validate(config); });
}

TEST(TrainingConfig, ErrorsNameFieldValueAndWhatIsAllowed) {
  EXPECT_NO_THROW(validate(TrainingConfig()));
  EXPECT_EQ(config_error([](auto& c) { c.batch = 0; }),
            "training.batch is 0, but must be a whole number from 1 to 65536");
  EXPECT_EQ(config_error([](auto& c) { c.shards = 65; }),
            "training.shards is 65, but must be a whole number from 1 to 64");
  EXPECT_EQ(config_error([](auto& c) { c.beta2 = 1; }),
            "training.beta2 is 1, but must be a number from 0 to 0.999999");
  EXPECT_EQ(config_error([](auto& c) { c.schedule = "linear"; }),
            "training.schedule is linear, but must be constant, cosine or inverse_square_root");
  EXPECT_EQ(config_error([](auto& c) { c.epsilon = 0; }),
            "training.epsilon is 0, but must be a number from 1e-15 to 1");
  EXPECT_EQ(config_error([](auto& c) { c.minimum_learning_rate = 0.01; }),
            "training.minimum_learning_rate is 0.01, but must be at most training.learning_rate (0.001)");
}

}  // namespace
}  // namespace attnlab::testing
