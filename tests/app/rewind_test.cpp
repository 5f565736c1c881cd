// Rewinding: a past step shows what it showed while it was the newest, bit for bit.
#include <algorithm>
#include <cstring>
#include <map>

#include "app/views/runs/past_steps.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

using Bits = std::map<std::string, std::vector<Real>>;

std::vector<Real> cells(std::span<const Real> values) { return {values.begin(), values.end()}; }

Bits bits_of(const Trace& trace) {
  Bits bits;
  for (const TraceTensor& tensor : trace.tensors()) {
    bits[tensor.name] = cells(tensor.value);
    bits[tensor.name + ".grad"] = cells(tensor.gradient);
  }
  return bits;
}

bool same(const Bits& a, const Bits& b) {
  if (a.size() != b.size()) return false;
  for (const auto& [name, values] : a) {
    const auto found = b.find(name);
    if (found == b.end() || found->second.size() != values.size()) return false;
    if (values.empty()) continue;  // memcmp takes no null pointer
    if (std::memcmp(values.data(), found->second.data(), values.size() * sizeof(Real)) != 0) return false;
  }
  return true;
}

struct Rewind : LabTest {
  Bits on_screen() const { return bits_of(*lab->view().trace); }
};

TEST_F(LabTest, WithoutAModelEveryActionOnOneIsRefused) {
  for (const char* line : {"train.play", "train.step", "train.example", "train.reset", "train.set batch 4",
                           "metrics.save x.csv", "experiment norm", "model.retrain", "model.save x"})
    EXPECT_FALSE(lab->apply(parse_command(line))) << line;
  EXPECT_EQ(refusal("train.play"), "there is nothing to train: open a preset or a text file");
  EXPECT_EQ(refusal("weight a.b[0]=1"), "no model is open yet, so there are no weights to change");
  EXPECT_EQ(refusal("run.show 1"), "there is no run 1");
  EXPECT_EQ(refusal("run.close 1"), "there is no run 1");
  EXPECT_EQ(ask("run"), "0");
  EXPECT_TRUE(lab->idle());
}

TEST_F(Rewind, ShowsEachKeptStepAsItWas) {
  open();
  std::map<Index, Bits> live;
  for (Index step = 0; step <= 40; step += 8) {
    if (step > 0) say_and_settle("train.step 8");
    ASSERT_EQ(ask("trace.step"), std::to_string(step));
    live[step] = on_screen();
  }
  EXPECT_FALSE(same(live[8], live[16]));
  for (Index step : {16, 0, 32, 8, 40}) {
    say_and_settle("timeline.to " + std::to_string(step));
    EXPECT_EQ(ask("trace.step"), std::to_string(step));
    EXPECT_TRUE(same(on_screen(), live[step])) << step;
  }
}

TEST_F(Rewind, LooksAtPastStepsWhileTheModelLearns) {
  open();
  say_and_settle("train.step 20");
  say_and_settle("timeline.to 10");
  const Bits before = on_screen();
  lab->apply(parse_command("train.toggle"));  // shows the newest step again
  say("timeline.to 10");
  settle();
  EXPECT_EQ(ask("playing"), "yes");
  EXPECT_TRUE(same(on_screen(), before));
  say("train.pause");
}

TEST_F(Rewind, ASentenceTypedInThePastIsTracedThere) {
  open();
  say_and_settle("train.step 30");
  say_and_settle("timeline.to 5");
  say_and_settle("text.source cab");
  EXPECT_EQ(ask("trace.step"), "5");
  EXPECT_EQ(ask("source_tokens"), "c a b <eos>");
}

TEST_F(Rewind, WeightsOfThePastCannotBeEdited) {
  open();
  say_and_settle("train.step 5");
  say_and_settle("timeline.to 2");
  const std::string parameter = lab->view().trace->parameters().front().name;
  EXPECT_NE(refusal("weight " + parameter + "[0,0]=1").find("past step"), std::string::npos);
}

TEST_F(Rewind, ABranchGoesOnAsTheRunDid) {
  open();
  say_and_settle("train.step 24");
  const Bits live = on_screen();
  say_and_settle("timeline.to 9");
  say("branch");
  settle();
  say("train.pause");
  settle();
  EXPECT_EQ(ask("run"), "2");
  EXPECT_EQ(ask("rewound"), "no");
  const Index done = std::stoll(ask("step"));
  if (done < 24) say_and_settle("train.step " + std::to_string(24 - done));
  say_and_settle("timeline.to 24");
  EXPECT_EQ(ask("trace.step"), "24");
  EXPECT_TRUE(same(on_screen(), live));
  say_and_settle("timeline.to 9");
  EXPECT_EQ(ask("trace.step"), "9") << "the past of a branch is that of its run";
}

TEST_F(Rewind, ABranchWithOtherSettingsGoesElsewhereAndTheRunStays) {
  open();
  say_and_settle("train.step 24");
  const Bits live = on_screen();
  say_and_settle("timeline.to 9");
  say_and_settle("branch learning_rate_factor=0.5 batch=4");
  say("train.pause");
  settle();
  EXPECT_EQ(ask("setting batch"), "4");
  EXPECT_EQ(ask("setting learning_rate_factor"), "0.5");
  const Index done = std::stoll(ask("step"));
  if (done < 24) say_and_settle("train.step " + std::to_string(24 - done));
  say_and_settle("timeline.to 24");
  EXPECT_FALSE(same(on_screen(), live));
  say_and_settle("run.show 1");
  EXPECT_EQ(ask("setting batch"), "32");
  EXPECT_TRUE(same(on_screen(), live));
}

TEST_F(Rewind, BadBranchesAreRefused) {
  open();
  say_and_settle("train.step 3");
  EXPECT_NE(refusal("branch batch=0"), "");
  EXPECT_NE(refusal("branch heads=3"), "");
  EXPECT_NE(refusal("branch seed=3"), "");
  EXPECT_NE(refusal("branch batch"), "");
  EXPECT_EQ(ask("runs"), "1");
}

TEST_F(Rewind, ChangesOfSettingsAreMarkedAndUndone) {
  open();
  say_and_settle("train.step 3");
  say_and_settle("train.set batch 8");
  EXPECT_EQ(ask("setting batch"), "8");
  EXPECT_EQ(ask("timeline.change 1"), "batch 32 → 8");
  say_and_settle("undo");
  EXPECT_EQ(ask("setting batch"), "32");
  EXPECT_NE(refusal("train.set batch -1"), "");
  EXPECT_NE(refusal("train.set seed 3"), "");
  EXPECT_NE(refusal("train.set shards 3"), "");
}

TEST_F(Rewind, TheSliderIsTheRunsAndADragIsUndoneAsOne) {
  open();
  for (const char* rate : {"0.9", "0.7", "0.5"}) say_and_settle(std::string("train.rate ") + rate);
  EXPECT_EQ(ask("setting learning_rate_factor"), "0.5");
  say_and_settle("undo");
  EXPECT_EQ(ask("setting learning_rate_factor"), "1");
  say_and_settle("redo");
  EXPECT_EQ(ask("setting learning_rate_factor"), "0.5");
  say_and_settle("train.set learning_rate_factor 2");
  EXPECT_EQ(lab->view().training.settings.learning_rate_factor, 2);
  say_and_settle("train.reset");
  EXPECT_EQ(lab->view().training.settings.learning_rate_factor, 1);
}

TEST_F(Rewind, PastStepsThatAreGoneBecomeThoseThatAreThere) {
  open();
  say_and_settle("train.step 60");
  say_and_settle("timeline.to 20");
  say_and_settle("timeline.budget 1");
  EXPECT_EQ(ask("rewound"), "0");
  EXPECT_EQ(ask("trace.step"), "0");
  say_and_settle("timeline.budget 512");
  say_and_settle("timeline.to 30");
  say_and_settle("select.layer 0");
  say_and_settle("train.reset");
  say_and_settle("history.back");
  EXPECT_EQ(ask("rewound"), "no") << "the run has no such step any more";
  EXPECT_EQ(ask("trace.step"), "0");
}

TEST_F(Rewind, ABranchHasTheSettingsThatTheRunHadLast) {
  open();
  say_and_settle("train.step 4");
  for (const char* rate : {"0.9", "0.7", "0.5"}) say(std::string("train.rate ") + rate);
  settle();
  say_and_settle("branch");
  say_and_settle("train.pause");
  EXPECT_EQ(ask("setting learning_rate_factor"), "0.5");
}

TEST_F(Rewind, ItsOwnMistakesAreNoExample) {
  open();
  say_and_settle("text.generate on");
  EXPECT_NE(refusal("train.example"), "");
}

TEST_F(Rewind, OneStepOnTheExampleTeachesIt) {
  open();
  say_and_settle("train.step 5");
  const std::string before = ask("value loss.mean");
  for (int i = 0; i < 5; ++i) say_and_settle("train.example");
  EXPECT_LT(std::stod(ask("value loss.mean")), std::stod(before));
  EXPECT_EQ(ask("step"), "10");
}

TEST_F(Rewind, ExperimentsTrainOneAfterAnother) {
  open();
  auto brief = std::make_shared<Preset>(find_preset("reverse"));
  set_option(*brief, "training.steps=40");
  lab->open({.kind = OpenRequest::Kind::Changed, .name = "brief", .play = false, .changed = brief});
  settle();
  say_and_settle("run.close 1");
  say("experiment scaling 1");
  settle();
  Index most_at_once = 0;
  const auto runs = [&](TrainingView::State state) {
    return std::ranges::count(*lab->view().runs, state,
                              [](const RunView& run) { return run.training.state; });
  };
  EXPECT_TRUE(update_until([&] {
    most_at_once = std::max<Index>(most_at_once, runs(TrainingView::State::Running));
    return runs(TrainingView::State::Finished) == 2;
  })) << "each learns to its end";
  EXPECT_EQ(most_at_once, 1) << "one after another";
  EXPECT_EQ(ask("runs"), "3");
  EXPECT_EQ(ask("run"), "3");
  EXPECT_NE(refusal("experiment nothing"), "");
  say_and_settle("run.close 4");
  EXPECT_EQ(ask("runs"), "2");
  EXPECT_NE(refusal("run.close 9"), "");
  say_and_settle("run.close 3");
  EXPECT_NE(refusal("run.close 2"), "") << "the only one";
}

/// Each number on a past step is that step's, or says which step it is of.
TEST_F(Rewind, NumbersAreThoseOfTheStepOnScreen) {
  open();
  say_and_settle("train.step 40");
  const double newest = *rate_on_screen(lab->view());
  EXPECT_EQ(newest, lab->view().training.learning_rate);
  say_and_settle("timeline.to 8");
  const auto past = rate_on_screen(lab->view());
  ASSERT_TRUE(past);
  EXPECT_EQ(*past, metrics_at(*lab->view().record, 9)->learning_rate)
      << "of the step after the one on screen";
  EXPECT_NE(*past, newest);
  EXPECT_EQ(metrics_at(*lab->view().record, 41), nullptr);
}

TEST(PastSteps, AHeldOutLossSaysItsStep) {
  EXPECT_EQ(held_out_name({100, 1.5}, 100), "validation loss");
  EXPECT_EQ(held_out_name({100, 1.5}, 136), "validation loss, step 100");
}

}  // namespace
}  // namespace attnlab
