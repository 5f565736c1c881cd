// Heat maps and products fit their space; tokens of any bytes are shown.
#include "app/widgets/product/layout.h"

#include <gtest/gtest.h>

#include "app/widgets/heat_map/heat_map_layout.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {
namespace {

HeatMapSpace space(int rows, int cols) {
  HeatMapSpace s;
  s.width = 600;
  s.height = 500;
  s.rows = rows;
  s.cols = cols;
  s.row_label = s.col_label = 40;
  s.title = s.legend = true;
  return s;
}

TEST(HeatMapPlan, FitsFromOneToFourThousandCells) {
  for (int n : {1, 2, 7, 32, 100, 512, 4096}) {
    const HeatMapPlan p = plan_heat_map(space(n, n));
    EXPECT_GT(p.cell_width, 0) << n;
    EXPECT_LE(p.total_width, 600) << n;
    EXPECT_LE(p.total_height, 500) << n;
    EXPECT_EQ(p.cell_width, p.cell_height) << n;
  }
}

TEST(HeatMapPlan, LabelsTurnAsCellsNarrow) {
  EXPECT_EQ(plan_heat_map(space(4, 4)).col_style, LabelStyle::Level);
  HeatMapSpace s = space(10, 16);
  EXPECT_EQ(plan_heat_map(s).col_style, LabelStyle::Staggered);
  s = space(20, 30);
  EXPECT_EQ(plan_heat_map(s).col_style, LabelStyle::Upwards);
  s.col_label = 0;
  EXPECT_EQ(plan_heat_map(s).col_style, LabelStyle::None);
}

TEST(HeatMapPlan, LongAxesAreThinned) {
  const HeatMapPlan p = plan_heat_map(space(512, 512));
  EXPECT_GE(static_cast<float>(p.row_step) * p.cell_height, 13);
  EXPECT_GE(static_cast<float>(p.col_step) * p.cell_width, 13);
  EXPECT_EQ(plan_heat_map(space(4, 4)).row_step, 1);
}

TEST(ProductPlan, GrowsIntoALargeRoom) {
  const ProductPlan usual = plan_product(7, 16, 7, 900, 500, 16, 2.4f),
                    large = plan_product(7, 16, 7, 2900, 1500, 16, 2.4f);
  EXPECT_LE(usual.cell_height, 3.2f * 16);
  EXPECT_GT(large.cell_height, 3.6f * 16);
  EXPECT_LE(7 * large.cell_height + 16 * large.inner_height, 1500);
  EXPECT_LE(7 * large.cell_width + 16 * large.inner_width, 2900);
}

TEST(HeatMapPlan, NarrowCellsLeaveRoomForALegend) {
  HeatMapSpace s = space(3, 2);
  s.cell_width = s.cell_height = 20;
  EXPECT_EQ(plan_heat_map(s).total_width, 15 * kLeastLegend);
  s.legend_room = 160;
  EXPECT_EQ(plan_heat_map(s).total_width, 160);
  s.legend = false;
  EXPECT_EQ(plan_heat_map(s).total_width, plan_heat_map(s).left + 40);
}

TEST(HeatMapPlan, FixedCellsAreKept) {
  HeatMapSpace s = space(50, 50);
  s.cell_width = 30;
  s.cell_height = 20;
  EXPECT_EQ(plan_heat_map(s).cell_width, 30);
  EXPECT_EQ(plan_heat_map(s).cell_height, 20);
}

TEST(HeatMapPlan, LargerCellsHaveMoreLabelsInTheSameSpace) {
  HeatMapSpace s = space(20, 30);
  const HeatMapPlan whole = plan_heat_map(s);
  ASSERT_EQ(whole.col_style, LabelStyle::Upwards);
  const HeatMapPlan twice = zoomed_labels(s, whole, 2 * whole.cell_width, 2 * whole.cell_height);
  EXPECT_EQ(twice.col_style, LabelStyle::Staggered);
  EXPECT_EQ(zoomed_labels(s, whole, 80, 80).col_style, LabelStyle::Level);
  EXPECT_EQ(twice.total_height, whole.total_height);
  s = space(512, 512);
  const HeatMapPlan crowded = plan_heat_map(s), less = zoomed_labels(s, crowded, 8, 8);
  EXPECT_LT(less.row_step, crowded.row_step);
  EXPECT_EQ(zoomed_labels(s, crowded, 60, 60).row_step, 1);
}

TEST(ProductPlan, FitsAndMeets) {
  for (const auto& [m, k, n] : {std::tuple{6, 8, 6}, {12, 64, 12}, {1, 16, 9}, {40, 32, 40}, {5, 512, 5}}) {
    const ProductPlan p = plan_product(m, k, n, 1000, 700, 16);
    EXPECT_LE(p.inner_width * static_cast<float>(k) + p.cell_width * static_cast<float>(n), 1000) << k;
    EXPECT_LE(p.inner_height * static_cast<float>(k) + p.cell_height * static_cast<float>(m), 700) << k;
    EXPECT_GT(p.inner_width, 0) << k;
    EXPECT_LE(p.inner_width, p.cell_width) << k;
  }
}

TEST(ProductPlan, AFewTokensBesideManyFeaturesKeepTheirNames) {
  const ProductPlan forward = plan_product(4, 64, 128, 800, 400, 16);
  EXPECT_GE(forward.cell_height, 16);
  EXPECT_LT(forward.cell_width, 10);
  const ProductPlan gradient = plan_product(64, 6, 128, 800, 400, 16);
  EXPECT_GE(gradient.inner_width, 16);
  EXPECT_LE(gradient.inner_width * 6 + gradient.cell_width * 128, 800);
  EXPECT_LE(gradient.inner_height * 6 + gradient.cell_height * 64, 400);
}

TEST(ProductPlan, LongInnerAxesLeaveTheResultLegible) {
  const ProductPlan p = plan_product(8, 32, 8, 1000, 700, 16);
  EXPECT_GE(p.cell_width, 34);
  EXPECT_LT(p.inner_width, p.cell_width);
}

TEST(TokenText, InvisibleCharactersAreShown) {
  EXPECT_EQ(display_token("cat"), "cat");
  EXPECT_EQ(display_token(" cat"), "␣cat");
  EXPECT_EQ(display_token("a b"), "a b");
  EXPECT_EQ(display_token("  "), "␣␣");
  EXPECT_EQ(display_token("\n"), "↵");
  EXPECT_EQ(display_token("\t"), "⇥");
  EXPECT_EQ(display_token(std::string_view("\a", 1)), "‹07›");
  EXPECT_EQ(display_token(""), "‹›");
  EXPECT_EQ(display_token("é∞"), "é∞");
  EXPECT_EQ(display_token("日本"), "日本");
  EXPECT_EQ(display_token("a😀"), "a‹1f600›");
}

TEST(TokenText, RareLettersHaveTheirCodePoints) {
  EXPECT_EQ(rare_code_points("日本"), "U+65E5 U+672C");
  EXPECT_EQ(rare_code_points("a😀"), "U+0061 U+1F600");
  EXPECT_EQ(rare_code_points("ש\xff"), "U+05E9 ‹ff›");
  for (const char* usual : {"", "the", "café", "Ω≥я“ᵀ", "\xff"}) EXPECT_EQ(rare_code_points(usual), "");
}

TEST(TokenText, BytesThatAreNotTextAreShownAsHex) {
  EXPECT_EQ(display_token("\xff"), "‹ff›");
  EXPECT_EQ(display_token("a\xc3"), "a‹c3›");
  EXPECT_EQ(display_token("\xe2\x82"), "‹e2›‹82›");
}

}  // namespace
}  // namespace attnlab
