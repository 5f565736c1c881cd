// attention-lab runs: the list, its order, and runs that cannot be read.
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Runs : public ::testing::Test {
 protected:
  void SetUp() override {
    train("b", {"--steps", "3", "--set", "learning_rate=0.002"});
    train("a", {"--steps", "12"});
    train("deep/er/c", {"--steps", "8"});
  }
  void train(const std::string& name, Arguments more) {
    more.insert(more.end(), {"--out", folder_ / name});
    output_of(small_training("reverse", more));
  }
  Json listed(const Arguments& more = {}) {
    Arguments arguments{"runs", folder_.path(), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Json::parse(output_of(arguments));
  }
  std::vector<std::string> names(const Arguments& more = {}) {
    std::vector<std::string> names;
    for (const Json& run : listed(more)) names.push_back(run["name"]);
    return names;
  }
  using Names = std::vector<std::string>;

  TempFolder folder_;
};

TEST_F(Runs, AreFoundInFoldersWithWhatTheyReached) {
  const Json runs = listed();
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0]["name"], "a");
  EXPECT_EQ(runs[2]["name"], "deep/er/c");
  EXPECT_EQ(runs[0]["preset"], "reverse");
  EXPECT_EQ(runs[0]["steps"], 12);
  double seconds = 0, loss = 0;
  const std::vector<std::string> rows = lines_of(read_bytes(folder_ / "a/metrics.csv"));
  for (std::size_t i = 1; i < rows.size(); ++i) {
    loss += std::stod(rows[i].substr(rows[i].find(',') + 1)) / 12;
    seconds += std::stod(rows[i].substr(rows[i].rfind(',') + 1));
  }
  EXPECT_NEAR(runs[0]["train_loss"], loss, 1e-12);
  EXPECT_NEAR(runs[0]["seconds"], seconds, 1e-12);
  const std::string measured = lines_of(read_bytes(folder_ / "a/measurements.csv")).back();
  EXPECT_TRUE(measured.starts_with("8,")) << measured;
  EXPECT_NEAR(runs[0]["validation_loss"], std::stod(measured.substr(2)), 1e-6);
  EXPECT_EQ(runs[0]["options"], (Json{{"training.steps", "12"}, {"training.learning_rate", "0.005"}}));
  EXPECT_EQ(runs[1]["options"]["training.learning_rate"], "0.002");
}

TEST_F(Runs, TableHasAColumnForWhatDiffers) {
  const std::vector<std::string> lines = lines_of(output_of({"runs", folder_.path()}));
  ASSERT_EQ(lines.size(), 4u);
  for (const char* title :
       {"name", "steps", "mean train loss", "validation loss", "seconds", "training.learning_rate"})
    expect_has(lines[0], title);
  EXPECT_EQ(lines[0].find("model."), std::string::npos) << "no column where all are the same";
  EXPECT_EQ(lines[1].size(), lines[2].size());
  EXPECT_EQ(lines_of(output_of({"runs", folder_ / "a"})).size(), 2u) << "a run itself";
}

TEST_F(Runs, AreSortedByAnyColumn) {
  EXPECT_EQ(names(), (Names{"a", "b", "deep/er/c"}));
  EXPECT_EQ(names({"--sort", "steps"}), (Names{"b", "deep/er/c", "a"})) << "as numbers";
  EXPECT_EQ(names({"--sort", "learning_rate"}), (Names{"b", "a", "deep/er/c"}));
  expect_has(error_of({"runs", folder_.path(), "--sort", "step"}, 2), "did you mean steps");
}

TEST_F(Runs, DamagedOneIsALineThatSaysWhy) {
  write_bytes(folder_ / "b/training.json", "{");
  write_bytes(folder_ / "deep/er/c/config.json", "");
  fs::remove(folder_ / "a/states/0.safetensors");  // is not read
  fs::remove(folder_ / "a/model.safetensors");
  fs::copy(folder_ / "a", folder_ / "a.tmp-999999999", fs::copy_options::recursive);  // of a killed program
  const Json runs = listed();
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_FALSE(runs[0].contains("error"));
  expect_has(runs[1]["error"], "training.json: invalid JSON");
  expect_has(runs[2]["error"], "config.json");
  const std::string text = output_of({"runs", folder_.path()});
  expect_has(text, "b  cannot be read: training.json");
  write_bytes(folder_ / "a/metrics.csv", "nothing");
  expect_has(output_of({"runs", folder_.path()}), "(metrics.csv, line 1: ");
}

TEST_F(Runs, ListingThemClearsWhatKilledSavesLeft) {
  fs::copy(folder_ / "a", folder_ / "gone.tmp-999999999", fs::copy_options::recursive);
  fs::copy(folder_ / "a", folder_ / "deep/er/c.tmp-999999999", fs::copy_options::recursive);
  fs::copy(folder_ / "a", folder_ / "a.tmp-1", fs::copy_options::recursive);  // of a program that lives
  fs::rename(folder_ / "b", folder_ / "b.old-999999999");
  write_bytes(folder_ / "a.tmp-mine/notes.txt", "no left-over");
  EXPECT_EQ(names(), (Names{"a", "b", "deep/er/c"}));
  EXPECT_FALSE(fs::exists(folder_ / "gone.tmp-999999999"));
  EXPECT_FALSE(fs::exists(folder_ / "deep/er/c.tmp-999999999"));
  EXPECT_TRUE(fs::exists(folder_ / "b/model.safetensors"));
  EXPECT_TRUE(fs::exists(folder_ / "a.tmp-1/model.safetensors"));
  EXPECT_TRUE(fs::exists(folder_ / "a.tmp-mine/notes.txt"));
}

TEST_F(Runs, WithoutAnyIsNoError) {
  fs::create_directory(folder_ / "empty");
  expect_has(output_of({"runs", folder_ / "empty"}), "no saved runs");
  EXPECT_EQ(output_of({"runs", folder_ / "empty", "--json"}), "[]\n");
  expect_has(error_of({"runs", folder_ / "nowhere"}, 1), "the folder does not exist");
  expect_has(error_of({"runs", folder_ / "a/config.json"}, 1), "it is not a folder");
}

TEST_F(Runs, OfVersion1AreListed) {
  const std::string text = output_of({"runs", std::string(ATTNLAB_SOURCE_DIR) + "/tests/runs"});
  expect_has(text, "version1  reverse");
  expect_has(text, "version2  recall-rnn");
}

}  // namespace
}  // namespace attnlab::testing
