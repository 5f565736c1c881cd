// Hover shared by all views: the tokens under the pointer, as rows and columns of other maps.
#include "app/views/common/hover.h"

#include <gtest/gtest.h>

#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

Selection head_of(AttentionKind attention) {
  Selection s;
  s.attention = attention;
  return s;
}

struct Hover : ::testing::Test {
  WidgetContext context;
  const WidgetsInUse in_use{context};
};

/// Draws a frame with these grids, then hovers with the pointer at (5, 5).
void draw_then_point(std::initializer_list<HoverGrid> grids) {
  begin_hover({-1, -1});
  for (const HoverGrid& grid : grids) hover_grid(grid);
  begin_hover({5, 5});
}

const Box kHere{{0, 0}, {10, 10}};

TEST_F(Hover, ATokenIsARowWhereItAsksAndAColumnWhereItIsOnlyLookedAt) {
  draw_then_point({{.box = kHere, .query_source = true, .first_query = 2}});
  EXPECT_TRUE(hovered().on({true, 2}));
  EXPECT_FALSE(hovered().on({false, 2}));
  EXPECT_EQ(hovered_tokens(head_of(AttentionKind::EncoderSelf)), (Cell{2, -1}));
  EXPECT_EQ(hovered_tokens(head_of(AttentionKind::Cross)), (Cell{-1, 2}));
  EXPECT_EQ(hovered_tokens(head_of(AttentionKind::DecoderSelf)), (Cell{-1, -1}));
}

TEST_F(Hover, ACellIsTheTokensOfItsRowAndColumn) {
  draw_then_point({attention_grid({{0, 0}, {20, 10}}, head_of(AttentionKind::Cross), 1, 4)});
  EXPECT_EQ(hovered_tokens(head_of(AttentionKind::Cross)), (Cell{0, 1}));
  EXPECT_EQ(hovered_tokens(head_of(AttentionKind::EncoderSelf)), (Cell{-1, 1}))
      << "a key of the cross-attention is one of the encoder's too";
  EXPECT_TRUE(hovered().on({true, 1}));
  EXPECT_TRUE(hovered().on({false, 0}));
}

TEST_F(Hover, AZoomedGridIsLookedUpInTheWhole) {
  // Ten rows and ten columns of 10 pixels; those from 4 on are visible.
  HoverGrid grid = attention_grid(kHere, head_of(AttentionKind::Cross), 10, 10);
  grid.whole = {{-40, -70}, {60, 30}};
  draw_then_point({grid});
  EXPECT_EQ(hovered_tokens(head_of(AttentionKind::Cross)), (Cell{7, 4}));
}

TEST_F(Hover, WhatWasDrawnLastLiesOnTopAndGoesWithItsFrame) {
  draw_then_point({{.box = kHere, .query_source = true, .first_query = 1},
                   {.box = kHere, .query_source = false, .first_query = 7}});
  EXPECT_TRUE(hovered().on({false, 7}));
  EXPECT_FALSE(hovered().on({true, 1}));
  begin_hover({5, 5});
  EXPECT_EQ(hovered().query.position, -1);
}

}  // namespace
}  // namespace attnlab
