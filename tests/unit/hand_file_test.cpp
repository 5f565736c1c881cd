// Files of attention by hand: what is written is read back, and what is wrong is named.
#include "core/io/hand/hand_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/analysis/experiments/hand_examples.h"
#include "core/io/files/csv_lines.h"
#include "core/io/hand/hand_numbers.h"
#include "core/io/hand/hand_report.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::error_text;
using testing::expect_has;

constexpr const char* kSmall = R"({"queries": [[1, 2]], "keys": [[3, 4], [5, 6]], "values": [[7], [8]]})";

std::string json_refusal(const std::string& text) {
  return error_text<std::runtime_error>([&] { hand_from_json(text); });
}
std::string csv_refusal(const std::string& text) {
  return error_text<std::runtime_error>([&] { hand_from_csv(text); });
}
/// kSmall with one more member, or another one.
std::string with(const std::string& member) {
  return std::string(kSmall).substr(0, std::string(kSmall).size() - 1) + ", " + member + "}";
}

TEST(HandFile, EveryScoreAndExampleIsReadBack) {
  for (const HandExample& example : hand_examples())
    for (const ScoreKind& kind : score_kinds()) {
      SCOPED_TRACE(std::string(example.name) + " " + std::string(kind.name));
      HandAttention hand = example.make();
      hand.score = std::string(kind.name);
      hand.sharpness = kind.has_sharpness ? 2.5 : 1;
      hand.mask = "padding 1";
      EXPECT_EQ(hand_from_json(hand_to_json(hand).dump()), hand);
      EXPECT_EQ(hand_from_csv(hand_to_csv(hand)), hand);
    }
}

TEST(HandFile, NamesOfAnyKindAreReadBack) {
  HandAttention hand = hand_example("order").make();
  hand.query_names = {"a, b", "say \"no\"", "2"};
  hand.key_names = {"été", " blank ", "queries"};
  EXPECT_EQ(hand_from_json(hand_to_json(hand).dump()), hand);
  EXPECT_EQ(hand_from_csv(hand_to_csv(hand)), hand);
}

TEST(HandFile, OptionsHaveTheirUsualValues) {
  const HandAttention hand = hand_from_json(kSmall);
  EXPECT_EQ(hand.score, "scaled_dot");
  EXPECT_EQ(hand.mask, "none");
  EXPECT_EQ(hand.key.cells, (std::vector<double>{3, 4, 5, 6}));
  EXPECT_EQ(hand_from_csv("queries\n1,2\n\nkeys\r\n3,4,\r\n5,6\nvalues\n7\n8\n"), hand);
  EXPECT_EQ(hand_from_json(with(R"("score": "cosine", "beta": 3)")).sharpness, 3);
  EXPECT_EQ(hand_from_json(R"({"queries": [1, 2], "keys": [[3, 4]], "values": [5]})").query.rows, 1);
}

TEST(HandFile, WhatIsWrongWithJsonIsNamed) {
  EXPECT_EQ(json_refusal("[]"), "the file must contain a JSON object");
  expect_has(json_refusal("{\"queries\": [NaN]}"), "invalid JSON at byte 14: NaN is not a JSON number");
  expect_has(json_refusal("{\"queries\": [-Infinity]}"), ": Infinity is not a JSON number");
  expect_has(json_refusal("{\"queries\": [[1], ]}"), ": remove the comma before it");
  EXPECT_EQ(json_refusal(R"({"queries": [[1]], "keys": [[1]]})"), "values is missing");
  expect_has(json_refusal(with(R"("query": [[1]])")),
             "unknown name query; did you mean query_names, queries");
  expect_has(json_refusal(with(R"("score": "cosin")")), "there is no score cosin; did you mean cosine");
  EXPECT_EQ(json_refusal(with(R"("score": "general")")), "the score general needs W");
  EXPECT_EQ(json_refusal(with(R"("score": "additive", "W_q": [[1, 2]])")), "the score additive needs W_k");
  expect_has(json_refusal(with(R"("mask": "casual")")), "unknown mask casual");
  EXPECT_EQ(json_refusal(with(R"("beta": "1")")), "beta must be a number, but is '\"1\"'");
  EXPECT_EQ(json_refusal(R"({"queries": [[1, 2], [3]], "keys": [[1]], "values": [[1]]})"),
            "queries: row 2 has 1 numbers, but row 1 has 2");
  EXPECT_EQ(json_refusal(R"({"queries": [[1, null]]})"), "queries[0][1] must be a number, but is 'null'");
  EXPECT_EQ(json_refusal(R"({"queries": [[1, 2]], "keys": [[1]], "values": [[1]]})"),
            "keys is 1 × 1, but must be 1 × 2");
  EXPECT_EQ(json_refusal(R"({"queries": [], "keys": [[1]], "values": [[1]]})"),
            "queries does not contain any numbers");
  std::string rows = "[1]";
  for (int i = 0; i < 8; ++i) rows += ", [1]";
  EXPECT_EQ(json_refusal("{\"queries\": [" + rows + "], \"keys\": [[1]], \"values\": [[1]]}"),
            "queries has 9 rows, but may have at most 8");
  EXPECT_EQ(json_refusal(R"({"queries": [[1,1,1,1,1,1,1,1,1]], "keys": [[1]], "values": [[1]]})"),
            "queries has 9 columns, but may have at most 8");
  EXPECT_EQ(json_refusal(with(R"("key_names": ["a"])")),
            "the number of names of keys is 1, but must be 0 or 2");
  EXPECT_EQ(json_refusal(R"({"queries": [[1e9]], "keys": [[1]], "values": [[1]]})"),
            "a number is outside −1,000,000 to 1,000,000");
}

TEST(HandFile, WhatIsWrongWithCsvIsNamedWithItsLine) {
  EXPECT_EQ(csv_refusal("queries\n1,2\n1,x\n"), "line 3: 'x' is not a number");
  EXPECT_EQ(csv_refusal("queries\nnan\n"), "line 2: a number is outside −1,000,000 to 1,000,000");
  EXPECT_EQ(csv_refusal("queries\n1,nan\n"), "line 2: a number is outside −1,000,000 to 1,000,000");
  expect_has(csv_refusal("querys\n1,2\n"), "line 1: unknown name querys; did you mean queries");
  EXPECT_EQ(csv_refusal("queries\n1,2\n1\nkeys\n1,2\nvalues\n1\n"),
            "queries: row 2 has 1 numbers, but row 1 has 2");
  EXPECT_EQ(csv_refusal("queries\n\"1\n"), "line 2: a quoted field is not closed");
  EXPECT_EQ(csv_refusal("queries\n1\nkeys\na,1\nvalues\nb,1\n"), "keys and values have different names");
  EXPECT_EQ(csv_refusal("queries\n1\nkeys\n1\nvalues\n1\nscore,general\nW\na,1\n"),
            "the rows of W do not have names");
  EXPECT_EQ(csv_refusal(""), "queries is missing");
}

TEST(HandFile, ErrorsNameTheFile) {
  const testing::TempFolder folder;
  testing::write_bytes(folder / "numbers.json", "{");
  testing::write_bytes(folder / "numbers.csv", hand_to_csv(hand_example("cat").make()));
  EXPECT_EQ(read_hand_file(folder / "numbers.csv"), hand_example("cat").make());
  const auto refusal = [&](const char* name) {
    return error_text<std::exception>([&] { read_hand_file(folder / name); });
  };
  expect_has(refusal("numbers.json"), "numbers.json': invalid JSON");
  expect_has(refusal("none.csv"), "none.csv");
  expect_has(refusal("numbers.txt"), "must end in .json or .csv");
}

TEST(HandNumbers, AreReadAsPeopleTypeThem) {
  EXPECT_EQ(hand_number(" −0.5 "), -0.5);
  EXPECT_EQ(hand_number("+1e-3"), 0.001);
  EXPECT_EQ(hand_number(".25"), 0.25);
  for (const char* wrong : {"", "1,5", "1 2", "x", "1e", "--1", "0x10"})
    EXPECT_EQ(error_text<std::invalid_argument>([&] { hand_number(wrong); }),
              "'" + std::string(wrong) + "' is not a number");
  EXPECT_EQ(hand_number_text(-0.1), "-0.1");
}

TEST(HandNumbers, BlocksAreRowsOfCells) {
  using Block = std::vector<std::vector<double>>;
  const Block block{{1, -2.5}, {3, 4}};
  EXPECT_EQ(hand_block("1\t-2.5\n3\t4\n"), block);
  EXPECT_EQ(hand_block("1\t−2.5\r\n3\t4\r\n"), block);
  EXPECT_EQ(hand_block("1 -2.5; 3  4"), block);
  EXPECT_EQ(hand_block("1,-2.5;3,4"), block);
  EXPECT_EQ(hand_block(hand_block_text(block)), block);
  const auto refusal = [](const char* text) {
    return error_text<std::invalid_argument>([&] { hand_block(text); });
  };
  EXPECT_EQ(refusal("1\t2\n3"), "row 2 has 1 number, but row 1 has 2");
  EXPECT_EQ(refusal("1\t\t2"), "row 1: '' is not a number");
  EXPECT_EQ(refusal("1\n0,5\t1"), "row 2: '0,5' is not a number");
  EXPECT_EQ(refusal(" \n\n"), "the text to paste does not contain any numbers");
}

TEST(HandReport, HasEveryStepInEveryForm) {
  for (const ScoreKind& kind : score_kinds()) {
    SCOPED_TRACE(kind.name);
    HandAttention hand = hand_example("order").make();
    hand.score = std::string(kind.name);
    hand.mask = "causal";
    const TracePtr trace = hand_trace(hand);
    const std::string text = hand_text(hand, *trace, 4, Operands::Shown), csv = hand_tables_csv(*trace),
                      latex = hand_latex(*trace, 3), brief = hand_text(hand, *trace, 4, Operands::Hidden);
    const auto tables = hand_tables(*trace);
    const nlohmann::ordered_json json = hand_report_json(hand, *trace);
    ASSERT_EQ(json["tables"].size(), tables.size());
    std::size_t matrices = 0;
    for (std::size_t at = 0; (at = latex.find("\\begin{bmatrix}", at)) != std::string::npos; ++at) ++matrices;
    EXPECT_EQ(matrices, tables.size());
    for (std::size_t i = 0; i < tables.size(); ++i) {
      expect_has(text, "\n" + tables[i].title + "\n");
      expect_has(brief, "\n" + tables[i].title + "\n");
      expect_has(csv, csv_field(tables[i].title) + ",");
      EXPECT_EQ(tables[i].cells.size(), tables[i].rows.size() * tables[i].columns.size());
      EXPECT_EQ(json["tables"][i]["values"].size(), tables[i].rows.size());
      const bool computed = tables[i].tensor && tables[i].tensor->node->producer;
      EXPECT_EQ(json["tables"][i].contains("cells"), computed) << tables[i].name;
    }
    EXPECT_LT(brief.size(), text.size() / 2);
    expect_has(text, "score " + hand.score + ": " + std::string(kind.formula));
  }
}

TEST(HandReport, TheCatIsWrittenOutWithItsOperands) {
  const HandAttention hand = hand_example("cat").make();
  const TracePtr trace = hand_trace(hand);
  const std::string text = hand_text(hand, *trace, 2, Operands::Shown);
  expect_has(text, "cat, The: 0.50×0.70 + (−0.30)×(−0.20) + 0.80×0.40 + 0.10×0.30 = 0.76");
  expect_has(hand_text(hand, *trace, 4, Operands::Hidden), "cat  0.3715  0.1969  0.4316\n");
  expect_has(hand_tables_csv(*trace), "Scores S,The,cat,sat\ncat,0.7");
  expect_has(hand_latex(*trace, 2), "  S &= \\begin{bmatrix}\n    0.76 & -0.51 & 1.06 \\\\\n");
  const auto tables = hand_tables(*trace);
  const auto sums = std::ranges::find(tables, "softmax.sum", &HandTable::name);
  ASSERT_NE(sums, tables.end());
  EXPECT_NEAR(sums->cells[0], 0.53, 1e-6);
  EXPECT_NEAR(sums->cells[1], std::exp(-0.15) + std::exp(-0.785) + 1, 1e-6);
}

}  // namespace
}  // namespace attnlab
