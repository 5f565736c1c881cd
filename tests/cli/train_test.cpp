// attention-lab train: events, saving, resuming, interruption, and every kind of bad corpus.
#include "core/io/checkpoint.h"
#include "core/io/run_lock.h"
#include "core/io/run_summary.h"
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string weights_of(const fs::path& folder) { return read_bytes(folder / "model.safetensors"); }

TEST(Train, JsonLinesEndWithDone) {
  const std::vector<Json> events =
      events_of(output_of(small_training("reverse", {"--steps", "50", "--seed", "3", "--json"})));
  ASSERT_GT(events.size(), 50u);
  EXPECT_EQ(events.front()["event"], "start");
  EXPECT_EQ(events.front()["seed"], 3);
  std::map<std::string, int> counts;
  for (const Json& event : events) ++counts[event["event"]];
  EXPECT_EQ(counts["step"], 50);
  EXPECT_EQ(counts["validation"], 6) << "after 1, 2, 4, 8, 16 and 32 steps";
  const Json& done = events.back();
  EXPECT_EQ(done["event"], "done");
  EXPECT_EQ(done["steps"], 50);
  EXPECT_EQ(done["interrupted"], false);
  for (const char* key :
       {"last_loss", "train_loss", "validation_loss", "seconds", "tokens_per_second", "exact_match"}) {
    ASSERT_TRUE(done[key].is_number()) << key;
    EXPECT_GE(done[key], 0.0) << key;
  }
}

TEST(Train, StepsAreReportedAtASensibleRate) {
  const std::vector<Json> events =
      events_of(output_of(small_training("copy", {"--steps", "1000", "--json"})));
  const auto is_step = [](const Json& event) { return event["event"] == "step"; };
  const auto count = std::ranges::count_if(events, is_step);
  EXPECT_GE(count, 100);
  EXPECT_LE(count, 300);
}

TEST(Train, TextSaysWhatItDoes) {
  const std::string output = output_of(small_training("reverse", {"--steps", "20"}));
  expect_has(output, "reverse: ");
  expect_has(output, "step 16/20");
  expect_has(output, "validation loss");
  expect_has(output, "done after 20 steps");
  expect_has(output, "exact match ");
  expect_has(output, "not saved");
  EXPECT_EQ(output.find('\x1b'), std::string::npos) << "terminal codes in a file";
}

TEST(Train, QuietPrintsNothing) {
  const TempFolder folder;
  EXPECT_EQ(output_of(small_training("reverse", {"--steps", "20", "--quiet", "--out", folder / "m"})), "");
  EXPECT_EQ(load_checkpoint(folder / "m").state->step(), 20);
}

TEST(Train, MeasuresAtTheGivenSteps) {
  const auto measured = [](const char* every) {
    Index count = 0;
    for (const Json& event :
         events_of(output_of(small_training("reverse", {"--steps", "40", "--json", "--every", every}))))
      count += event["event"] == "validation";
    return count;
  };
  EXPECT_EQ(measured("0"), 0);
  EXPECT_EQ(measured("10"), 8) << "after 1, 2, 4, 8, 10, 20, 30 and 40 steps";
}

TEST(Train, AFileSaysWhatToTrain) {
  const TempFolder folder;
  const std::string first = folder / "first", again = folder / "again";
  output_of(small_training("reverse", {"--steps", "12", "--seed", "7", "--out", first}));
  output_of({"train", "--config", first + "/config.json", "--out", again});
  EXPECT_EQ(weights_of(again), weights_of(first));
  nlohmann::ordered_json mine = preset_to_json(find_preset("copy"));
  mine.erase("name");
  write_bytes(folder / "mine.json", mine.dump());
  const std::string output = output_of({"train", "--config", folder / "mine.json", "--steps", "2"});
  EXPECT_TRUE(output.starts_with("mine: ")) << output;
  write_bytes(folder / "wrong.json", R"({"model": {"widht": 16}})");
  expect_has(error_of({"train", "--config", folder / "wrong.json"}, 1), "widht");
  expect_has(error_of({"train", "--config", folder / "none.json"}, 1), "none.json");
}

TEST(Train, ShowsAProgressBarOnATerminal) {
  std::string command = ATTNLAB_PROGRAM;
  for (const std::string& argument : small_training("reverse", {"--steps", "2000"}))
    command += " " + argument;
  const ProcessResult result = run_process({"script", "-qec", command, "/dev/null"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  expect_has(result.output, "\r\x1b[K[");
  expect_has(result.output, "tokens/s");
  expect_has(result.output, " left");
}

TEST(Train, SameSeedSameLossesWhateverTheThreads) {
  const auto losses = [](const Arguments& more) {
    std::string text;
    Arguments all{"--steps", "20", "--json"};
    all.insert(all.end(), more.begin(), more.end());
    for (const Json& event : events_of(output_of(small_training("sort", all))))
      if (event["event"] == "step") text += event["loss"].dump() + " ";
    return text;
  };
  const std::string one = losses({"--threads", "1"});
  EXPECT_EQ(one, losses({"--threads", "2"}));
  EXPECT_NE(one, losses({"--seed", "2"}));
}

TEST(Train, ResumingGivesTheBitsOfNeverStopping) {
  const TempFolder folder;
  const std::string whole = folder / "whole", half = folder / "half", rest = folder / "rest";
  output_of(small_training("reverse", {"--set", "dropout=0.1", "--steps", "30", "--out", whole}));
  output_of(small_training(
      "reverse", {"--set", "dropout=0.1", "--steps", "12", "--set", "training.steps=30", "--out", half}));
  output_of({"train", "--resume", half, "--out", rest});
  EXPECT_EQ(weights_of(rest), weights_of(whole));
  EXPECT_NE(weights_of(half), weights_of(whole));
  output_of({"train", "--resume", half});
  EXPECT_EQ(weights_of(half), weights_of(whole)) << "without --out it is saved where it was";
  expect_has(error_of({"train", "--resume", half}, 2), "has already done 30 steps");
  output_of({"train", "--resume", half, "--steps", "31"});
  expect_has(error_of({"train", "--resume", half, "--steps", "40", "--set", "model.width=32"}, 2),
             "--resume");
}

/// metrics.csv without the seconds that each step took.
std::string metrics_of(const fs::path& folder) {
  std::string text;
  for (const std::string& line : lines_of(read_bytes(folder / "metrics.csv")))
    text += line.substr(0, line.rfind(',')) + "\n";
  return text;
}

TEST(Train, ResumedRunHasTheRecordOfNeverStopping) {
  const TempFolder folder;
  const std::string whole = folder / "whole", half = folder / "half";
  output_of(small_training("reverse", {"--steps", "230", "--out", whole}));
  output_of(small_training("reverse", {"--steps", "110", "--set", "training.steps=230", "--out", half}));
  output_of({"train", "--resume", half});
  EXPECT_EQ(lines_of(metrics_of(half)).size(), 231u);
  EXPECT_EQ(metrics_of(half), metrics_of(whole));
  EXPECT_EQ(read_bytes(fs::path(half) / "measurements.csv"),
            read_bytes(fs::path(whole) / "measurements.csv"));
  const Record record = *load_checkpoint(half).record;
  EXPECT_EQ(record.measurements.back().step, 200);
  EXPECT_NE(record.timeline->at(110), nullptr) << "where it stopped";
  EXPECT_NE(record.timeline->at(230), nullptr);
}

TEST(Train, SettingsChangedOnResumingAreNoted) {
  const TempFolder folder;
  const std::string out = folder / "m";
  output_of(small_training("reverse", {"--steps", "10", "--out", out}));
  output_of({"train", "--resume", out, "--steps", "20", "--set", "training.batch=8", "--set", "dropout=0.2"});
  const Checkpoint run = load_checkpoint(out);
  EXPECT_EQ(run.preset.training.batch, 4) << "as the run began";
  EXPECT_EQ(run.state->settings.config.batch, 8);
  EXPECT_EQ(run.record->timeline->events, (std::vector<TimelineEvent>{{10, "batch 4 → 8, dropout 0 → 0.2"}}));
  EXPECT_EQ(run.record->timeline->at(9)->settings.config.batch, 4);
  EXPECT_EQ(run.record->timeline->at(10)->settings.config.batch, 8);
  output_of({"train", "--resume", out, "--steps", "30"});
  EXPECT_EQ(load_checkpoint(out).record->timeline->events.size(), 1u)
      << "the settings are those it stopped with";
  for (const char* fixed : {"seed=2", "shards=2", "model.layers=2", "task.max_length=5"})
    expect_has(error_of({"train", "--resume", out, "--steps", "40", "--set", fixed}, 2), "cannot change");
  expect_has(error_of({"train", "--resume", out, "--steps", "40", "--set", "batch=0"}, 2), "batch");
}

/// Options of the task and the model that may change while a model learns; those of other models do not.
TEST(Train, WhatFeaturesAreLearntFromChangesOnResuming) {
  const TempFolder folder;
  const std::string out = folder / "m";
  output_of({"train", "--preset", "superposition", "--steps", "10", "--out", out});
  output_of(
      {"train", "--resume", out, "--steps", "20", "--set", "sparsity=0.5", "--set", "model.importance=0.7"});
  const Checkpoint run = load_checkpoint(out);
  EXPECT_EQ(run.preset.task.sparsity, 0.95) << "as the run began";
  EXPECT_EQ(value_of(run.state->settings.live, "sparsity"), 0.5);
  EXPECT_EQ(run.record->timeline->events,
            (std::vector<TimelineEvent>{{10, "sparsity 0.95 → 0.5, importance 0.9 → 0.7"}}));
  EXPECT_EQ(value_of(run.record->timeline->at(10)->settings.live, "importance"), 0.7);
  output_of({"train", "--resume", out, "--steps", "30"});
  EXPECT_EQ(load_checkpoint(out).record->timeline->events.size(), 1u)
      << "the settings are those it stopped with";
  expect_has(error_of({"train", "--resume", out, "--steps", "40", "--set", "model.width=3"}, 2),
             "these options can: dropout, sparsity, importance, training.…");
  expect_has(error_of({"train", "--resume", out, "--steps", "40", "--set", "sparsity=1"}, 2),
             "task.sparsity is 1, but must be a number from 0 to 0.99");
  const std::string other = folder / "other";
  output_of(small_training("reverse", {"--steps", "10", "--out", other}));
  expect_has(error_of({"train", "--resume", other, "--steps", "20", "--set", "sparsity=0.5"}, 2), "sparsity");
}

TEST(Train, HistoryIsAsLargeAsItMayBe) {
  const TempFolder folder;
  const auto steps_kept = [&](const char* megabytes) {
    const std::string out = folder / megabytes;
    output_of(small_training("reverse", {"--steps", "200", "--history", megabytes, "--out", out}));
    return load_checkpoint(out).record->timeline->states.size();
  };
  EXPECT_EQ(steps_kept("0"), 2u);
  const std::size_t few = steps_kept("1"), all = steps_kept("100");
  EXPECT_GT(few, 2u);
  EXPECT_LT(few, all);
  EXPECT_EQ(all, 115u) << "0 to 64, every second one to 128, every fourth to 200";
  EXPECT_EQ(read_bytes(folder / "0/metrics.csv").substr(0, 5), "step,");
  EXPECT_EQ(metrics_of(folder / "0"), metrics_of(folder / "100")) << "metrics are never thinned";
}

TEST(Train, PartOfARunThatCannotBeReadIsReported) {
  const TempFolder folder;
  const std::string out = folder / "m";
  output_of(small_training("reverse", {"--steps", "10", "--out", out}));
  fs::remove(fs::path(out) / "states/3.safetensors");
  const std::vector<Json> events =
      events_of(output_of({"train", "--resume", out, "--steps", "12", "--json"}));
  ASSERT_EQ(events[1]["event"], "remark");
  expect_has(events[1]["text"], "states/3.safetensors");
  fs::remove(fs::path(out) / "states/4.safetensors");
  expect_has(output_of({"train", "--resume", out, "--steps", "13"}),
             "part of the run could not be read: states/4.safetensors");
}

TEST(Train, InterruptedSavesAndSaysSo) {
  const TempFolder folder;
  const std::string out = folder / "m";
  // In the foreground timeout signals once; else twice, and the second signal ends the program at once.
  Arguments command{"timeout", "--foreground", "--preserve-status", "-s", "INT", "2", ATTNLAB_PROGRAM};
  const Arguments arguments = small_training("reverse", {"--steps", "10000000", "--out", out, "--json"});
  command.insert(command.end(), arguments.begin(), arguments.end());
  const ProcessResult result = run_process(command, without_display());
  EXPECT_EQ(result.exit_code, 130) << result.errors;
  EXPECT_EQ(result.errors, "");
  const Json done = events_of(result.output).back();
  EXPECT_EQ(done["event"], "done");
  EXPECT_EQ(done["interrupted"], true);
  EXPECT_EQ(done["steps"], load_checkpoint(out).state->step());
}

TEST(Train, SavesOnTheWay) {
  const TempFolder folder;
  const std::string output = output_of(
      small_training("reverse", {"--steps", "30", "--save-every", "10", "--out", folder / "m", "--json"}));
  const auto is_saved = [](const Json& event) { return event["event"] == "saved"; };
  EXPECT_EQ(std::ranges::count_if(events_of(output), is_saved), 3);
}

TEST(Train, LossThatIsNotFiniteIsAFailureThatKeepsTheWeights) {
  const TempFolder folder;
  const ProcessResult result = run_program(small_training(
      "reverse", {"--steps", "200", "--set", "learning_rate=10", "--set", "clip=0", "--set", "warmup=0",
                  "--set", "norm_epsilon=1e-12", "--set", "weight_decay=10", "--out", folder / "m"}));
  if (result.exit_code == 0) GTEST_SKIP() << "this machine's numbers stayed finite";
  EXPECT_EQ(result.exit_code, 1);
  expect_has(result.errors, "not finite");
  load_checkpoint(folder / "m");  // only finite weights load
}

TEST(Corpus, IsForEveryTaskThatLearnsAText) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 400; ++i) text += "the cat sat on the mat and the dog sat on the rug\n";
  write_bytes(folder / "a.txt", text);
  for (const char* preset : {"word-vectors", "masked-words"})
    output_of({"train", "--preset", preset, "--steps", "1", "--corpus", folder / "a.txt"});
  expect_has(error_of({"train", "--preset", "reverse", "--corpus", folder / "a.txt"}, 2),
             "for a task that learns from a text (masked_words, word_context or language_model), not for "
             "task reverse");
}

TEST(Corpus, EveryBadFileIsOneLine) {
  const TempFolder folder;
  write_bytes(folder / "empty.txt", "");
  write_bytes(folder / "binary.txt", std::string("text\0more", 9));
  write_bytes(folder / "latin.txt", "caf\xE9 au lait");
  write_bytes(folder / "short.txt", "too short");
  write_bytes(folder / "huge.txt", "");
  fs::resize_file(folder / "huge.txt", 200 << 20);
  const auto error = [&](const std::string& file) {
    return error_of({"train", "--preset", "characters", "--steps", "1", "--corpus", folder / file}, 1);
  };
  expect_has(error("missing.txt"), "the file does not exist");
  expect_has(error("empty.txt"), "empty");
  expect_has(error("binary.txt"), "binary");
  expect_has(error("latin.txt"), "byte 3 is not UTF-8");
  expect_has(error("short.txt"), "longer text");
  expect_has(error("huge.txt"), "200 MB");
  expect_has(error("."), "folder");
}

TEST(Corpus, OfAResumedRunMustBeTheSame) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 100; ++i) text += "the cat sat on the mat. ";
  write_bytes(folder / "a.txt", text);
  ProcessOptions inside = without_display();
  inside.folder = folder.path();
  const ProcessResult trained =
      run_program(small_training("characters", {"--steps", "3", "--corpus", "a.txt", "--out", "m"}), inside);
  EXPECT_EQ(trained.exit_code, 0) << trained.errors;
  // From elsewhere, with the file where it was; then changed; then gone.
  output_of({"train", "--resume", folder / "m", "--steps", "4"});
  write_bytes(folder / "a.txt", text + "!");
  expect_has(error_of({"train", "--resume", folder / "m", "--steps", "6"}, 1), "same corpus");
  fs::remove(folder / "a.txt");
  expect_has(error_of({"train", "--resume", folder / "m", "--steps", "6"}, 1), "the file does not exist");
  output_of({"generate", "--model", folder / "m", "--prompt", "the", "--max-tokens", "5"});
}

TEST(Out, ThatCannotBeWrittenIsFoundBeforeTraining) {
  const TempFolder folder;
  write_bytes(folder / "home/thesis.txt", "years");
  write_bytes(folder / "file", "text");
  const auto error = [](const std::string& out) {
    return error_of({"train", "--preset", "reverse", "--steps", "100000", "--out", out}, 1);
  };
  expect_has(error("/proc/none/m"), "'/proc/none/m'");
  expect_has(error(folder / "home"), "does not hold a checkpoint");
  expect_has(error(folder / "file"), "it is a file");
  EXPECT_EQ(read_bytes(folder / "home/thesis.txt"), "years");
}

/// As run_program, where no file may be longer than a few kilobytes: a disk that fills.
ProcessResult run_on_a_full_disk(const Arguments& arguments) {
  Arguments command{"sh", "-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh", ATTNLAB_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_process(command, without_display());
}

TEST(Out, ThatCannotHoldTheRunIsReportedWithWhatIsLeft) {
  const TempFolder folder;
  const std::string out = folder / "m", old = folder / "old";
  const ProcessResult lost = run_on_a_full_disk(small_training("reverse", {"--steps", "3", "--out", out}));
  EXPECT_EQ(lost.exit_code, 1);
  expect_has(lost.output, "not saved: cannot write ");
  expect_has(lost.output, out + " does not contain the run");
  EXPECT_EQ(lost.output.find("give --out"), std::string::npos);
  expect_has(lost.errors, "does not contain the run");
  output_of(small_training("reverse", {"--steps", "3", "--out", old}));
  const ProcessResult kept = run_on_a_full_disk({"train", "--resume", old, "--steps", "6"});
  EXPECT_EQ(kept.exit_code, 1);
  expect_has(kept.output, old + " contains the run as it was saved before: reverse, 3 steps");
  EXPECT_EQ(load_checkpoint(old).state->step(), 3);
}

TEST(Out, IsReportedWithItsSize) {
  const TempFolder folder;
  const std::string out = folder / "m";
  const std::string output = output_of(small_training("reverse", {"--steps", "3", "--out", out}));
  expect_has(output, out + " takes ");
  expect_has(output, " MB for the model and its optimizer and ");
  expect_has(output, " MB for past steps (see --history)");
  const Json done = events_of(output_of({"train", "--resume", out, "--steps", "4", "--json"})).back();
  EXPECT_EQ(done["bytes"], size_of_run(out).model);
  EXPECT_EQ(done["history_bytes"], size_of_run(out).history);
}

TEST(Out, ThatHoldsARunIsReplacedOnlyByForce) {
  const TempFolder folder;
  const std::string out = folder / "m", other = folder / "n";
  output_of(small_training("copy", {"--steps", "7", "--out", out}));
  output_of(small_training("reverse", {"--steps", "3", "--out", other}));
  const std::string weights = weights_of(out);
  expect_has(
      error_of(small_training("sort", {"--steps", "3", "--out", out}), 2),
      out + " already contains a run (copy, 7 steps): give another --out, continue it with --resume " + out);
  expect_has(error_of({"train", "--resume", other, "--steps", "9", "--out", out}, 2), "copy, 7 steps");
  EXPECT_EQ(weights_of(out), weights);
  output_of({"train", "--resume", out, "--steps", "8", "--out", out + "/"});
  output_of(small_training("sort", {"--steps", "3", "--out", out, "--force"}));
  EXPECT_EQ(load_checkpoint(out).preset.name, "sort");
}

TEST(Out, IsOfOneTrainingAtATime) {
  const TempFolder folder;
  const std::string out = folder / "m";
  const Arguments training = small_training("reverse", {"--steps", "3", "--out", out});
  {
    const RunLock other(out);
    expect_has(error_of(training, 1), "another program is training in '" + out + "': wait");
  }
  EXPECT_FALSE(fs::exists(out)) << "nothing was saved in it";
  write_bytes(fs::path(out) / ".lock", "");  // of a program that was killed
  output_of(training);
  EXPECT_FALSE(fs::exists(fs::path(out) / ".lock"));
  const RunLock other(out);
  expect_has(error_of({"train", "--resume", out, "--steps", "5"}, 1), "another program");
  output_of({"train", "--resume", out, "--steps", "5", "--out", folder / "n"});
}

}  // namespace
}  // namespace attnlab::testing
