// Every position scheme has words, the makers for its place in the model, and its own page.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <set>

#include "app/feature/features.h"
#include "app/features/positions/choice.h"
#include "app/features/positions/view_frame.h"
#include "app/features/positions/view_pages.h"
#include "app/figure/offscreen.h"
#include "app/figure/svg.h"
#include "app/views/common/hover.h"
#include "app/views/common/views.h"
#include "app/widgets/base/glossary.h"
#include "tests/app/drawn_panel.h"
#include "tests/app/traced.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"

namespace attnlab {
namespace {

TEST(PositionSchemes, HaveWords) {
  std::set<std::string_view> names;
  for (const PositionScheme& scheme : position_schemes()) {
    EXPECT_TRUE(names.insert(scheme.name).second) << scheme.name;
    for (const std::string_view words : {scheme.title, scheme.heading, scheme.sentence})
      EXPECT_FALSE(words.empty()) << scheme.name;
    EXPECT_NE(find_term(scheme.term), nullptr) << scheme.name;
    EXPECT_EQ(&position_scheme(scheme.name), &scheme);
  }
}

TEST(PositionSchemes, MakeWhatTheirPlaceNeeds) {
  for (const PositionScheme& scheme : position_schemes()) {
    EXPECT_EQ(scheme.input != nullptr, scheme.where == PositionScheme::Where::Input) << scheme.name;
    EXPECT_EQ(scheme.rotations != nullptr, scheme.where == PositionScheme::Where::Queries) << scheme.name;
    EXPECT_EQ(scheme.score_bias != nullptr, scheme.where == PositionScheme::Where::Scores) << scheme.name;
    EXPECT_EQ(positioned_sites(scheme.where).empty(), !scheme.encodes_positions()) << scheme.name;
  }
}

TEST(PositionSchemes, AnUnknownNameIsRefused) {
  const std::string error = testing::error_text<std::invalid_argument>([] { position_scheme("rotray"); });
  EXPECT_TRUE(error.starts_with("there is no position scheme rotray; did you mean rotary")) << error;
}

TEST(PositionPages, ThereIsOneOfEachScheme) {
  for (const PositionScheme& scheme : position_schemes()) {
    if (!scheme.encodes_positions()) continue;
    const PositionPage& page = position_page(scheme);
    EXPECT_EQ(page.scheme, scheme.name);
    EXPECT_TRUE(page.formula) << scheme.name;
    EXPECT_FALSE(page.row.empty() || page.map_title.empty()) << scheme.name;
    EXPECT_TRUE(page.width && page.table && page.draw_similarity) << scheme.name;
    EXPECT_NE(page.angle == nullptr, page.origin == nullptr) << scheme.name;
    EXPECT_EQ(page.angle == nullptr, page.is_sine == nullptr) << scheme.name;
  }
  for (const PositionPage& page : position_pages())
    EXPECT_TRUE(position_scheme(page.scheme).encodes_positions());
}

TEST(PositionPages, ASchemeWithoutOneIsRefused) {
  const PositionScheme strange{.name = "strange", .title = {}, .heading = {}, .sentence = {}, .term = {}};
  EXPECT_EQ(testing::error_text<std::invalid_argument>([&] { position_page(strange); }),
            "the Positions view does not have a page for strange");
}

/// The stage of a model with so many heads, where head 10 is selected, as text.
std::string drawn_with(const std::string& positions, Index heads) {
  Preset preset = find_preset("induction");
  for (const std::string& option : {"model.positions=" + positions, "model.heads=" + std::to_string(heads),
                                    "model.width=" + std::to_string(4 * heads)})
    set_option(preset, option);
  FrameMemory memory;
  ViewModel model;
  model.trace = traced(preset, "", "abcab");
  model.state.view = &positions::kFeature;
  model.state.selection.head = 10;
  model.figure = true;
  model.memory = &memory;
  const Drawn drawn = draw_offscreen(
      [&] {
        begin_hover({-FLT_MAX, -FLT_MAX});
        draw_stage(model, [](const Command&) {});
      },
      {.width = 1400, .height = 1000, .paint = false});
  return svg(drawn.figure, {drawn.area, 0, ""});
}

TEST(PositionPages, SayHowManyOfTheHeadsAreDrawn) {
  for (const char* positions : {"alibi", "relative_bias"}) {
    testing::expect_has(drawn_with(positions, 12), "8 of 12 heads");
    EXPECT_EQ(drawn_with(positions, 8).find("of 8 heads"), std::string::npos) << positions;
  }
  testing::expect_has(drawn_with("alibi", 12), "m of head 10");
}

/// Whatever the window's width: beside the heading, below it, or smaller.
TEST(PositionPages, ShowTheirWholeFormula) {
  FrameMemory memory;
  ViewModel model;
  model.trace = traced("induction", "", "abcab");
  model.state.view = &positions::kFeature;
  model.memory = &memory;
  for (const PositionPage& page : position_pages())
    for (const float width : {1400.f, 700.f, 450.f, 300.f}) {
      model.state.choices.of<PositionsChoice>().kind = page.scheme;
      std::optional<TargetPlace> formula;
      testing::drawn_panel({width, 900}, 3, [&] {
        formula = find_target_place("positions.formula");  // of the frame before
        begin_hover({-FLT_MAX, -FLT_MAX});
        draw_stage(model, [](const Command&) {});
      });
      ASSERT_TRUE(formula) << page.scheme;
      EXPECT_GE(formula->all.x0, formula->clip.x0) << page.scheme << " in " << width;
      EXPECT_LE(formula->all.x1, formula->clip.x1) << page.scheme << " in " << width;
    }
}

TEST(PositionPages, DrawTheChosenHead) {
  EXPECT_EQ(drawn_heads(3, 1), (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(drawn_heads(12, 6), (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(drawn_heads(12, 10), (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 10}));
  EXPECT_EQ(drawn_heads(12, 20), (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7})) << "of another model";
}

TEST(PositionPages, CanBeChosen) {
  Choices choices;
  const Fields fields = choice_fields(choices, positions::kFeature);
  const std::vector<Choice>& kinds = fields.front().choices;
  ASSERT_EQ(kinds.size(), position_pages().size() + 1);
  EXPECT_EQ(kinds.front().name, "model");
  for (const PositionPage& page : position_pages())
    EXPECT_NE(std::ranges::find(kinds, page.scheme, &Choice::name), kinds.end()) << page.scheme;
}

}  // namespace
}  // namespace attnlab
