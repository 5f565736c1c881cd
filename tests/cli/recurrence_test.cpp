// attention-lab recurrence: states, gates, gradients, eigenvalues, compared cells, tables and refusals.
#include <cmath>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// A small LSTM over brackets, trained for a few steps.
class RecurrentRun : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of({"train", "--preset", "brackets-lstm", "--set", "width=6", "--set", "steps=6", "--set",
               "batch=4", "--out", model(), "--quiet"});
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "lstm"; }

  static std::string recurrence(const Arguments& more) {
    Arguments arguments{"recurrence", "--model", model()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
  static nlohmann::json json_of(Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(recurrence(more));
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(RecurrentRun, KeptAndWrittenMakeTheMemory) {
  const nlohmann::json json = json_of({"--source", "([])"});
  EXPECT_EQ(json["cell"], "lstm");
  EXPECT_EQ(json["pattern"], "many-to-many (aligned)");
  EXPECT_EQ(json["step"], 6);
  ASSERT_EQ(json["cells"].size(), 1u);
  const nlohmann::json& cell = json["cells"][0];
  EXPECT_EQ(cell["cell"], "recurrent.layers.0");
  EXPECT_EQ(cell["tokens"], (std::vector<std::string>{"(", "[", "]", ")"}));
  ASSERT_EQ(cell["gates"].size(), 4u);
  for (std::size_t t = 0; t < 4; ++t)
    for (std::size_t unit = 0; unit < 6; ++unit) {
      const auto number = [&](const nlohmann::json& rows) { return rows[t][unit].get<double>(); };
      const double before = t == 0 ? 0.0 : cell["cell_state"][t - 1][unit].get<double>();
      EXPECT_NEAR(number(cell["memory"]["f_t⊙c_{t−1}"]), number(cell["gates"]["forget_gate"]) * before, 1e-6);
      EXPECT_NEAR(number(cell["memory"]["f_t⊙c_{t−1}"]) + number(cell["memory"]["i_t⊙g_t"]),
                  number(cell["cell_state"]), 1e-6);
      EXPECT_NEAR(number(cell["memory"]["o_t⊙tanh(c_t)"]), number(cell["hidden"]), 1e-6);
    }
}

TEST_F(RecurrentRun, EigenvaluesComeWithTheirRadius) {
  const nlohmann::json json = json_of({"--eigenvalues"});
  EXPECT_FALSE(json.contains("cells"));
  ASSERT_EQ(json["matrices"].size(), 4u);
  for (const nlohmann::json& matrix : json["matrices"]) {
    ASSERT_EQ(matrix["eigenvalues"].size(), 6u);
    const nlohmann::json& first = matrix["eigenvalues"][0];
    EXPECT_NEAR(matrix["spectral_radius"].get<double>(),
                std::hypot(first[0].get<double>(), first[1].get<double>()), 1e-9);
  }
}

TEST_F(RecurrentRun, WritesTables) {
  const std::string tables = *folder_ / "tables";
  EXPECT_EQ(recurrence({"--source", "([])", "--eigenvalues", "--csv", tables}), "");
  const auto lines = [&](const char* file) {
    return lines_of(read_bytes(std::filesystem::path(tables) / file));
  };
  EXPECT_EQ(lines("matrices.csv").size(), 1u + 4);
  EXPECT_EQ(lines("states.csv").size(), 1u + 4 * 6);
  EXPECT_EQ(lines("eigenvalues.csv").size(), 1u + 4 * 6);
  EXPECT_EQ(lines("states.csv")[0],
            "cell,position,token,unit,input_gate,forget_gate,candidate,output_gate,f_t⊙c_{t−1},i_t⊙g_t,"
            "o_t⊙tanh(c_t),cell_state,hidden");
  EXPECT_EQ(recurrence({"--source", "()", "--csv", tables}), "") << "its own folder is replaced";
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(tables) / "eigenvalues.csv"));
  expect_has(error_of({"recurrence", "--model", model(), "--source", "()", "--csv", model()}, 1),
             "tables of recurrence");
}

TEST_F(RecurrentRun, OfEachStoredStep) {
  const std::string text = recurrence({"--eigenvalues", "--step", "all"});
  expect_has(text, "step 0\n");
  expect_has(text, "step 6\n");
  EXPECT_EQ(json_of({"--source", "()", "--step", "0"})["step"], 0);
}

TEST_F(RecurrentRun, SaysWhatItNeeds) {
  expect_has(error_of({"recurrence"}, 2), "--model FOLDER or --preset NAME");
  expect_has(error_of({"recurrence", "--model", model()}, 2), "--eigenvalues");
  expect_has(error_of({"recurrence", "--model", model(), "--gradients", "--eigenvalues"}, 2), "--text");
  expect_has(error_of({"recurrence", "--preset", "translate", "--source", "cat"}, 2), "no recurrent layers");
  expect_has(error_of({"recurrence", "--model", model(), "--source", "()", "--unit", "6"}, 2),
             "there is no unit 6");
  expect_has(error_of({"recurrence", "--model", model(), "--source", "()", "--follow", "dept"}, 2), "depth");
}

nlohmann::json of_rnn(Arguments more) {
  Arguments arguments{"recurrence", "--preset", "rnn", "--set", "width=8", "--text", "the owl sat", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return nlohmann::json::parse(output_of(arguments));
}

TEST(RecurrencePreset, GradientsOfOneTargetReachNoLaterStep) {
  const nlohmann::json last = of_rnn({"--gradients"}), fourth = of_rnn({"--gradients", "--loss-of", "3"});
  EXPECT_EQ(last["target"], 9);
  EXPECT_GT(last["gradients"][0]["hidden"][9], 0);
  EXPECT_EQ(fourth["target"], 3);
  EXPECT_GT(fourth["gradients"][0]["hidden"][3], 0);
  EXPECT_EQ(fourth["gradients"][0]["hidden"][4], 0);
  EXPECT_EQ(of_rnn({"--gradients", "--loss-of", "all"})["target"], nullptr);
}

TEST(RecurrencePreset, ComparesCellsOfOneSize) {
  const nlohmann::json json = of_rnn({"--compare", "--train", "2"});
  ASSERT_EQ(json["compared"].size(), 3u);
  EXPECT_EQ(json["compared"][0]["cell"], "rnn_tanh");
  EXPECT_EQ(json["compared"][1]["step"], 2);
  EXPECT_EQ(json["compared"][2]["gradients"][0]["hidden"].size(), 11u);
  const std::string text =
      output_of({"recurrence", "--preset", "gru", "--set", "width=8", "--text", "the owl sat", "--gradients",
                 "--eigenvalues", "--compare", "--follow", "vowel"});
  for (const char* what : {"GRU, 8 units per layer; pattern: many-to-many (aligned)", "loss of the text ",
                           "recurrent layer 0  (recurrent.layers.0)", "mean r", "‖z_t⊙h_{t−1}‖",
                           "rise with “vowels”", "of the target at position 9", "spectral radius",
                           "in cells of the same size, untrained", "RNN: ", "LSTM: "})
    expect_has(text, what);
}

}  // namespace
}  // namespace attnlab::testing
