// Formulas are set as printers set them. Letters here are boxes: half an em wide, 0.7 high.
#include "app/widgets/formula/formula_layout.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attnlab {
namespace {

using namespace math;

class Boxes : public FormulaMetrics {
 public:
  Extent measure(std::string_view text, Slant, float size) const override {
    std::size_t letters = 0;
    for (char c : text) letters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return {0.5f * size * static_cast<float>(letters), 0.7f * size, 0.1f * size};
  }
  float axis(float size) const override { return 0.3f * size; }
  float em(float size) const override { return size; }
};

FormulaLayout set(const Formula& f, float wrap = 0) { return layout_formula(f, Boxes(), 100, wrap); }

const FormulaItem& item(const FormulaLayout& layout, std::string_view text) {
  const auto found = std::find_if(layout.items.begin(), layout.items.end(),
                                  [&](const FormulaItem& i) { return i.text == text; });
  EXPECT_NE(found, layout.items.end()) << text;
  return *found;
}

TEST(Formula, RelationsStandApartFromVariables) {
  const FormulaLayout tight = set(row({var("a"), var("b")})), wide = set(row({var("a"), rel(), var("b")}));
  EXPECT_LT(item(tight, "b").x - 50, 6);
  EXPECT_GT(item(wide, "=").x - 50, 20);
}

TEST(Formula, ASignAtTheStartBelongsToItsNumber) {
  const FormulaLayout unary = set(row({op("−"), var("x")})), binary = set(row({var("a"), op("−"), var("x")}));
  const float unary_gap = item(unary, "x").x - (item(unary, "−").x + 50);
  const float binary_gap = item(binary, "x").x - (item(binary, "−").x + 50);
  EXPECT_LT(unary_gap, 10);
  EXPECT_GT(binary_gap, 15);
}

TEST(Formula, ScriptsAreSmallerAndShifted) {
  const FormulaLayout l = set(subsup(var("x"), var("i"), var("n")));
  EXPECT_LT(item(l, "i").size, 75);
  EXPECT_GT(item(l, "i").y, 0);
  EXPECT_LT(item(l, "n").y, 0);
  EXPECT_GE(item(l, "i").x, 45);
  EXPECT_GE(item(l, "n").x, 50);
}

TEST(Formula, FractionIsCentredOnTheAxis) {
  const FormulaLayout l = set(frac(text("1"), var("abc")));
  const auto rule = std::find_if(l.items.begin(), l.items.end(),
                                 [](const FormulaItem& i) { return i.kind == FormulaItem::Kind::Rule; });
  ASSERT_NE(rule, l.items.end());
  EXPECT_NEAR(rule->y + rule->height / 2, -30, 1);
  EXPECT_LT(item(l, "1").y, rule->y);
  EXPECT_GT(item(l, "abc").top, rule->y + rule->height);
  const FormulaItem& one = item(l, "1");
  EXPECT_NEAR(one.x + one.width / 2, rule->x + rule->width / 2, 0.5f);
  EXPECT_GE(rule->width, item(l, "abc").width);
}

TEST(Formula, RootCoversItsInside) {
  const FormulaLayout l = set(math::sqrt(sub(var("d"), "k")));
  const auto root = std::find_if(l.items.begin(), l.items.end(),
                                 [](const FormulaItem& i) { return i.kind == FormulaItem::Kind::Root; });
  ASSERT_NE(root, l.items.end());
  EXPECT_LT(root->y, item(l, "d").top);
  EXPECT_GT(root->y + root->height, item(l, "k").top + item(l, "k").height);
  EXPECT_GE(root->x + root->width, item(l, "k").x + item(l, "k").width);
}

TEST(Formula, FencesGrowAndStaySymmetricAboutTheAxis) {
  const auto tallest = [](const FormulaLayout& l) {
    float height = 0;
    for (const FormulaItem& i : l.items) {
      if (i.kind != FormulaItem::Kind::FenceOpen) continue;
      height = i.height;
      EXPECT_NEAR(i.y + i.height / 2, -30, 0.5f);
    }
    return height;
  };
  EXPECT_GT(tallest(set(paren(frac(var("a"), var("b"))))), 1.4f * tallest(set(paren(var("a")))));
}

TEST(Formula, SumHasItsLimitsAboveAndBelow) {
  const FormulaLayout l = set(sum(row({var("d"), rel(), number("1")}), var("D"), var("x")));
  const auto sign = std::find_if(l.items.begin(), l.items.end(),
                                 [](const FormulaItem& i) { return i.kind == FormulaItem::Kind::Sum; });
  ASSERT_NE(sign, l.items.end());
  EXPECT_LT(item(l, "D").y, sign->y);
  EXPECT_GT(item(l, "d").top, sign->y + sign->height);
  EXPECT_GT(item(l, "x").x, sign->x + sign->width);
}

TEST(Formula, BoundsHoldEverything) {
  const Formula f =
      row({text("softmax"),
           paren(frac(row({var("Q"), sup(var("K"), text("T"))}), math::sqrt(sub(var("d"), "k")))), var("V")});
  const FormulaLayout l = set(f);
  for (const FormulaItem& i : l.items) {
    EXPECT_GE(i.x, 0);
    EXPECT_LE(i.x + i.width, l.width + 0.01f) << i.text;
    EXPECT_GE(i.top, -l.ascent - 0.01f) << i.text;
    EXPECT_LE(i.top + i.height, l.descent + 0.01f) << i.text;
  }
}

TEST(Formula, WrapsBeforeSumsAndNotInProducts) {
  std::vector<Formula> parts{var("s"), rel()};
  for (int i = 0; i < 6; ++i) {
    if (i > 0) parts.push_back(op("+"));
    parts.insert(parts.end(), {number("0.50"), op("×"), number("0.70")});
  }
  const FormulaLayout l = set(row(parts), 1300);
  EXPECT_LE(l.width, 1300);
  float line = 0;
  int lines = 1;
  for (const FormulaItem& i : l.items) {
    if (i.y <= line) continue;
    line = i.y;
    ++lines;
    EXPECT_EQ(i.text, "+");
  }
  EXPECT_GE(lines, 3);
}

TEST(Formula, LinesAlignAtTheirRelations) {
  const FormulaLayout l =
      set(lines({row({var("abc"), rel("="), var("x")}), row({var("z"), rel("←"), var("y")})}));
  EXPECT_NEAR(item(l, "=").x, item(l, "←").x, 0.5f);
  EXPECT_GT(item(l, "←").y, item(l, "=").y);
}

TEST(Formula, SymbolsKeepIdAndRole) {
  const FormulaLayout l = set(row({var("Q", Role::Query, "query"), var("K", Role::Key)}));
  EXPECT_EQ(item(l, "Q").id, "query");
  EXPECT_EQ(item(l, "Q").role, Role::Query);
  EXPECT_EQ(item(l, "K").id, "K");
  EXPECT_TRUE(set(nullptr).items.empty());
}

}  // namespace
}  // namespace attnlab
