// The cursor of a sheet, the cells that are chosen, and how numbers stand in cells.
#include <gtest/gtest.h>

#include "app/figure/offscreen.h"
#include "app/widgets/sheet/sheet_parts.h"

namespace attnlab {
namespace {

/// A sheet of two rows and three columns.
struct SheetTest : ::testing::Test {
  SheetOptions options{.selected = {{0, 1}, {1, 2}}};
  std::vector<double> numbers = {1, 2, 3, 4, 5, 6};
  SheetFrame frame{options, numbers, 2, 3, {}, 10, 10, 1};

  std::optional<SheetRange> moved(Cell from, int rows, int columns) {
    SheetResult result;
    move_sheet_cursor(frame, from, rows, columns, result);
    return result.selected;
  }
  SheetResult stepped(Cell from, int by) {
    SheetResult result;
    step_sheet_cursor(frame, from, by, result);
    return result;
  }
  static SheetRange one(int row, int col) { return {{row, col}, {row, col}}; }
};

TEST_F(SheetTest, ArrowsStayWithinTheCells) {
  EXPECT_EQ(moved({0, 1}, 1, 0), one(1, 1));
  EXPECT_EQ(moved({1, 1}, 1, 0), one(1, 1));
  EXPECT_EQ(moved({0, 0}, 0, -1), one(0, 0));
  EXPECT_EQ(moved({0, 1}, 0, 9), one(0, 2));
}

TEST_F(SheetTest, TabGoesRowByRowAndOutAtTheEnds) {
  EXPECT_EQ(stepped({0, 2}, 1).selected, one(1, 0));
  EXPECT_EQ(stepped({1, 0}, -1).selected, one(0, 2));
  EXPECT_EQ(stepped({1, 2}, 1).leaves, 1);
  EXPECT_EQ(stepped({0, 0}, -1).leaves, -1);
  EXPECT_FALSE(stepped({1, 2}, 1).selected.has_value());
  EXPECT_EQ(stepped({0, 0}, 1).leaves, 0);
}

TEST_F(SheetTest, ARectangleHoldsTheCellsBetweenItsCorners) {
  const SheetRange range{{1, 0}, {0, 1}};
  for (const Cell cell : {Cell{0, 0}, Cell{0, 1}, Cell{1, 0}, Cell{1, 1}}) EXPECT_TRUE(range.holds(cell));
  EXPECT_FALSE(range.holds({0, 2}));
  EXPECT_FALSE(SheetRange{}.holds({0, 0})) << "nothing is chosen";
}

TEST_F(SheetTest, ANumberIsWrittenInFullWhereItFits) {
  draw_offscreen(
      [] {
        const float wide = em() * 30, narrow = text_size(fonts().mono, "0.333").x + 1;
        EXPECT_EQ(sheet_text(-0.5, wide), "−0.5");
        EXPECT_EQ(sheet_text(1.0 / 3, wide), "0.3333333333333333");
        EXPECT_EQ(sheet_text(1.0 / 3, narrow), "0.333");
        EXPECT_EQ(sheet_text(0.25, narrow), "0.25");
      },
      {.width = 200, .height = 100, .paint = false});
}

}  // namespace
}  // namespace attnlab
