// Hostile records: whatever their files contain, the run loads, with remarks on the parts left out.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "core/tensor/random.h"
#include "core/training/run/recorder.h"
#include "core/training/run/train_loop.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

class CheckpointRecordInput : public ::testing::Test {
 protected:
  void SetUp() override {
    SmallRun run;
    Recorder recorder(run.trainer, {.measure_every = 2, .validation_batches = 1});
    train_until(run.trainer, {.until = 4, .recorder = &recorder});
    recorder.pin(run.trainer, "end");
    recorder.name_pin(2, "middle");
    recorder.note(run.trainer, "an event");
    save_checkpoint(folder_ / "m", run.checkpoint(recorder.record()));
    for (const char* file : {"metrics.csv", "measurements.csv", "timeline.json", "states/2.safetensors"})
      good_[file] = read_bytes(path(file));
  }
  fs::path path(const std::string& file) const { return folder_ / "m" / file; }

  /// Loads the checkpoint, which must succeed with the weights; each remark is one line.
  Checkpoint load() {
    Checkpoint loaded = load_checkpoint(folder_ / "m");
    EXPECT_EQ(loaded.state->step(), 4);
    EXPECT_TRUE(loaded.record && loaded.record->timeline);
    for (const std::string& remark : loaded.remarks)
      EXPECT_EQ(remark.find('\n'), std::string::npos) << remark;
    return loaded;
  }
  /// Loads with `bytes` in one file, which is then restored.
  Checkpoint load_with(const std::string& file, const std::string& bytes) {
    write_bytes(path(file), bytes);
    Checkpoint loaded = load();
    write_bytes(path(file), good_[file]);
    return loaded;
  }
  /// Expects one remark that begins with `file` and contains `part`.
  void expect_remark(const Checkpoint& loaded, const std::string& file, const std::string& part) {
    ASSERT_EQ(loaded.remarks.size(), 1u) << file << " " << part;
    EXPECT_TRUE(loaded.remarks[0].starts_with(file)) << loaded.remarks[0];
    EXPECT_NE(loaded.remarks[0].find(part), std::string::npos) << loaded.remarks[0] << " lacks " << part;
  }
  template <typename F>
  void expect_refused_timeline(const std::string& part, const F& change) {
    Json json = Json::parse(good_["timeline.json"]);
    change(json);
    const Checkpoint loaded = load_with("timeline.json", json.dump());
    expect_remark(loaded, "timeline.json", part);
    EXPECT_TRUE(loaded.record->timeline->states.empty());
    EXPECT_EQ(loaded.record->steps.size(), 4u) << "the metrics are there all the same";
  }

  TempFolder folder_;
  std::map<std::string, std::string> good_;
};

TEST_F(CheckpointRecordInput, GoodOneLoadsWithoutARemark) { EXPECT_TRUE(load().remarks.empty()); }

TEST_F(CheckpointRecordInput, MissingFiles) {
  for (const auto& [file, bytes] : good_) {
    fs::remove(path(file));
    expect_remark(load(), file, "No such file");
    fs::create_directory(path(file));
    expect_remark(load(), file, "folder");
    fs::remove(path(file));
    write_bytes(path(file), bytes);
  }
  fs::remove_all(path("states"));
  const Checkpoint loaded = load();
  expect_remark(loaded, "states/0.safetensors", "not loaded: 5 states, 2 pins");
  EXPECT_EQ(loaded.record->steps.size(), 4u);
}

TEST_F(CheckpointRecordInput, DamagedStateIsLeftOutWithItsPin) {
  const std::string file = "states/2.safetensors", &good = good_[file];
  std::string turned = good;
  turned[turned.size() - 6] ^= 1;
  for (const std::string& bytes :
       {good.substr(0, good.size() - 1), turned, std::string(), good + "x",
        read_bytes(path("states/1.safetensors")), read_bytes(path("optimizer.safetensors"))}) {
    const Checkpoint loaded = load_with(file, bytes);
    expect_remark(loaded, file, "not loaded: 1 state, 1 pin");
    EXPECT_EQ(loaded.record->timeline->states.size(), 4u);
    EXPECT_EQ(loaded.record->timeline->at(2), nullptr);
    EXPECT_EQ(loaded.record->timeline->pins, (std::vector<Pin>{{4, "end"}}));
  }
}

TEST_F(CheckpointRecordInput, OtherPossibleNumbersAreReported) {
  std::string metrics = good_["metrics.csv"];
  metrics[metrics.find(',', metrics.find('\n')) + 3] ^= 1;
  const Checkpoint loaded = load_with("metrics.csv", metrics);
  expect_remark(loaded, "metrics.csv", "its checksum differs");
  EXPECT_EQ(loaded.record->steps.size(), 4u);
  std::string timeline = good_["timeline.json"];
  timeline[timeline.find("an event") + 1] = 'm';
  expect_remark(load_with("timeline.json", timeline), "timeline.json", "its checksum differs");
}

TEST_F(CheckpointRecordInput, StateWithAnotherNumberOfUpdatesIsLeftOut) {
  const std::string file = "states/2.safetensors";
  std::string bytes = good_[file];
  bytes[bytes.find("\"updates\":\"2\"") + 11] = '6';
  expect_remark(load_with(file, bytes), file, "not loaded: 1 state, 1 pin");
}

TEST_F(CheckpointRecordInput, CutOffAnywhere) {
  for (const auto& [file, bytes] : good_) {
    const std::size_t stride = file.starts_with("states") ? 997 : 3;
    for (std::size_t size = 0; size + 1 < bytes.size(); size += stride) {
      const Checkpoint loaded = load_with(file, bytes.substr(0, size));
      EXPECT_EQ(loaded.remarks.size(), 1u) << file << " of " << size << " bytes";
    }
  }
}

TEST_F(CheckpointRecordInput, TurnedBits) {
  std::vector<std::string> files;
  for (const auto& [file, bytes] : good_) files.push_back(file);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    RandomStream random(mix64(seed));
    const std::string& file = files[static_cast<std::size_t>(random.below(4))];
    std::string bytes = good_[file];
    for (Index flips = 1 + random.below(3); flips > 0; --flips) {
      auto& byte = bytes[static_cast<std::size_t>(random.below(static_cast<Index>(bytes.size())))];
      byte = static_cast<char>(byte ^ (1 << random.below(8)));
    }
    load_with(file, bytes);
  }
}

TEST_F(CheckpointRecordInput, RowsUpToTheDamageAreRead) {
  const std::string file = "metrics.csv", &good = good_[file];
  const auto line = [&](int number) {  // where it begins, the header is 0
    std::size_t at = 0;
    for (; number > 0; --number) at = good.find('\n', at) + 1;
    return at;
  };
  const auto with_line_3 = [&](const std::string& text) {
    return load_with(file, good.substr(0, line(3)) + text + "\n" + good.substr(line(4)));
  };
  for (const char* text :
       {"3", "3,1,2,3,4", "3,1,2,3,4,5,6", "3,x,1,1,1,1", "3,nan,1,1,1,1", "3,inf,1,1,1,1", "3,1,1,1,1.5,1",
        "3,1,1,1,-1,1", "3,1,1,1,1,-1", "2,1,1,1,1,1", "9,1,1,1,1,1", "-1,1,1,1,1,1", "3,1,,1,1,1",
        "3, 1,1,1,1,1", "3,1,1,1,99999999999999999999,1", ""}) {
    const Checkpoint loaded = with_line_3(text);
    expect_remark(loaded, file, "line 4: ");
    EXPECT_EQ(loaded.record->steps.size(), 2u) << text;
  }
  expect_remark(load_with(file, good.substr(0, line(3))), file, "the file ends before its last row; 2 rows");
  expect_remark(load_with(file, good + "5,1,1,1,1,1\n"), file, "more rows");
  expect_remark(load_with(file, "step\n" + good), file, "the columns differ");
  expect_remark(load_with(file, std::string(3 << 20, '1')), file, "longer than 1 MB");
  const Checkpoint loaded = load_with("measurements.csv", good_["measurements.csv"] + "4,,\n");
  expect_remark(loaded, "measurements.csv", "");
}

TEST_F(CheckpointRecordInput, LinesMayEndAsOnWindows) {
  for (const char* file : {"metrics.csv", "measurements.csv"}) {
    std::string text;
    for (const char c : good_[file]) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const Checkpoint loaded = load_with(file, text);
    EXPECT_TRUE(loaded.remarks.empty()) << loaded.remarks[0];
    EXPECT_EQ(loaded.record->steps.size(), 4u);
  }
}

TEST_F(CheckpointRecordInput, TimelineOfSomethingElse) {
  for (const char* text : {"", "null", "[]", "{}", "{\"kept\": []}", "\xFF"})
    expect_remark(load_with("timeline.json", text), "timeline.json", "");
  expect_remark(load_with("timeline.json", "{\"a\":" + std::string(100000, '[')), "timeline.json", "levels");
  for (const char* key : {"metrics", "measurements", "kept", "pins", "events"}) {
    expect_refused_timeline(key, [&](Json& j) { j.erase(key); });
    expect_refused_timeline(key, [&](Json& j) { j[key] = "many"; });
    expect_refused_timeline(key, [&](Json& j) { j[key] = -1; });
  }
  for (const char* list : {"kept", "pins", "events"}) {
    for (const Json& item : {Json(1), Json("x"), Json(nullptr), Json::array(), Json::object()})
      expect_refused_timeline("missing", [&](Json& j) { j[list][0] = item; });
    for (const Json& step :
         {Json(-1), Json(5), Json(1.5), Json("../x"), Json(~std::uint64_t{0}), Json(nullptr)})
      expect_refused_timeline("step", [&](Json& j) { j[list][0]["step"] = step; });
  }
  expect_refused_timeline("order", [](Json& j) { std::swap(j["kept"][0], j["kept"][1]); });
  expect_refused_timeline("order", [](Json& j) { j["pins"][1] = j["pins"][0]; });
  expect_refused_timeline("checksum", [](Json& j) { j["kept"][0]["checksum"] = 7; });
  expect_refused_timeline("name", [](Json& j) { j["pins"][0]["name"] = 7; });
  expect_refused_timeline("text", [](Json& j) { j["events"][0]["text"] = Json::array(); });
  for (const char* field : {"batch", "schedule", "dropout", "seed", "surprise"})
    expect_refused_timeline(field, [&](Json& j) { j["kept"][1]["settings"][field] = -1; });
  expect_refused_timeline("settings", [](Json& j) { j["kept"][1]["settings"] = 3; });
}

TEST_F(CheckpointRecordInput, WrongCountsAreReported) {
  const auto with_count = [&](const char* key, const Json& count) {
    Json json = Json::parse(good_["timeline.json"]);
    json[key] = count;
    return load_with("timeline.json", json.dump());
  };
  expect_remark(with_count("metrics", 3), "metrics.csv", "more rows");
  expect_remark(with_count("metrics", std::uint64_t{1} << 53), "metrics.csv", "ends before its last row");
  expect_remark(with_count("measurements", 0), "measurements.csv", "more rows");
}

TEST_F(CheckpointRecordInput, OfAnotherModelIsLeftOut) {
  // A whole run of other sizes, whose states do not fit.
  Preset preset = small_preset();
  set_option(preset, "model.width=32");
  SmallRun run(preset);
  Recorder recorder(run.trainer, {.measure_every = 2, .validation_batches = 1});
  train_until(run.trainer, {.until = 4, .recorder = &recorder});
  save_checkpoint(folder_ / "other", run.checkpoint(recorder.record()));
  fs::remove_all(path("states"));
  fs::copy(folder_ / "other/states", path("states"));
  expect_remark(load(), "states/0.safetensors", "checksum differs; not loaded: 5 states");
  fs::copy(folder_ / "other/timeline.json", path("timeline.json"), fs::copy_options::overwrite_existing);
  expect_remark(load(), "states/0.safetensors", "but the model of config.json needs");
}

}  // namespace
}  // namespace attnlab::testing
