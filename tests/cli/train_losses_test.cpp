// attention-lab train: which losses stand beside each other at the end.
#include <cstdio>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// The mean of the first steps, where the loss falls, is no loss to set beside the validation loss.
TEST(Train, TheLossAtTheEndIsThatOfTheLastStep) {
  const Arguments forty = small_training("characters", {"--steps", "40", "--seed", "3"});
  Arguments as_json = forty;
  as_json.push_back("--json");
  const std::vector<nlohmann::json> events = events_of(output_of(as_json));
  double last = 0;
  for (const nlohmann::json& event : events)
    if (event["event"] == "step" && event["step"] == 40) last = event["loss"];
  const nlohmann::json& done = events.back();
  EXPECT_EQ(done["last_loss"], last);
  EXPECT_GT(done["train_loss"], done["last_loss"]);
  char expected[100];
  std::snprintf(expected, sizeof expected, "train loss %.4f at the last step, validation loss %.4f", last,
                done["validation_loss"].get<double>());
  const std::string text = output_of(forty);
  expect_has(text, expected);
  std::snprintf(expected, sizeof expected, "mean train loss of the last 40 steps: %.4f",
                done["train_loss"].get<double>());
  expect_has(text, expected);
}

}  // namespace
}  // namespace attnlab::testing
