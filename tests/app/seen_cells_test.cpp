// The visible part of a matrix: cells go to the screen and back, and nothing outside the matrix is visible.
#include "app/widgets/heat_map/seen_cells.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attnlab {
namespace {

const Box kSeenView{{100, 50}, {612, 306}};  // 512 × 256

CellsLook looking(float zoom, float x, float y) { return {{zoom, x, 0.5f}, {zoom, 0.5f, y}}; }

SeenCells cells(int rows, int cols, const CellsLook& look = {}) { return {rows, cols, kSeenView, look, {}}; }

/// Row and column under a pixel, found from the box of every cell.
Cell cell_at(const SeenCells& seen, int rows, int cols, ImVec2 pixel) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < cols; ++c)
      if (seen.box({r, c}).contains(pixel)) return {r, c};
  return {};
}

TEST(SeenCells, TheWholeFillsItsView) {
  const SeenCells seen = cells(16, 64);
  EXPECT_TRUE(seen.whole());
  EXPECT_FLOAT_EQ(seen.cell_width(), 8);
  EXPECT_FLOAT_EQ(seen.cell_height(), 16);
  EXPECT_EQ(seen.rows().first, 0);
  EXPECT_EQ(seen.rows().last, 15);
  EXPECT_EQ(seen.cols().count(), 64);
  EXPECT_EQ(seen.words(), "");
  EXPECT_EQ(seen.short_words(), "");
}

TEST(SeenCells, APartIsNamedByItsRowsAndColumns) {
  // Four times as large: 32 × 64 pixels per cell, so that 16 columns and 4 rows have room.
  const SeenCells seen = cells(16, 64, looking(4, 0.5f, 0.5f));
  EXPECT_FLOAT_EQ(seen.cell_width(), 32);
  EXPECT_FLOAT_EQ(seen.cell_height(), 64);
  EXPECT_EQ(seen.words(), "rows 6–9 of 16 · columns 24–39 of 64");
  EXPECT_EQ(seen.short_words(), "6–9 × 24–39");
  const SeenCells corner = cells(16, 64, looking(4, 0, 1));
  EXPECT_EQ(corner.short_words(), "12–15 × 0–15");
  const SeenCells one_axis = cells(16, 64, {{4, 0, 0.5f}, {}});
  EXPECT_EQ(one_axis.words(), "columns 0–15 of 64");
}

TEST(SeenCells, CellsThatAreSeenInPartCount) {
  // A quarter of a cell further to the right.
  const SeenCells seen = cells(16, 64, looking(4, 0.5f + 0.25f / 64, 0.5f));
  EXPECT_EQ(seen.cols().first, 24);
  EXPECT_EQ(seen.cols().last, 40);
}

TEST(SeenCells, CellsGrowToALegibleSizeAndNoFurther) {
  for (const int n : {1, 5, 64, 4096}) {
    const SeenCells seen = cells(n, n, looking(1e6f, 0.3f, 0.3f));
    const float whole = 512.0f / static_cast<float>(n);
    EXPECT_NEAR(seen.cell_width(), std::max(90.0f, 2 * whole), 0.1f) << n;
  }
  const SeenCells fixed(16, 64, kSeenView, looking(4, 0.5f, 0.5f), {.across = false});
  EXPECT_FLOAT_EQ(fixed.cell_width(), 8);
  EXPECT_FLOAT_EQ(fixed.cell_height(), 64);
}

TEST(SeenCells, ZoomKeepsTheCellUnderThePointer) {
  const ImVec2 pointer{350, 190};
  SeenCells seen = cells(32, 64);
  const Cell there = cell_at(seen, 32, 64, pointer);
  for (int i = 0; i < 12; ++i) {
    seen = cells(32, 64, seen.zoomed(1.2f, pointer));
    EXPECT_EQ(cell_at(seen, 32, 64, pointer), there) << i;
  }
  EXPECT_GT(seen.zoom(), 5);
  for (int i = 0; i < 30; ++i) seen = cells(32, 64, seen.zoomed(1 / 1.2f, pointer));
  EXPECT_TRUE(seen.whole());
  EXPECT_EQ(seen.look(), CellsLook{});
}

TEST(SeenCells, TheShorterSideGrowsFirstAndTheLongerShrinksFirst) {
  SeenCells seen = cells(8, 128);  // 4 × 32 pixels
  seen = cells(8, 128, seen.zoomed(4, kSeenView.centre()));
  EXPECT_FLOAT_EQ(seen.cell_width(), 16);
  EXPECT_FLOAT_EQ(seen.cell_height(), 32);
  seen = cells(8, 128, seen.zoomed(4, kSeenView.centre()));
  EXPECT_FLOAT_EQ(seen.cell_width(), 64);
  EXPECT_FLOAT_EQ(seen.cell_height(), 64);
  const SeenCells tall = cells(8, 128, looking(2, 0.5f, 0.5f));  // 8 × 64
  const SeenCells less = cells(8, 128, tall.zoomed(0.75f, kSeenView.centre()));
  EXPECT_FLOAT_EQ(less.cell_width(), 8);
  EXPECT_FLOAT_EQ(less.cell_height(), 48);
}

TEST(SeenCells, DraggingMovesWithThePointerUpToTheEdge) {
  const SeenCells seen = cells(64, 64, looking(8, 0.5f, 0.5f));
  const SeenCells moved = cells(64, 64, seen.dragged({-30, 12}));
  EXPECT_NEAR(moved.box({32, 32}).min.x, seen.box({32, 32}).min.x - 30, 0.05f);
  EXPECT_NEAR(moved.box({32, 32}).min.y, seen.box({32, 32}).min.y + 12, 0.05f);
  const SeenCells edge = cells(64, 64, seen.dragged({1e6f, -1e6f}));
  EXPECT_NEAR(edge.grid().min.x, kSeenView.min.x, 0.05f);
  EXPECT_NEAR(edge.grid().max.y, kSeenView.max.y, 0.05f);
}

TEST(SeenCells, ACellOutOfSightComesIntoSight) {
  for (const float from : {0.1f, 0.9f}) {
    const SeenCells seen = cells(64, 64, looking(8, from, from));
    for (const Cell cell : {Cell{0, 0}, {3, 60}, {63, 2}, {31, 33}}) {
      const SeenCells after = cells(64, 64, seen.showing(cell));
      EXPECT_TRUE(after.in_sight(cell)) << cell.row << "," << cell.col;
      EXPECT_GE(after.box(cell).min.x, kSeenView.min.x - 0.05f);
      EXPECT_LE(after.box(cell).max.y, kSeenView.max.y + 0.05f);
      EXPECT_EQ(after.zoom(), seen.zoom());
    }
  }
}

}  // namespace
}  // namespace attnlab
