// attention-lab find-rate: the table, the CSV lines, the JSON object and its refusals.
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

const Arguments kSmall{"find-rate", "--preset", "reverse", "--set",  "width=16",
                       "--set",     "layers=1", "--set",   "batch=8"};

Arguments with(const Arguments& more) {
  Arguments all = kSmall;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(FindRate, JsonHasACurveAndARateOnIt) {
  const nlohmann::json json = nlohmann::json::parse(output_of(with({"--json"})));
  const auto rates = json["learning_rates"].get<std::vector<double>>();
  ASSERT_GT(rates.size(), 10u);
  EXPECT_EQ(json["losses"].size(), rates.size());
  EXPECT_EQ(json["smoothed"].size(), rates.size());
  EXPECT_EQ(rates.front(), 1e-6);
  EXPECT_EQ(std::ranges::count(rates, json["suggestion"].get<double>()), 1);
}

TEST(FindRate, CsvHasALineForEachStep) {
  const std::vector<std::string> lines = lines_of(output_of(with({"--csv", "--steps", "9", "--to", "1e-3"})));
  ASSERT_EQ(lines.size(), 10u);
  EXPECT_EQ(lines[0], "step,learning_rate,loss,smoothed");
  EXPECT_TRUE(lines[1].starts_with("1,1e-06,"));
  EXPECT_TRUE(lines[9].starts_with("9,0.001,"));
}

TEST(FindRate, TheTextNamesTheRateWhereTheLossFallsFastest) {
  const std::string text = output_of(with({"--steps", "60"}));
  expect_has(text, "reverse from step 0, on a copy");
  expect_has(text, "the loss falls fastest at the learning rate");
}

TEST(FindRate, BadRangesAreRefused) {
  expect_has(error_of(with({"--from", "1", "--to", "0.1"}), 2),
             "the learning rates of a search must increase, from more than 0 to at most 10");
  expect_has(error_of({"find-rate"}, 2), "--preset NAME or --model FOLDER");
}

}  // namespace
}  // namespace attnlab::testing
