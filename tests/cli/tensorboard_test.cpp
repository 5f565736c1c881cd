// attention-lab train --tensorboard: an independent reader finds the metrics of the run in the events.
#include <filesystem>

#include "core/io/checkpoint.h"
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kPython3 = "/usr/bin/python3";

/// The events of the file in a folder.
std::vector<Json> events_in(const fs::path& folder) {
  std::vector<fs::path> files(fs::directory_iterator(folder), {});
  EXPECT_EQ(files.size(), 1u);
  EXPECT_NE(files.at(0).filename().string().find("tfevents"), std::string::npos)
      << "TensorBoard looks for this";
  const ProcessResult result =
      run_process({kPython3, ATTNLAB_SOURCE_DIR "/tests/cli/read_events.py", files.at(0)});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  return events_of(result.output);
}

class TensorBoard : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(kPython3)) GTEST_SKIP() << "there is no " << kPython3;
  }
  void train(const Arguments& more) {
    Arguments arguments = more;
    arguments.insert(arguments.end(), {"--tensorboard", (folder_ / "events").string(), "--quiet"});
    EXPECT_EQ(output_of(arguments), "");
  }
  fs::path run() const { return folder_ / "m"; }
  fs::path events() const { return folder_ / "events"; }

  TempFolder folder_;
};

void expect_metrics(const Record& record, const std::vector<Json>& events) {
  std::size_t steps = 0, measured = 0;
  for (const Json& event : events) {
    const Json& scalars = event["scalars"];
    if (scalars.contains("train/loss")) {
      const StepMetrics& step = record.steps[steps++];
      EXPECT_EQ(event["step"], step.step);
      EXPECT_EQ(scalars["train/loss"], static_cast<float>(step.loss));
      EXPECT_EQ(scalars["train/gradient_norm"], static_cast<float>(step.gradient_norm));
      EXPECT_EQ(scalars["train/learning_rate"], static_cast<float>(step.learning_rate));
      EXPECT_GT(scalars["train/tokens_per_second"], 0);
    }
    if (scalars.contains("validation/loss")) {
      ++measured;
      const Index step = event["step"];
      for (std::size_t i = 0; i < record.measurements.size(); ++i) {
        if (record.measurements[i].step != step) continue;
        EXPECT_EQ(scalars["validation/loss"], record.measurements[i].values[0]) << step;
      }
      EXPECT_TRUE(scalars.contains("validation/sequences"));
    }
  }
  EXPECT_EQ(steps, record.steps.size());
  EXPECT_EQ(measured, record.measurements.size() - 1) << "all but that before the first step";
}

TEST_F(TensorBoard, HasTheMetricsOfTheRun) {
  train(small_training("reverse", {"--steps", "20", "--out", run()}));
  const std::vector<Json> all = events_in(events());
  EXPECT_EQ(all.front()["version"], "brain.Event:2");
  EXPECT_GT(all.front()["time"], 1.7e9);
  expect_metrics(*load_checkpoint(run()).record, all);
}

TEST_F(TensorBoard, ARunThatGoesOnAddsToIt) {
  train(small_training("reverse", {"--steps", "10", "--out", run()}));
  const std::size_t before = events_in(events()).size();
  train({"train", "--resume", run(), "--steps", "20"});
  std::vector<Json> all = events_in(events());
  EXPECT_EQ(all.at(before)["session"], 1) << "TensorBoard drops what it has from this step on";
  EXPECT_EQ(all.at(before)["step"], 11);
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(before));
  expect_metrics(*load_checkpoint(run()).record, all);
}

TEST_F(TensorBoard, WhatAKilledProgramLeftIsCutOff) {
  train(small_training("reverse", {"--steps", "10", "--out", run()}));
  const std::size_t before = events_in(events()).size();
  const fs::path file = fs::directory_iterator(events())->path();
  const std::string bytes = read_bytes(file);
  write_bytes(file, bytes + bytes.substr(0, 20));
  train({"train", "--resume", run(), "--steps", "12"});
  EXPECT_EQ(events_in(events()).size(), before + 3);
}

TEST_F(TensorBoard, Errors) {
  fs::create_directories(events());
  write_bytes(events() / "events.out.tfevents.0000000000.attention-lab", "no events at all");
  expect_has(error_of(small_training("reverse", {"--steps", "2", "--tensorboard", events()}), 1),
             "it is not an event file");
  write_bytes(folder_ / "file", "x");
  expect_has(error_of(small_training("reverse", {"--steps", "2", "--tensorboard", folder_ / "file"}), 1),
             "cannot write events to");
}

}  // namespace
}  // namespace attnlab::testing
