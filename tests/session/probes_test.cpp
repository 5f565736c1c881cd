// Probes in the Lab: labels and stacks, what is worked out for the view, and steps of the past.
#include <gtest/gtest.h>

#include "app/features/probes/choice.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct ProbesInLab : LabTest {
  ViewModel view() const { return lab->view(); }
  const ProbeResults& results() const { return *view().analyses->of<ProbeResults>(); }
  const ProbeReport& report() const { return *results().now.value; }
};

TEST_F(ProbesInLab, AreThoseOfTheLibrary) {
  open("brackets-lstm");
  EXPECT_EQ(ask("probes.label"), "none") << "nobody has asked";
  expect_has(refusal("probe.next"), "view Probes");
  say_and_settle("view probes");
  ASSERT_TRUE(results().now.value) << results().error;
  EXPECT_EQ(ask("probes.label"), "depth");
  const Experiment made = make_experiment(find_preset("brackets-lstm"));
  const ProbedStack stack = probed_stack(made, Text::Source);
  const ProbeReport wanted = probe_layers(*made.model, *made.vocabularies, *made.task,
                                          view().trace->snapshot()->weights, stack, probe_label("depth"));
  ASSERT_EQ(report().layers.size(), wanted.layers.size());
  EXPECT_EQ(report().classes, wanted.classes);
  for (std::size_t i = 0; i < wanted.layers.size(); ++i) {
    EXPECT_EQ(report().layers[i].accuracy, wanted.layers[i].accuracy);
    EXPECT_EQ(report().layers[i].confusion, wanted.layers[i].confusion);
  }
  const std::vector<ProbedToken> tokens = probe_text(*view().trace, *made.vocabularies, stack, report());
  ASSERT_EQ(tokens.size(), view().trace->source_pieces.size());
  EXPECT_EQ(tokens[0].right, "1");
  EXPECT_EQ(tokens[0].said.size(), wanted.layers.size());
}

TEST_F(ProbesInLab, GoFromLabelToLabelOfTheTask) {
  open("brackets-lstm");
  say_and_settle("view probes");
  say_and_settle("probe.next");
  EXPECT_EQ(ask("probes.label"), "position");
  EXPECT_EQ(report().label->name, "position");
  say("probe.previous");
  say("probe.previous");
  EXPECT_EQ(ask("probes.label"), "before") << "round and round";
  say("history.back");
  EXPECT_EQ(ask("probes.label"), "position") << "steps in a row are taken back together";
  say("choose probes.label carry");
  EXPECT_EQ(ask("probes.label"), "depth") << "the first that this task knows";
}

TEST_F(ProbesInLab, OfTwoStacksHaveLabelsOfTheirOwn) {
  open("translate");
  say_and_settle("view probes");
  ASSERT_EQ(results().stacks.size(), 2u);
  EXPECT_EQ(ask("probes.label"), "speech");
  EXPECT_EQ(report().text, Text::Source);
  say_and_settle("choose probes.stack target");
  EXPECT_EQ(report().text, Text::Target);
  EXPECT_EQ(report().layers.size(), 3u);
}

TEST_F(ProbesInLab, FollowTheTimelineAndItsCourse) {
  open("brackets-lstm");
  say_and_settle("train.step 2");
  say_and_settle("view probes");
  EXPECT_EQ(results().now.step, 2);
  EXPECT_EQ(ask("probes.steps"), "0") << "the past is not looked at";
  say_and_settle("choose probes.part training");
  EXPECT_EQ(known_steps(results().course).size(), results().course.size());
  EXPECT_GE(results().course.size(), 2u);
  say_and_settle("timeline.to 0");
  EXPECT_EQ(results().now.step, 0);
}

TEST_F(ProbesInLab, EndSoonAfterTheyAreDropped) {
  open("characters");
  say("view probes");
  for (int i = 0; i < 5; ++i) lab->update();
  say("choose probes.label before");
  lab->update();
  lab.reset();
}

}  // namespace
}  // namespace attnlab
