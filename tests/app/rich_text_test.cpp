// Rich text: where its lines break, how its blocks lie, and which links are pressed.
#include "app/widgets/rich_text/rich_text.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "app/lessons/prose.h"
#include "app/theme/fonts.h"
#include "app/widgets/rich_text/rich_layout.h"
#include "app/widgets/rich_text/rich_lines.h"
#include "tests/app/drawn_panel.h"

namespace attnlab {
namespace {

/// A word of this width that a line may begin with, or one that hangs at the word before.
RichPiece word(float width) { return {.text = "w", .width = width, .space = 4, .breaks = true}; }
RichPiece hanging(float width) { return {.text = ".", .width = width}; }

std::vector<std::size_t> lengths(const std::vector<RichLine>& lines) {
  std::vector<std::size_t> all;
  for (const RichLine& line : lines) all.push_back(line.end - line.first);
  return all;
}
using Lengths = std::vector<std::size_t>;

TEST(RichLines, TakeWhatFits) {
  const std::vector<RichPiece> words(5, word(20));
  EXPECT_EQ(lengths(break_pieces(words, 1000)), Lengths{5});
  EXPECT_EQ(lengths(break_pieces(words, 68)), (Lengths{3, 2})) << "20 + 4 + 20 + 4 + 20";
  EXPECT_EQ(lengths(break_pieces(words, 67)), (Lengths{2, 2, 1}));
  EXPECT_FLOAT_EQ(break_pieces(words, 68).front().width, 68) << "no space before the first";
  EXPECT_TRUE(break_pieces({}, 68).empty());
}

TEST(RichLines, KeepTogetherWhatHangsTogether) {
  const std::vector<RichPiece> pieces{word(20), word(20), hanging(6), word(20)};
  EXPECT_EQ(lengths(break_pieces(pieces, 50)), (Lengths{3, 1}));
  EXPECT_EQ(lengths(break_pieces(pieces, 49)), (Lengths{1, 2, 1})) << "the full stop takes its word along";
  EXPECT_EQ(lengths(break_pieces(pieces, 30)), (Lengths{1, 2, 1}));
  EXPECT_EQ(lengths(break_pieces({word(40), hanging(40)}, 50)), (Lengths{1, 1})) << "but not beyond the line";
}

TEST(RichLines, EndWhereTheTextSays) {
  RichPiece second = word(20);
  second.newline = true;
  EXPECT_EQ(lengths(break_pieces({word(20), second, word(20)}, 1000)), (Lengths{1, 2}));
}

TEST(RichLines, AreAsHighAsTheirHighestPiece) {
  RichPiece high = word(20), low = word(20);
  high.ascent = 30, high.descent = 2;
  low.ascent = 10, low.descent = 9;
  const auto lines = break_pieces({high, low}, 1000);
  EXPECT_FLOAT_EQ(lines.at(0).ascent, 30);
  EXPECT_FLOAT_EQ(lines.at(0).descent, 9);
}

struct RichText : ::testing::Test {
  RichText() { build_fonts(atlas, 1); }
  ImFontAtlas atlas;
};

std::string text_of(const std::vector<RichPiece>& pieces) {
  return std::accumulate(
      pieces.begin(), pieces.end(), std::string(),
      [](std::string all, const RichPiece& p) { return all + (p.space > 0 ? " " : "") + p.text; });
}

TEST_F(RichText, LosesNoLetterAndBreaksWithinNoNumber) {
  const Spans spans{{.text = "The loss is "},
                    {.text = "0.125", .strong = true},
                    {.text = ", after 1,501 steps of "},
                    {.text = "decoder.layers.0.scores", .code = true},
                    {.text = "."}};
  const std::string whole = "The loss is 0.125, after 1,501 steps of decoder.layers.0.scores.";
  for (float width = 90; width < 500; width += 7) {
    const std::vector<RichPiece> pieces = rich_pieces(spans, width);
    EXPECT_EQ(text_of(pieces), whole) << width;
    for (const RichLine& line : break_pieces(pieces, width)) {
      EXPECT_LE(line.width, width) << width;
      for (const char* part : {"501", "125", ",", "."})
        EXPECT_NE(pieces[line.first].text, part) << "a line begins with it at " << width;
    }
  }
}

TEST_F(RichText, CutsAWordThatIsWiderThanTheLine) {
  const std::vector<RichPiece> pieces = rich_pieces({{.text = std::string(200, 'm')}}, 100);
  EXPECT_GT(pieces.size(), 5u);
  for (const RichPiece& piece : pieces) EXPECT_LE(piece.width, 100);
}

TEST_F(RichText, BreaksAnywhereInScriptsWithoutSpaces) {
  const std::vector<RichPiece> pieces = rich_pieces({{.text = "注意力机制"}}, 1000);
  EXPECT_EQ(pieces.size(), 5u);
  EXPECT_TRUE(pieces.back().breaks);
}

TEST_F(RichText, FormulasStandInLinesAndWhatIsNoneIsText) {
  EXPECT_NE(rich_pieces({{.text = "√D", .formula = true}}, 400).at(0).formula, nullptr);
  const auto none = rich_pieces({{.text = "no formula § at all", .formula = true}}, 400);
  EXPECT_EQ(none.size(), 5u);
  EXPECT_EQ(none.at(0).formula, nullptr);
}

const char* const kText = R"(Before the list, a **strong** word.

1. first
2. second
   - inner

| a | b |
|---|---|
| left | right, with so many words that they need several lines in a narrow column |

> a quote

> teacher: a note

```text
code
```
)";

TEST_F(RichText, BlocksLieBelowEachOther) {
  const std::vector<Prose> blocks = read_prose(kText);
  for (const float width : {150.0f, 360.0f, 900.0f}) {
    const RichLayout layout = lay_out_rich_text(blocks, width);
    ASSERT_EQ(layout.blocks.size(), blocks.size());
    float bottom = -1;
    for (const RichBlock& block : layout.blocks) {
      EXPECT_GT(block.box.min.y, bottom);
      EXPECT_GT(block.box.height(), 0);
      bottom = block.box.max.y;
      for (const RichRun& run : block.runs)
        for (const RichLine& line : run.lines) EXPECT_LE(run.at.x + line.width, width + 1) << width;
    }
    EXPECT_FLOAT_EQ(layout.height, bottom);
    EXPECT_FLOAT_EQ(rich_text_height(blocks, width), bottom);
  }
  EXPECT_GT(rich_text_height(blocks, 150), rich_text_height(blocks, 900));
}

TEST_F(RichText, AnInnerListIsIndentedMore) {
  const std::vector<Prose> blocks = read_prose(kText);
  const RichLayout layout = lay_out_rich_text(blocks, 400);
  std::vector<float> lefts;
  for (const RichBlock& block : layout.blocks)
    if (block.prose->kind == Prose::Kind::Item) lefts.push_back(block.runs.front().at.x);
  ASSERT_EQ(lefts.size(), 3u);
  EXPECT_EQ(lefts[0], lefts[1]);
  EXPECT_GT(lefts[2], lefts[1]);
}

TEST_F(RichText, CellsOfARowBeginAtOneHeight) {
  const std::vector<Prose> table{read_prose(kText).at(4)};
  ASSERT_EQ(table.at(0).kind, Prose::Kind::Table);
  const RichLayout layout = lay_out_rich_text(table, 220);
  const std::vector<RichRun>& cells = layout.blocks.at(0).runs;
  ASSERT_EQ(cells.size(), 4u);
  EXPECT_EQ(cells[2].at.y, cells[3].at.y);
  EXPECT_GT(cells[3].lines.size(), 1u);
  EXPECT_GT(cells[3].at.x, cells[2].at.x + cells[2].lines.at(0).width);
}

TEST(DrawnRichText, CutsNothing) {
  const std::vector<Prose> blocks = read_prose(kText);
  for (const float width : {240.0f, 400.0f}) {
    const testing::DrawnPanel panel =
        testing::drawn_panel({width, 900}, 3, [&] { rich_text("text", blocks, {.target = "t"}); });
    EXPECT_TRUE(panel.cut.empty()) << *panel.cut.begin();
    testing::expect_texts_inside(panel, "rich text");
    EXPECT_TRUE(panel.has("strong"));
    EXPECT_TRUE(panel.has("For the teacher"));
  }
}

TEST(DrawnRichText, NamesItsLinksInTheirOrder) {
  const std::vector<Prose> blocks =
      read_prose("[one](term:one), [two](term:two), [out](https://example.org)");
  int links = 0;
  std::vector<bool> named;
  testing::drawn_panel({300, 200}, 3, [&] {
    named = {find_target("t.link.4").has_value(), find_target("t.link.5").has_value(),
             find_target("t.link.6").has_value()};
    links = rich_text(
                "text", blocks,
                {.target = "t",
                 .first_link = 4,
                 .words =
                     [](const std::string& link) { return LinkWords{.pressed = link.starts_with("term:")}; }})
                .links;
  });
  EXPECT_EQ(links, 3);
  EXPECT_EQ(named, (std::vector<bool>{true, true, false})) << "an address is not pressed";
}

}  // namespace
}  // namespace attnlab
