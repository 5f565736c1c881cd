// attention-lab attend: typed numbers and examples, step by step, in every form.
#include <set>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

TEST(Attend, TheCatWithItsOperandsAndItsNote) {
  const std::string text = output_of({"attend", "--example", "cat"});
  expect_has(text, "A published version of this example prints the scores 0.72, −0.53, 1.02");
  expect_has(text, "score scaled_dot: s = q·k/√d_k\nmask none\n");
  expect_has(text,
             "cat, The: 0.5000×0.7000 + (−0.3000)×(−0.2000) + 0.8000×0.4000 + 0.1000×0.3000 = 0.7600\n");
  expect_has(text, "Scaled scores\n        The      cat     sat\ncat  0.3800  −0.2550  0.5300\n");
  expect_has(text, "Scores − max\n");
  expect_has(text, "Attention weights A\n        The     cat     sat\ncat  0.3715  0.1969  0.4316\n");
  const std::string brief = output_of({"attend", "--example", "cat", "--no-operands", "--digits", "2"});
  EXPECT_EQ(brief.find("×0.70"), std::string::npos);
  expect_has(brief, "cat  0.37  0.20  0.43\n");
}

TEST(Attend, OptionsChangeTheNumbers) {
  const std::string plain = output_of({"attend", "--example", "cat", "--no-scale", "--no-operands"});
  expect_has(plain, "score dot: s = q·k\n");
  EXPECT_EQ(plain.find("Scaled scores"), std::string::npos);
  EXPECT_EQ(plain.find("published"), std::string::npos) << "these are other numbers";
  const std::string hard =
      output_of({"attend", "--example", "lookup", "--beta", "500", "--mask", "0111", "--no-operands"});
  expect_has(hard, "β 500\nmask 0111\n");
  expect_has(hard, "Output Z\n                       d 0\n30° east of north  20.0000\n");
  expect_has(output_of({"attend", "--example", "order", "--score", "additive"}),
             "Hidden values of the pairs, query dog");
}

TEST(Attend, JsonHasEveryStepAndTheDerivations) {
  const auto json = nlohmann::json::parse(output_of({"attend", "--example", "cat", "--json"}));
  EXPECT_EQ(json["score"], "scaled_dot");
  EXPECT_EQ(json["d_k"], 4);
  std::set<std::string> names;
  for (const auto& table : json["tables"]) names.insert(table["name"]);
  EXPECT_EQ(names, (std::set<std::string>{"query", "key", "value", "scores", "scaled", "softmax.shifted",
                                          "softmax.exp", "softmax.sum", "weights", "output"}));
  for (const auto& table : json["tables"])
    if (table["name"] == "weights") {
      EXPECT_NEAR(table["values"][0][2].get<double>(), 0.4316, 5e-5);
      EXPECT_EQ(table["cells"][2]["cell"], "hand.weights[0,0,2]");
      EXPECT_EQ(table["columns"][2], "sat");
    }
}

TEST(Attend, NumbersAreWrittenAndReadBack) {
  const TempFolder folder;
  for (const std::string format : {"json", "csv"}) {
    const std::string file = (folder / ("numbers." + format)).string();
    write_bytes(file, output_of({"attend", "--example", "lookup", "--numbers", format}));
    EXPECT_EQ(output_of({"attend", "--file", file, "--csv"}),
              output_of({"attend", "--example", "lookup", "--csv"}));
  }
  expect_has(output_of({"attend", "--example", "lookup", "--csv"}), "Queries of length 1,d 0,d 1\n");
  expect_has(output_of({"attend", "--example", "lookup", "--latex"}), "\\begin{bmatrix}");
}

TEST(Attend, TheWidthsAreATableOfVariancesAndEntropies) {
  const std::vector<std::string> lines = lines_of(output_of({"attend", "--widths", "--seed", "3"}));
  ASSERT_EQ(lines.size(), 19u);
  expect_has(lines[0], "d_k");
  expect_has(lines.back(), "512");
  const auto json = nlohmann::json::parse(output_of({"attend", "--widths", "--seed", "3", "--json"}));
  const auto& last = json.back();
  EXPECT_EQ(last["d_k"], 512);
  EXPECT_NEAR(last["plain"]["variance"].get<double>(), 512, 60);
  EXPECT_NEAR(last["scaled"]["variance"].get<double>(), 1, 0.12);
  EXPECT_LT(last["plain"]["entropy_bits"], last["scaled"]["entropy_bits"]);
}

TEST(Attend, SaysWhatIsWrong) {
  expect_has(error_of({"attend"}, 2), "--file FILE or --example NAME");
  expect_has(error_of({"attend", "--example", "cats"}, 2), "there is no example cats; did you mean cat");
  expect_has(error_of({"attend", "--example", "cat", "--score", "cosin"}, 2), "did you mean cosine");
  expect_has(error_of({"attend", "--example", "cat", "--mask", "10/01"}, 2), "the mask is 2 × 2");
  expect_has(error_of({"attend", "--example", "cat", "--beta", "2"}, 2), "--beta is for the score cosine");
  expect_has(error_of({"attend", "--example", "lookup", "--no-scale"}, 2),
             "--no-scale is for the score scaled_dot");
  expect_has(error_of({"attend", "--example", "cat", "--json", "--csv"}, 2), "--csv");
  const TempFolder folder;
  write_bytes(folder / "ragged.csv", "queries\n1,2\nkeys\n1,2\n3\nvalues\n1\n2\n");
  expect_has(error_of({"attend", "--file", (folder / "ragged.csv").string()}, 1),
             "ragged.csv': keys: row 2 has 1 numbers, but row 1 has 2");
  expect_has(error_of({"attend", "--file", (folder / "none.json").string()}, 1), "none.json");
  expect_has(error_of({"attend", "--file", (folder / "ragged.txt").string()}, 2), ".json or .csv");
}

}  // namespace
}  // namespace attnlab::testing
