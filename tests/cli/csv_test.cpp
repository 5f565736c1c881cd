// --csv by one rule: alone it prints, with a place it writes.
#include <filesystem>

#include "tests/cli/program.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

class Csv : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("induction", {"--steps", "8", "--set", "layers=2", "--out", run()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string run() { return *folder_ / "run"; }
  static std::string place(const char* name) { return *folder_ / name; }

  static inline TempFolder* folder_ = nullptr;
};

TEST_F(Csv, OfOneTableIsPrintedOrWrittenIntoAFile) {
  const std::string file = place("table.csv");
  for (const Arguments& arguments :
       std::vector<Arguments>{{"residual", "--model", run(), "--text", "qkvaq"},
                              {"lens", "--model", run(), "--text", "qkvaq", "--steps", "0,8"},
                              {"contributions", "--model", run(), "--text", "qkvaq"},
                              {"attribution", "--model", run(), "--text", "qkvaq", "--method", "gradient"},
                              {"vectors", "--model", run(), "--nearest", "q"},
                              {"models", "--model", run(), "--with", run(), "--table", "weights"},
                              {"tokens", "--preset", "characters", "--text", "the old mill"},
                              {"cost", "--curve", "n=64:128"},
                              {"hand", "--example", "cat"}}) {
    SCOPED_TRACE(arguments[0]);
    const std::string printed = output_of(with(arguments, {"--csv"}));
    EXPECT_NE(printed.find(','), printed.npos);
    EXPECT_EQ(output_of(with(arguments, {"--csv", file})), "");
    EXPECT_EQ(read_bytes(file), printed);
    expect_has(error_of(with(arguments, {"--csv", "--json"}), 2), "--csv");
    EXPECT_TRUE(output_of(with(arguments, {"--json", "--csv", file})).find_first_of("{[") == 0);
  }
}

TEST_F(Csv, OfSeveralTablesIsPrintedOrWrittenIntoAFolder) {
  for (const Arguments& arguments :
       std::vector<Arguments>{{"neurons", "--model", run(), "--text", "qkvaq"},
                              {"circuits", "--model", run()},
                              {"probes", "--model", run(), "--label", "position", "--training", "60",
                               "--held-out", "60", "--layer", "0"},
                              {"experts", "--preset", "digits", "--set", "experts=2", "--picture", "0"},
                              {"recurrence", "--preset", "describe-rnn", "--picture", "0", "--eigenvalues"},
                              {"alignment", "--preset", "seq2seq-attention", "--source", "a cat"}}) {
    SCOPED_TRACE(arguments[0]);
    const std::string printed = output_of(with(arguments, {"--csv"}));
    EXPECT_EQ(output_of(with(arguments, {"--csv", place("tables")})), "");
    std::size_t bytes = 0, files = 0;
    for (const auto& entry : fs::directory_iterator(place("tables"))) {
      const std::string table = read_bytes(entry.path());
      EXPECT_NE(printed.find(table), printed.npos) << entry.path();
      bytes += table.size();
      ++files;
    }
    EXPECT_GT(files, 1u);
    EXPECT_EQ(bytes + files - 1, printed.size()) << "an empty line between two tables";
    fs::remove_all(place("tables"));
    expect_has(error_of(with(arguments, {"--csv", "--json"}), 2), "--csv");
  }
}

TEST_F(Csv, OfSeveralStepsBeginsEachRowWithItsStep) {
  const Arguments neurons{"neurons", "--model", run(), "--text", "qkvaq", "--steps", "0,8"};
  const std::string printed = output_of(with(neurons, {"--csv"}));
  EXPECT_TRUE(printed.starts_with("step,network,unit,")) << printed.substr(0, 40);
  expect_has(printed, "\n0,");
  expect_has(printed, "\n8,");
  output_of(with(neurons, {"--csv", place("course")}));
  for (const char* folder : {"course-0", "course-8"})
    EXPECT_TRUE(read_bytes(fs::path(place(folder)) / "units.csv").starts_with("network,unit,"));
}

TEST_F(Csv, WritesOverNoFolderOfSomethingElse) {
  expect_has(error_of({"probes", "--model", run(), "--label", "position", "--training", "60", "--held-out",
                       "60", "--csv", run()},
                      1),
             "probe tables");
}

}  // namespace
}  // namespace attnlab::testing
