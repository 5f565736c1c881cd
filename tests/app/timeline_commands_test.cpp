// Commands of the timeline: the step that they show, and their actions on the run.
#include "tests/app/commands_fixture.h"

namespace attnlab {
namespace {

struct TimelineCommands : CommandsTest {
  TimelineCommands() {
    for (Index step : {0, 1, 2, 10, 20}) {
      auto snapshot = std::make_shared<WeightsSnapshot>();
      snapshot->step = step;
      store(kept, std::make_shared<const TrainingState>(TrainingState{std::move(snapshot), nullptr, {}}));
    }
    limits.timeline = &kept;
    limits.step = 25;
  }
  std::optional<Index> rewound() const { return dispatcher.state().rewound; }

  Timeline kept;
  Limits limits = kTranslate;
};

TEST_F(TimelineCommands, LeadToTheNearestKeptStep) {
  say("timeline.to 8", limits);
  EXPECT_EQ(rewound(), 10);
  say("timeline.to 0", limits);
  EXPECT_EQ(rewound(), 0);
  say("timeline.to 25", limits);
  EXPECT_EQ(rewound(), std::nullopt) << "the newest";
  EXPECT_NE(refusal("timeline.to 26", limits), "");
  EXPECT_NE(refusal("timeline.to 3", kTranslate), "") << "nothing is kept";
}

TEST_F(TimelineCommands, StepThroughWhatIsKept) {
  say("timeline.previous", limits);
  EXPECT_EQ(rewound(), 20);
  say("timeline.previous", limits);
  EXPECT_EQ(rewound(), 10);
  say("timeline.next", limits);
  say("timeline.next", limits);
  EXPECT_EQ(rewound(), std::nullopt);
  EXPECT_NE(refusal("timeline.next", limits), "");
  say("timeline.to 0", limits);
  EXPECT_NE(refusal("timeline.previous", limits), "");
}

TEST_F(TimelineCommands, APastStepIsAPlaceOfTheHistory) {
  say("timeline.to 10", limits);
  say("timeline.to 2", limits);
  say("history.back", limits);
  EXPECT_EQ(rewound(), std::nullopt) << "a drag is one place";
}

TEST_F(TimelineCommands, LearningLooksAtTheNewest) {
  for (const char* line : {"train.play", "train.step 3", "train.toggle", "train.to_loss 0.5", "train.example",
                           "train.reset", "train.reset 7"}) {
    say("timeline.to 10", limits);
    say(line, limits);
    EXPECT_EQ(rewound(), std::nullopt) << line;
  }
  say("timeline.to 10", limits);
  say("train.toggle", limits);
  EXPECT_EQ(rewound(), 10) << "who pauses goes on looking";
  EXPECT_EQ(actions.calls.back(), "toggle");
}

TEST_F(TimelineCommands, PinAndBranchAreAskedOfTheRun) {
  say("pin before", limits);
  EXPECT_EQ(actions.calls.back(), "pin newest before");
  say("timeline.to 10", limits);
  say("pin the head forms", limits);
  EXPECT_EQ(actions.calls.back(), "pin 10 the head forms");
  kept.pins = {{10, "x"}};
  say("unpin 10", limits);
  EXPECT_EQ(actions.calls.back(), "unpin 10");
  EXPECT_NE(refusal("unpin 2", limits), "");
  EXPECT_NE(refusal("pin", limits), "");
  say("branch batch=4 dropout=0.1", limits);
  EXPECT_EQ(actions.calls.back(), "branch at 10 batch=4 dropout=0.1");
}

TEST_F(TimelineCommands, SettingsAreUndone) {
  say("train.set batch 4", limits);
  say("undo", limits);
  EXPECT_EQ(actions.calls.back(), "back batch");
  say("redo", limits);
  EXPECT_EQ(actions.calls.back(), "set batch 4");
}

TEST_F(TimelineCommands, WeightsOfAPastStepCanBeCompared) {
  say("compare.weights 9", limits);
  EXPECT_EQ(dispatcher.state().comparison.weights, kept.at(10)->snapshot);
}

}  // namespace
}  // namespace attnlab
