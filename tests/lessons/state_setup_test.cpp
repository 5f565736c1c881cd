// The commands of a state, said in one Lab and applied in another, give the same state and the same weights.
#include <algorithm>
#include <utility>

#include "app/script/random_input.h"
#include "app/state/lab/lesson_commands.h"
#include "app/state/setup/said_choices.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"
#include "tests/trace/preset_traces.h"

namespace attnlab::testing {
namespace {

std::vector<std::string> texts_of(const Commands& commands) {
  std::vector<std::string> lines;
  for (const Command& command : commands) lines.push_back(command.text());
  return lines;
}

std::string text_of(const Commands& commands) {
  std::string all;
  for (const std::string& line : texts_of(commands)) all += line + "\n";
  return all;
}

struct StateSetup : LabTest {
  Commands said() const { return lab->sharing().commands_of_state(std::nullopt); }
  std::string unsaid() const {
    return error_text<std::invalid_argument>([&] { said(); });
  }
  void say_all(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) say_and_settle(line);
  }
};

/// A Lab in which nothing is open, or where something else is on screen.
struct FreshLab : LabTest {
  void TestBody() override {}
  void take(const Commands& commands) {
    for (const Command& command : commands) {
      lab->apply_or_throw(parse_command(command.text()));
      settle();
    }
  }
};

Limits limits_of(const ViewModel& view) {
  Limits limits;
  limits.config = &view.trace->config();
  limits.has_attention = !attentions_of(*limits.config).empty();
  return limits;
}

/// Both Labs show the same.
void expect_same(const Lab& there, const Lab& here) {
  ViewModel a = there.view(), b = here.view();
  ASSERT_TRUE(a.trace && b.trace);
  EXPECT_EQ(a.trace_error, b.trace_error);
  const SnapshotPtr other = std::exchange(a.state.comparison.weights, nullptr),
                    again = std::exchange(b.state.comparison.weights, nullptr);
  EXPECT_TRUE(other ? again && again->step == other->step && again->weights == other->weights : !again);
  EXPECT_TRUE(chosen_of(a.state, limits_of(a)) == chosen_of(b.state, limits_of(b)));
  EXPECT_EQ(a.trace->step(), b.trace->step());
  EXPECT_TRUE(a.trace->snapshot()->weights == b.trace->snapshot()->weights);
  EXPECT_EQ(there.sharing().line().weights, here.sharing().line().weights);
  EXPECT_TRUE(a.screen.looks == b.screen.looks);
  EXPECT_EQ(a.preset, b.preset);
  EXPECT_EQ(text_of(there.sharing().commands_of_state(std::nullopt)),
            text_of(here.sharing().commands_of_state(std::nullopt)));
}

/// Said in `there`, the state comes back in a fresh Lab, and in one that shows something else.
void expect_said(const Lab& there) {
  const Commands commands = there.sharing().commands_of_state(std::nullopt);
  SCOPED_TRACE(text_of(commands));
  for (const Command& command : commands) EXPECT_NO_THROW(check_command(command, Lesson{}));
  FreshLab here;
  here.take(commands);
  expect_same(there, *here.lab);
  for (const char* elsewhere : {"view cost", "choose generation.seed 77", "choose heads.sorted toggle"})
    here.say_and_settle(elsewhere);
  here.take(commands);
  expect_same(there, *here.lab);
  EXPECT_EQ(here.ask("runs"), "1");
}

struct StateOfPreset : StateSetup, ::testing::WithParamInterface<std::string> {};

/// Whether a random command is one that chooses something which another window can choose as well.
bool is_tried(const Command& command) {
  constexpr std::string_view kNot[] = {"models.run", "weight",  "train.set", "train.rate",
                                       "pad.line",   "pad.dot", "pad.draw",  "pad.clear"};
  const bool chooses = std::ranges::any_of(Dispatcher::commands(), [&](const CommandInfo& info) {
    return info.verb == command.verb && info.undo != Undo::None;
  });
  if (!chooses || !is_for_lessons(command.verb) || std::ranges::find(kNot, command.verb) != std::end(kNot))
    return false;
  // These train other models in the background, or measure for long.
  constexpr std::string_view kCostly[] = {"norms.experiment", "alignment.experiment", "recurrence.compare",
                                          "recurrence.steps", "cost.measurement",     "landscape"};
  return command.arguments.empty() || std::ranges::find(kCostly, command.arguments[0]) == std::end(kCostly);
}

TEST_P(StateOfPreset, IsSaidByItsCommands) {
  open(GetParam());
  say_and_settle("train.to 2");
  std::string done;
  for (const std::uint64_t seed : {7U, 8U}) {
    RandomInputs inputs(seed);
    for (int made = 0; made < 15;) {
      const RandomInput input = inputs.next(lab->tensor_names());
      if (input.kind != RandomInput::Kind::Command || !is_tried(parse_command(input.command))) continue;
      if (!refusal(input.command).empty()) continue;
      settle();
      done += input.command + "\n";
      ++made;
    }
    SCOPED_TRACE(done);
    ASSERT_EQ(unsaid(), "no error");
    expect_said(*lab);
  }
}

INSTANTIATE_TEST_SUITE_P(Chosen, StateOfPreset, ::testing::ValuesIn(chosen_presets()),
                         [](const auto& preset) { return test_name(preset.param); });
INSTANTIATE_TEST_SUITE_P(Every, StateOfPreset, ::testing::ValuesIn(other_presets()),
                         [](const auto& preset) { return test_name(preset.param); });

TEST_F(StateSetup, IsTheLinesOfALesson) {
  open("translate");
  say_all({"train.to 3", "text.source the black cat", "text.target le chat noir", "view heads",
           "choose heads.average on", "select.attention cross 0 2", "select.query 2",
           "edit zero decoder.layers.1.self_attention#0", "side before"});
  EXPECT_EQ(lab->sharing().setup(),
            "```setup\nrun.of translate seed=1\nstate.reset\ntrain.to 3\n"
            "text.source the black cat\ntext.target le chat noir\nview heads\nchoose heads.average on\n"
            "select.attention cross 0 2\nselect.query 2\nside before\n"
            "edit zero decoder.layers.1.self_attention#0\n```\n");
  expect_said(*lab);
}

TEST_F(StateSetup, AFreshRunNeedsThreeLines) {
  open("reverse");
  EXPECT_EQ(text_of(said()), "run.of reverse seed=1\nstate.reset\ntrain.to 0\n");
}

TEST_F(StateSetup, OptionsAndSeedOfTheRunAreSaid) {
  say_all(
      {"run.of reverse width=48 heads=4 seed=9 task.max_length=6 model.dropout=0.25 learning_rate=0.003"});
  say_and_settle("train.to 2");
  expect_said(*lab);
  say_and_settle("train.reset 11");
  expect_has(text_of(said()), "run.of reverse seed=11 ");
  expect_said(*lab);
}

TEST_F(StateSetup, APastStepIsTheStepTrainedTo) {
  open("reverse");
  say_all({"train.to 4", "timeline.to 2"});
  expect_has(text_of(said()), "train.to 2\n");
  expect_said(*lab);
}

TEST_F(StateSetup, WeightsComparedWithAreThoseOfAStep) {
  open("reverse");
  say_all({"train.to 2", "compare.weights", "train.to 5", "side change"});
  expect_has(text_of(said()), "train.to 2\ncompare.weights\ntrain.to 5\n");
  expect_said(*lab);
}

TEST_F(StateSetup, NumbersByHandAreSaid) {
  open("reverse");
  say_all({"view hand", "hand.random 5", "hand.size queries=3 keys=2 features=3", "hand.score cosine",
           "hand.beta 2.5", "hand.score additive", "hand.cell q 2 1 0.1", "hand.names keys a \"b c\"",
           "hand.see 0 1 off", "hand.select k 1 2", "hand.step next"});
  expect_said(*lab);
  say_all({"hand.inspect.here hand.query 0,0,0", "view steps"});
  expect_said(*lab);
}

TEST_F(StateSetup, AnInspectedNumberBesideTheStageIsSaid) {
  open("reverse");
  say_all({"select.stage scores", "inspect.here decoder.embedding 0,1,3"});
  expect_has(text_of(said()), "inspect.here decoder.embedding 0,1,3\n");
  expect_said(*lab);
}

TEST_F(StateSetup, ZoomedMatricesAreSaid) {
  open("reverse");
  say_all({"matrix.look stage.result 4 0.25 2 0.3333 6 6"});
  expect_said(*lab);
}

TEST_F(StateSetup, WhatNoCommandMakesAnewSaysSo) {
  const TempFolder folder;
  open("reverse");
  say_all({"train.to 2", "model.save " + (folder / "saved").string()});
  say_all({"train.set batch 8", "train.step"});
  expect_has(unsaid(), "commands cannot recreate this run: it was changed at step 2 (batch");
  say_and_settle("model.load " + (folder / "saved").string());
  EXPECT_EQ(
      unsaid(),
      "commands cannot recreate this run: it was opened from a file; save the run instead, and send its "
      "folder");
  say_and_settle("branch");
  expect_has(unsaid(), "it was opened from a file");  // and so is what comes of it
  open("reverse");
  say_and_settle("weight source.embedding.weight[0,0]=1");
  expect_has(unsaid(), "it was changed at step 0 (weights changed)");
  write_bytes(folder / "own.txt", std::string(3000, 'a') + " bcd efg");
  say_and_settle("open " + (folder / "own.txt").string());
  expect_has(unsaid(), "it trains on your own text");
  expect_has(refusal("state.copy"), "it trains on your own text");
  expect_has(refusal("setup.copy"), "it trains on your own text");
}

TEST_F(StateSetup, WhatNoCommandChoosesSaysSo) {
  open("digits");
  say_and_settle("pad.line 1 white 2 2 8 8");
  EXPECT_EQ(unsaid(), "commands cannot restore a part of this state: your own picture");
  open("reverse");
  say_all({"run.of sort", "run.show 2", "models.run 3"});
  EXPECT_EQ(unsaid(), "commands cannot restore a part of this state: the other run of the view Two models");
  say_and_settle("view steps");
  expect_said(*lab);
}

TEST_F(StateSetup, ResetKeepsTheStepAndIsUndone) {
  open("reverse");
  say_all({"train.to 3", "timeline.to 1", "view norms", "text.source cab", "state.reset"});
  EXPECT_EQ(ask("view"), "steps");
  EXPECT_EQ(ask("rewound"), "1");
  EXPECT_NE(ask("source"), "cab");
  say_all({"undo", "history.back"});
  EXPECT_EQ(ask("view"), "norms");
  EXPECT_EQ(ask("source"), "cab");
}

/// Every part is said by one of these changes, so that a part that no longer says its own is seen.
TEST_F(StateSetup, EachPartHasItsCommands) {
  open("reverse");
  const AppState before = lab->view().state;
  EXPECT_EQ(std::ranges::count(state_parts(), std::string_view("the edits"), &StatePart::name), 1);
  for (const StatePart* part : state_parts()) {
    Commands none;
    part->say({before, before, limits_of(lab->view())}, none);
    EXPECT_TRUE(none.empty()) << part->name << " says something where nothing is changed";
  }
}

}  // namespace
}  // namespace attnlab::testing
