// Tables of operands and of softmax: every number is whole in a panel of any width, and the panel scrolls.
#include "app/widgets/product/operand_table.h"

#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/widgets/product/operand_layout.h"
#include "app/widgets/product/softmax_table.h"
#include "tests/app/drawn_panel.h"

namespace attnlab {
namespace {

using testing::drawn_panel;
using testing::DrawnPanel;
using testing::expect_texts_inside;

/// The least, the standard and the largest width of an inspector, in pixels at the usual size of text.
constexpr float kPanels[] = {200, 280, 352, 432};

std::vector<OperandTerm> some_terms(double scale) {
  std::vector<OperandTerm> terms;
  for (int i = 0; i < 20; ++i)
    terms.push_back({i == 3 ? "the longest token of all" : "c " + std::to_string(i),
                     scale * std::sin(1.0 + i) * 12, std::cos(2.0 * i)});
  return terms;
}

DrawnPanel drawn_terms(const std::vector<OperandTerm>& terms, OperandTableOptions o, float width,
                       int digits) {
  for (const OperandTerm& term : terms) o.result += o.single ? term.left : term.product();
  return drawn_panel({width, 300}, digits, [&] { operand_table("terms", terms, o); });
}

TEST(OperandColumns, StandSideBySideWhereTheyFit) {
  for (const float em : {12.0f, 16.0f, 40.0f})
    for (float room = 10 * em; room < 40 * em; room += em / 2)
      for (const float name : {em, 3 * em, 12 * em}) {
        const OperandWidths w{name, 3 * em, 4 * em, 3.5f * em};
        if (!operands_fit(w, room, em)) continue;
        const OperandColumns c = operand_columns(w, room, em);
        EXPECT_LE(c.product, room + 0.01f);
        EXPECT_LE(c.bar_end, room + 0.01f);
        EXPECT_GE(c.right - c.left, w.right - 0.01f);
        if (c.two_lines) {
          EXPECT_GE(c.left, w.left - 0.01f);
          EXPECT_LE(c.bar_end, c.product - w.product + 0.01f);
          EXPECT_LE(c.index, c.bar);
        } else {
          EXPECT_GE(c.left - c.index, w.left - 0.01f);
          EXPECT_GE(c.product - c.right, w.product - 0.01f);
          EXPECT_GE(c.bar, c.product);
        }
      }
}

TEST(OperandColumns, GiveUpBarsThenTheOneLine) {
  const float em = 16;
  const OperandWidths w{3 * em, 4 * em, 4 * em, 4 * em};
  const OperandColumns wide = operand_columns(w, 26 * em, em), bare = operand_columns(w, 18.5f * em, em),
                       narrow = operand_columns(w, 12 * em, em);
  EXPECT_GT(wide.bar_end, wide.bar);
  EXPECT_FALSE(bare.two_lines);
  EXPECT_EQ(bare.bar_end, bare.bar);
  EXPECT_EQ(bare.index, w.index);
  EXPECT_TRUE(narrow.two_lines);
  EXPECT_FALSE(operands_fit(w, 8 * em, em));
  const OperandColumns sum = operand_columns({3 * em, 4 * em, 0, 0}, 12 * em, em);
  EXPECT_FALSE(sum.two_lines);
  EXPECT_EQ(sum.product, sum.left);
}

TEST(OperandTable, NumbersAndHeadingsAreWhole) {
  for (const double scale : {1.0, 1e-4, 1e3})
    for (const float width : kPanels)
      for (const int digits : {2, 3, 7}) {
        const std::string what =
            std::to_string(scale) + " " + std::to_string(width) + " " + std::to_string(digits);
        const OperandTableOptions o{
            .left_name = "gradient", .right_name = "weight", .others = 4, .rest = 0.5};
        const DrawnPanel panel = drawn_terms(some_terms(scale), o, width, digits);
        EXPECT_TRUE(panel.cut.empty()) << what << ": " << *panel.cut.begin();
        EXPECT_EQ(panel.scrolling_within, 0) << what;
        EXPECT_TRUE(panel.has("gradient") && panel.has("weight") && panel.has("product")) << what;
        expect_texts_inside(panel, what);
      }
}

/// At the window's usual size, numbers have all the decimals that were asked for.
TEST(OperandTable, AStandardPanelShowsTheProgramsPrecision) {
  const std::vector<OperandTerm> terms = {
      {"“the”", 0.123456, -0.654321}, {"“black”", -0.5, 0.25}, {"c", 0.1, 0.2}};
  const DrawnPanel panel = drawn_terms(terms, {.left_name = "query", .right_name = "key"}, 352, 3);
  EXPECT_TRUE(panel.has(format_fixed(0.123456, 3)));
  EXPECT_TRUE(panel.has(format_fixed(-0.654321, 3)));
  EXPECT_TRUE(panel.has(format_fixed(-0.125, 3)));
}

TEST(SoftmaxTable, NumbersAreWhole) {
  std::vector<float> scores;
  std::vector<std::string> names;
  for (int i = 0; i < 12; ++i) {
    scores.push_back(i == 4 ? -std::numeric_limits<float>::infinity()
                            : -23.5f + 3.7f * static_cast<float>(i));
    names.push_back(i == 5 ? "a very long token" : "t" + std::to_string(i));
  }
  for (const float width : kPanels)
    for (const int digits : {2, 3, 7}) {
      const std::string what = std::to_string(width) + " " + std::to_string(digits);
      const DrawnPanel panel = drawn_panel({width, 200}, digits, [&] {
        SoftmaxTableOptions o;
        o.name = [&](int row) { return names[static_cast<std::size_t>(row)]; };
        softmax_table("softmax", scores, o);
      });
      EXPECT_TRUE(panel.cut.empty()) << what << ": " << *panel.cut.begin();
      EXPECT_EQ(panel.scrolling_within, 0) << what;
      EXPECT_TRUE(panel.has("score") && panel.has("÷ sum") && panel.has("−∞") && panel.has("max, sum"))
          << what;
      expect_texts_inside(panel, what);
    }
}

}  // namespace
}  // namespace attnlab
