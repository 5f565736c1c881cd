// The view Contributions: which logit is asked for, what is selected in it, and where its parts open.
#include <gtest/gtest.h>

#include "app/features/contributions/choice.h"
#include "app/features/contributions/view_graph_layout.h"
#include "app/figure/save.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct ContributionsView : LabTest {
  void show(const std::string& preset, const std::string& text) {
    open(preset);
    say_and_settle("view contributions");
    say_and_settle((has_source(lab->view().format) ? "text.source " : "text.target ") + text);
  }
  const Contributions& all() const { return *lab->view().analyses->of<Contributions>(); }
  std::string figure() const {
    const testing::TempFolder folder;
    const std::string file = (folder / "figure.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file);
  }
};

TEST_F(ContributionsView, PositionsAndWordsAreChosen) {
  show("characters", "the owl");
  say_and_settle("contributions.position 3");
  EXPECT_EQ(all().of.position, 3);
  EXPECT_EQ(ask("contributions.word"), "o") << "the right word";
  say_and_settle("contributions.next");
  EXPECT_EQ(all().of.position, 4);
  EXPECT_EQ(ask("query"), "4");
  say_and_settle("choose contributions.word e");
  say_and_settle("choose contributions.against a");
  EXPECT_EQ(ask("contributions.word"), "e - a");
  EXPECT_EQ(ask("contributions.logit"), ask("contributions.sum"));
  say_and_settle("choose contributions.word nothing-like-this");
  EXPECT_EQ(all().of.word, right_word(*lab->view().trace, 4)) << "a word that is unknown counts as none";
  say_and_settle("history.back");
  EXPECT_EQ(ask("contributions.word"), "e - a");
}

TEST_F(ContributionsView, PartsAreSelectedAndOpen) {
  show("characters", "the owl");
  say_and_settle("contributions.position 3");
  say_and_settle("contributions.select decoder.layers.1.self_attention.context 2");
  EXPECT_EQ(ask("layer"), "1");
  EXPECT_EQ(ask("head"), "2");
  EXPECT_EQ(all().of.position, 3) << "the position stays";
  const ContributionPart* part = looked_at_part(lab->view().state, *lab->view().trace, all());
  ASSERT_TRUE(part);
  EXPECT_EQ(part_title(*part), "layer 1 · head 2");
  say_and_settle("contributions.open");
  EXPECT_EQ(ask("view"), "heads");
  EXPECT_EQ(ask("head"), "2");
  say_and_settle("view contributions");
  say_and_settle("contributions.select decoder.layers.0.feed_forward.output");
  EXPECT_EQ(part_title(*looked_at_part(lab->view().state, *lab->view().trace, all())),
            "layer 0 · feed-forward");
  say_and_settle("contributions.open");
  EXPECT_EQ(ask("view"), "steps");
  EXPECT_EQ(ask("cell"), "decoder.layers.0.feed_forward.output[0,3,0]");
}

TEST_F(ContributionsView, FiguresHaveTheSumInNumbers) {
  show("translate", "the cat sleeps");
  say_and_settle("select.attention cross 1 2");
  const std::string sum = figure();
  for (const char* what : {"computed logit", "layer 1 · cross-attention head 2", "product", "left out"})
    expect_has(sum, what);
  say_and_settle("choose contributions.part graph");
  expect_has(figure(), "contributions of at least");
}

TEST_F(ContributionsView, EditsTakePart) {
  show("characters", "the owl");
  say_and_settle("contributions.position 3");
  say_and_settle("edit zero decoder.layers.1.self_attention#2");
  EXPECT_EQ(ask("contributions.part decoder.layers.1.self_attention.context 2"), "0.000");
  EXPECT_EQ(ask("contributions.logit"), ask("contributions.sum"));
}

TEST_F(ContributionsView, TheCourseHasTheSameLogitAtKeptSteps) {
  show("reverse", "hello");
  say_and_settle("train.step 6");
  EXPECT_EQ(ask("contributions.steps"), "none") << "nobody looks";
  say_and_settle("choose contributions.part training");
  EXPECT_EQ(ask("contributions.steps"), ask("timeline.kept"));
  const ContributionCourse course = *lab->view().analyses->of<ContributionCourse>();
  ASSERT_GE(course.steps.size(), 2u);
  EXPECT_EQ(course.of, all().of);
  EXPECT_EQ(course.steps.front().step, 0);
  for (const AtStep<Contributions>& at : course.steps) {
    EXPECT_EQ(at.value->of, all().of);
    EXPECT_NEAR(at.value->sum(), at.value->logit, 1e-3);
  }
  EXPECT_NE(course.steps.front().value->logit, course.steps.back().value->logit);
  EXPECT_NEAR(course.steps.back().value->logit, all().logit, 1e-4) << "the newest is on screen";
  expect_has(figure(), "stored steps");
  say_and_settle("timeline.to 0");
  EXPECT_EQ(lab->view().analyses->of<ContributionCourse>()->of.word, all().of.word) << "the right word";
  say_and_settle("contributions.position 1");
  EXPECT_EQ(lab->view().analyses->of<ContributionCourse>()->of.position, 1);
}

TEST_F(ContributionsView, ClassesHaveOnePosition) {
  open("sentiment");
  say_and_settle("view contributions");
  EXPECT_EQ(all().of.position, 0);
  EXPECT_EQ(ask("contributions.logit"), ask("contributions.sum"));
  expect_has(refusal("contributions.position 1"), "is not from 0 to 0");
}

TEST(ContributionsGraph, RowsAreSublayersFromTheInputUp) {
  Contributions all;
  const auto add = [&](ContributionPart::Kind kind, const Place& place, Index head) {
    all.parts.push_back({.kind = kind, .place = place, .tensor = "", .head = head});
  };
  const Place layer = attention_place(AttentionKind::DecoderSelf, 0);
  add(ContributionPart::Kind::Embedding, {}, -1);
  add(ContributionPart::Kind::Positions, {}, -1);
  add(ContributionPart::Kind::Head, layer, 0);
  add(ContributionPart::Kind::Head, layer, 1);
  add(ContributionPart::Kind::NormBias, {}, -1);
  const std::vector<GraphRow> rows = graph_rows(all);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].parts, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(rows[1].reader, &all.parts[2]);
  const GraphSizes sizes{.em = 10, .label = 40, .nodes = {70, 50, 50}, .tokens = 6};
  const GraphLayout layout(rows, sizes, {0, 0}, {900, 500});
  EXPECT_GT(layout.node(0, 0).min.y, layout.node(1, 0).max.y) << "the input is at the bottom";
  EXPECT_GT(layout.node(2, 0).min.y, layout.logit().max.y);
  EXPECT_LE(layout.node(1, 0).max.x, layout.node(1, 1).min.x);
  EXPECT_LT(layout.token(1, 5, false).x, layout.node(1, 0).min.x);
  const ImVec2 least = GraphLayout::least_size(rows, sizes);
  const ImVec2 fitting = GraphLayout(rows, sizes, {0, 0}, least).size(),
               narrow = GraphLayout(rows, sizes, {0, 0}, {least.x - 5, least.y - 5}).size();
  EXPECT_NEAR(fitting.x, least.x, 0.01);
  EXPECT_NEAR(fitting.y, least.y, 0.01);
  EXPECT_NEAR(narrow.x, least.x, 0.01) << "the drawing gets no smaller";
  EXPECT_NEAR(narrow.y, least.y, 0.01);
}

TEST(ContributionsGraph, TokensWiderThanTheirColumnsAreTurned) {
  Contributions all;
  all.parts.push_back({.kind = ContributionPart::Kind::Embedding, .place = {}, .tensor = ""});
  const std::vector<GraphRow> rows = graph_rows(all);
  const GraphSizes sizes{.em = 10, .label = 40, .nodes = {70}, .tokens = 20, .word = 30};
  const auto expect_apart = [&](float width, bool upwards, Index step) {
    const GraphLayout layout(rows, sizes, {0, 0}, {width, 200});
    EXPECT_EQ(layout.tokens_upwards(), upwards) << width;
    EXPECT_EQ(layout.token_step(), step) << width;
    const Box first = layout.token_label(0, false), next = layout.token_label(step, false);
    EXPECT_LE(first.max.x, next.min.x + 0.01f) << width;
    EXPECT_GE(upwards ? first.height() : first.width(), sizes.word) << width;
    EXPECT_GE(first.min.y, layout.row_box(0).max.y) << width;
    EXPECT_LE(first.max.y, layout.size().y) << width;
  };
  expect_apart(900, false, 1);
  expect_apart(500, true, 1);
  expect_apart(100, true, 2);
}

}  // namespace
}  // namespace attnlab
