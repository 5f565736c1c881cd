// Following a number takes the stage along, and the way back leads to where one was.
#include "app/state/trail.h"

#include <gtest/gtest.h>

#include "app/state/made_commands.h"
#include "app/state/walk/pass_walk.h"
#include "tests/app/commands_fixture.h"
#include "tests/app/traced.h"
#include "tests/trace/preset_traces.h"

namespace attnlab {
namespace {

CellName last_cell(const std::string& name, const Shape& shape) {
  CellName cell{name, {}};
  for (const Index size : shape.sizes()) cell.index.push_back(size - 1);
  return cell;
}

struct FollowedCell : CommandsTest {
  FollowedCell() {
    limits.trace = &translation();
    for (const char* line : {"select.attention cross 1 2", "select.stage scores", "select.cell 2 1"})
      say(line, limits);
  }
  const AppState& state() const { return dispatcher.state(); }
  void inspect(const CellName& cell) { dispatcher.apply(cell_command("inspect", cell), limits); }
  void back() { say("inspect.back", limits); }
  /// The number of the step on the stage; −1 for none.
  int step_on_stage() const {
    const auto at = walk_position(pass_walk(translation()), state());
    return at ? static_cast<int>(*at) : -1;
  }
  Limits limits = kTranslate;
};

TEST_F(FollowedCell, TakesTheStageAlongAndBackReturns) {
  const AppState before = state();
  const int scores = step_on_stage();
  const Derivation why = translation().explain(inspected_cell(before).tensor, inspected_cell(before).index);
  ASSERT_GT(why.operands().size(), 1u);
  for (const CellName& operand : why.operands()) {
    inspect(operand);
    EXPECT_EQ(inspected_cell(state()), operand);
    EXPECT_EQ(chosen_cell(state()), operand);
    EXPECT_TRUE(state().chosen.in_attention());
    EXPECT_EQ(step_on_stage(), static_cast<int>(*find_step(pass_walk(translation()), operand.tensor)));
    EXPECT_LT(step_on_stage(), scores);
    EXPECT_TRUE(stage_went_along(state()));
    back();
    EXPECT_TRUE(state() == before) << operand.text();
    EXPECT_EQ(step_on_stage(), scores);
  }
}

TEST_F(FollowedCell, LeadsFromPartToPartAndEachStepBack) {
  const std::vector<CellName> way = {{kCross + "query", {0, 2, 2, 5}},
                                     {"decoder.layers.1.attention_norm.output", {0, 2, 7}},
                                     {"decoder.layers.1.attention_norm.variance", {0, 2, 0}},
                                     {kCross + "query.weight", {37, 7}},
                                     {kCross + "query.bias.grad", {37}},
                                     {"loss.mean", {}}};
  std::vector<AppState> seen = {state()};
  for (const CellName& cell : way) {
    inspect(cell);
    EXPECT_EQ(chosen_cell(state()), cell);
    seen.push_back(state());
  }
  EXPECT_EQ(state().trail.size(), way.size());
  while (seen.size() > 1) {
    EXPECT_TRUE(state() == seen.back());
    seen.pop_back();
    back();
  }
  EXPECT_TRUE(state() == seen.front());
  back();
  EXPECT_TRUE(state() == seen.front()) << "there is no way back";
}

TEST_F(FollowedCell, AGradientThatThePassDoesNotHaveIsSeenByItsValue) {
  const CellName mask{kCross + "mask", {0, 2, 1}};
  ASSERT_TRUE(translation().at(mask.tensor).gradient.empty());
  inspect(gradient_name(mask));
  EXPECT_EQ(chosen_cell(state()), mask);
  EXPECT_EQ(inspected_cell(state()), gradient_name(mask));
  back();
  EXPECT_EQ(inspected_cell(state()).text(), kCross + "scores[0,2,2,1]");
}

TEST_F(FollowedCell, TheStageStaysWhereNoneShowsTheCell) {
  const CellName on_stage = chosen_cell(state());
  for (const CellName& cell : {CellName{kCross + "query", {0, 2, 99, 5}}, CellName{kCross + "query", {0, 2}},
                               CellName{"no.such", {0}}}) {
    inspect(cell);
    EXPECT_EQ(inspected_cell(state()), cell);
    EXPECT_EQ(chosen_cell(state()), on_stage);
    EXPECT_FALSE(stage_went_along(state()));
    back();
    EXPECT_EQ(inspected_cell(state()), on_stage);
  }
}

TEST_F(FollowedCell, AnOperandPressedOnTheStageLeavesTheStage) {
  const CellName on_stage = chosen_cell(state());
  say("inspect.here " + kCross + "query 0,2,2,5", limits);
  EXPECT_EQ(inspected_cell(state()).text(), kCross + "query[0,2,2,5]");
  EXPECT_EQ(chosen_cell(state()), on_stage);
  EXPECT_FALSE(stage_went_along(state()));
  inspect({kCross + "query.weight", {37, 7}});
  EXPECT_FALSE(state().aside);
  back();
  EXPECT_EQ(inspected_cell(state()).text(), kCross + "query[0,2,2,5]");
  EXPECT_EQ(chosen_cell(state()), on_stage);
  back();
  EXPECT_EQ(inspected_cell(state()), on_stage);
}

TEST_F(FollowedCell, ANewChoiceBeginsANewTrail) {
  for (const char* choice :
       {"select.query 1", "stage.next", "select.tensor source.embedding", "walk.to first"}) {
    inspect({kCross + "query", {0, 2, 2, 5}});
    ASSERT_FALSE(state().trail.empty());
    say(choice, limits);
    EXPECT_TRUE(state().trail.empty()) << choice;
    const AppState now = state();
    back();
    EXPECT_TRUE(state() == now) << choice;
  }
}

TEST_F(FollowedCell, IsAPlaceOfTheHistory) {
  const AppState before = state();
  inspect({kCross + "query", {0, 2, 2, 5}});
  const AppState after = state();
  say("history.back", limits);
  EXPECT_TRUE(state() == before);
  say("history.forward", limits);
  EXPECT_TRUE(state() == after);
  inspect(inspected_cell(state()));
  EXPECT_TRUE(state() == after) << "it is explained already";
}

TEST_F(FollowedCell, StopsAWalkThatPlays) {
  say("walk.play on", limits);
  inspect({kCross + "query", {0, 2, 2, 5}});
  EXPECT_EQ(dispatcher.screen().plays, nullptr);
}

class FollowedInPreset : public ::testing::TestWithParam<std::string> {};

/// The walk finds each computed tensor on the stage; weights and gradients are on the stage too.
TEST_P(FollowedInPreset, EveryCellComesOnTheStage) {
  const Preset preset = find_preset(GetParam());
  const TracePtr trace = testing::first_trace(preset);
  const PassWalk walk = pass_walk(*trace);
  Limits limits;
  limits.trace = trace.get();
  limits.heads = preset.model.heads;
  AppState start;
  if (preset.model.key_value_heads > 0)
    start.selection.heads_per_key = preset.model.heads / preset.model.key_value_heads;
  const auto follow = [&](const CellName& cell) {
    AppState state = start;
    follow_cell(state, cell, limits);
    EXPECT_EQ(chosen_cell(state).text(), cell.text());
    EXPECT_EQ(inspected_cell(state).text(), cell.text());
    return state;
  };
  for (const TraceTensor& tensor : trace->tensors()) {
    const CellName cell = last_cell(tensor.name, tensor.shape);
    const AppState state = follow(cell);
    if (!tensor.gradient.empty()) follow(gradient_name(cell));
    if (tensor.shape.rank() < 2) continue;
    const auto at = walk_position(walk, state);
    ASSERT_TRUE(at) << tensor.name;
    EXPECT_TRUE(walk.steps[*at].makes(tensor.name)) << tensor.name;
  }
  for (const TraceTensor& weight : trace->parameters()) follow(last_cell(weight.name, weight.shape));
}

INSTANTIATE_TEST_SUITE_P(Chosen, FollowedInPreset, ::testing::ValuesIn(testing::chosen_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });
INSTANTIATE_TEST_SUITE_P(Every, FollowedInPreset, ::testing::ValuesIn(testing::other_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });

TEST(Trail, HeadsThatShareTheirKeysStaySelected) {
  const Preset preset = find_preset("modern");
  const TracePtr trace = testing::first_trace(preset);
  Limits limits;
  limits.trace = trace.get();
  limits.heads = preset.model.heads;
  AppState state;
  state.selection.heads_per_key = 2;
  state.selection.head = 3;
  follow_cell(state, {"decoder.layers.1.self_attention.key", {0, 1, 2, 4}}, limits);
  EXPECT_EQ(state.selection.head, 3);
  EXPECT_EQ(state.selection.key, 2);
  follow_cell(state, {"decoder.layers.1.self_attention.key", {0, 0, 2, 4}}, limits);
  EXPECT_EQ(state.selection.head, 0);
}

}  // namespace
}  // namespace attnlab
