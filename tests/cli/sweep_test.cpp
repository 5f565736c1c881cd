// attention-lab sweep: the grid, the table, resuming, and refusals before anything trains.
#include <cmath>
#include <map>
#include <set>

#include "core/io/checkpoint.h"
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Arguments for a sweep of models of a few thousand parameters, 20 steps each.
Arguments small_sweep(const Arguments& more) {
  Arguments arguments{"sweep", "--preset", "reverse", "--steps", "20"};
  for (const char* option : {"layers=1", "feed_forward=16", "batch=4"})
    arguments.insert(arguments.end(), {"--set", option});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Sweep, TrainsAllCombinationsAndListsTheBestFirst) {
  const TempFolder folder;
  const std::string out = folder / "all";
  const std::vector<Json> events = events_of(
      output_of(small_sweep({"--set", "width=8,16", "--set", "heads=1,2", "--out", out, "--json"})));
  EXPECT_EQ(events.front()["event"], "start");
  EXPECT_EQ(events.front()["runs"], 4);
  ASSERT_EQ(events.size(), 6u);
  const Json& done = events.back();
  EXPECT_EQ(done["event"], "done");
  EXPECT_EQ(done["interrupted"], false);
  ASSERT_EQ(done["runs"].size(), 4u);
  std::set<std::string> names;
  for (std::size_t i = 0; i < 4; ++i) {
    const Json& run = done["runs"][i];
    names.insert(run["name"]);
    EXPECT_EQ(run["steps"], 20);
    EXPECT_EQ(run["skipped"], false);
    if (i > 0) {
      EXPECT_GE(run["validation_loss"], done["runs"][i - 1]["validation_loss"]);
    }
    const Checkpoint saved = load_checkpoint(std::string(run["folder"]));
    EXPECT_EQ(run["options"]["width"], std::to_string(saved.preset.model.width));
    EXPECT_EQ(run["options"]["heads"], std::to_string(saved.preset.model.heads));
    EXPECT_EQ(saved.record->steps.size(), 20u);
  }
  EXPECT_EQ(names.size(), 4u);
  EXPECT_TRUE(fs::exists(fs::path(out) / "layers=1,feed_forward=16,batch=4,width=8,heads=2"));
}

TEST(Sweep, SeveralSeedsHaveMeans) {
  const Arguments arguments = small_sweep({"--set", "width=8,16", "--seeds", "2", "--seed", "5", "--json"});
  const Json done = events_of(output_of(arguments)).back();
  ASSERT_EQ(done["runs"].size(), 4u);
  std::map<std::string, std::vector<double>> losses;
  std::set<std::string> seeds;
  for (const Json& run : done["runs"]) {
    losses[run["options"]["width"]].push_back(run["validation_loss"]);
    seeds.insert(run["options"]["seed"].get<std::string>());
  }
  EXPECT_EQ(seeds, (std::set<std::string>{"5", "6"}));
  ASSERT_EQ(done["combinations"].size(), 2u);
  for (const Json& row : done["combinations"]) {
    const std::vector<double>& both = losses[row["options"]["width"]];
    ASSERT_EQ(both.size(), 2u);
    EXPECT_NE(both[0], both[1]) << "one seed twice";
    EXPECT_EQ(row["runs"], 2);
    EXPECT_NEAR(row["validation_loss"]["mean"], (both[0] + both[1]) / 2, 1e-12);
    EXPECT_NEAR(row["validation_loss"]["deviation"], std::abs(both[0] - both[1]) / std::sqrt(2), 1e-12);
  }
  expect_has(output_of(small_sweep({"--set", "width=8,16", "--seeds", "2"})), "best mean");
}

TEST(Sweep, RunIsTheOneThatTrainMakes) {
  const TempFolder folder;
  output_of(small_sweep({"--set", "width=8,16", "--seed", "3", "--jobs", "2", "--out", folder / "s"}));
  output_of({"train", "--preset", "reverse", "--set", "layers=1", "--set", "feed_forward=16", "--set",
             "batch=4", "--set", "width=8", "--steps", "20", "--seed", "3", "--out", folder / "one"});
  EXPECT_EQ(read_bytes(folder / "s/layers=1,feed_forward=16,batch=4,width=8/model.safetensors"),
            read_bytes(folder / "one/model.safetensors"));
}

TEST(Sweep, LeavesOutWhatIsFinishedAndGoesOnWithTheRest) {
  const TempFolder folder;
  const Arguments arguments = small_sweep({"--set", "width=8,16", "--out", folder / "s", "--json"});
  const Json first = events_of(output_of(arguments)).back();
  const fs::path stopped = folder / "s/layers=1,feed_forward=16,batch=4,width=8";
  const std::string whole = read_bytes(stopped / "model.safetensors");
  fs::remove_all(stopped);
  // One of the runs, ended early.
  output_of({"train", "--preset", "reverse", "--set", "layers=1", "--set", "feed_forward=16", "--set",
             "batch=4", "--set", "width=8", "--set", "training.steps=20", "--steps", "7", "--out", stopped});
  const Json second = events_of(output_of(arguments)).back();
  EXPECT_EQ(read_bytes(stopped / "model.safetensors"), whole);
  ASSERT_EQ(second["runs"].size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const Json &a = first["runs"][i], &b = second["runs"][i];
    EXPECT_EQ(a["name"], b["name"]);
    EXPECT_EQ(a["validation_loss"], b["validation_loss"]);
    EXPECT_EQ(a["train_loss"], b["train_loss"]);
    EXPECT_EQ(b["skipped"], b["options"]["width"] == "16");
  }
  const std::string text = output_of(small_sweep({"--set", "width=8,16", "--out", folder / "s"}));
  expect_has(text, "2 of them are already finished");
  expect_has(text, "  best\n");
}

TEST(Sweep, InterruptedSavesAndGoesOn) {
  const TempFolder folder;
  Arguments command{"timeout",       "--foreground", "--preserve-status", "-s", "INT", "2",
                    ATTNLAB_PROGRAM, "sweep"};
  const Arguments options{"--preset", "reverse",  "--set", "width=8,16", "--set", "heads=1",
                          "--steps",  "10000000", "--out", folder / "s", "--json"};
  command.insert(command.end(), options.begin(), options.end());
  const ProcessResult result = run_process(command, without_display());
  EXPECT_EQ(result.exit_code, 130) << result.errors;
  const std::vector<Json> events = events_of(result.output);
  EXPECT_EQ(events.back()["event"], "done");
  EXPECT_EQ(events.back()["interrupted"], true);
  EXPECT_TRUE(events.back()["runs"].empty());
  for (const Json& event : events)
    if (event["event"] == "run") {
      EXPECT_EQ(load_checkpoint(std::string(event["folder"])).state->step(), event["steps"]);
    }
}

TEST(Sweep, RefusesBeforeAnythingTrains) {
  const TempFolder folder;
  const auto error = [&](const Arguments& more) {
    const std::string message = error_of(small_sweep(more), 2);
    EXPECT_TRUE(fs::is_empty(folder.path())) << message;
    return message;
  };
  const std::string out = folder / "s";
  expect_has(error({"--set", "width=8,16", "--set", "heads=2,3", "--out", out}),
             "width=8,heads=3: model.heads is 3");
  expect_has(error({"--set", "width=8,8", "--out", out}), "8 twice");
  expect_has(error({"--set", "width=8,", "--out", out}), "empty");
  expect_has(error({"--set", "width", "--out", out}), "does not have values");
  expect_has(error({"--set", "width=8", "--set", "width=16", "--out", out}), "occurs twice");
  expect_has(error({"--set", "widht=8,16", "--out", out}), "width");
  expect_has(error({"--set", "width=8,wide", "--out", out}), "width=wide");
}

TEST(Sweep, NeverReplacesAnotherRun) {
  const TempFolder folder;
  output_of(small_sweep({"--set", "width=8", "--out", folder / "s"}));
  expect_has(error_of(small_sweep({"--set", "width=8", "--seed", "2", "--out", folder / "s"}), 2),
             "contains a run with other options");
  write_bytes(folder / "t/layers=1,feed_forward=16,batch=4,width=8/thesis.txt", "years");
  expect_has(error_of(small_sweep({"--set", "width=8", "--out", folder / "t"}), 1),
             "is not empty and does not hold");
}

TEST(Sweep, CommaInAValueHasABackslash) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 100; ++i) text += "the cat sat on the mat. ";
  write_bytes(folder / "a,b.txt", text);
  const std::string place = folder / "a\\,b.txt";
  const Json done = events_of(output_of({"sweep", "--preset", "characters", "--set", "task.corpus=" + place,
                                         "--set", "width=16,32", "--set", "heads=2", "--set", "layers=1",
                                         "--steps", "2", "--out", folder / "s", "--json"}))
                        .back();
  ASSERT_EQ(done["runs"].size(), 2u);
  EXPECT_EQ(done["runs"][0]["options"]["task.corpus"], std::string(folder / "a,b.txt"));
}

TEST(Sweep, ShowsWhatRunsOnATerminal) {
  std::string command = ATTNLAB_PROGRAM;
  for (const std::string& argument : small_sweep({"--set", "width=8,16", "--steps", "2000"}))
    command += " " + argument;
  command.replace(command.find("--steps 20 "), 11, "");
  const ProcessResult result = run_process({"script", "-qec", command, "/dev/null"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  expect_has(result.output, "/2000  mean loss");
  expect_has(result.output, "\x1b[J");
}

}  // namespace
}  // namespace attnlab::testing
