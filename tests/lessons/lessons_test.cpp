// The open lesson in a Lab: its steps are set, answers judged, tasks noticed.
#include "app/state/commands/dispatcher.h"
#include "app/state/lab/lesson_commands.h"
#include "app/state/shown_step.h"
#include "tests/lessons/lessons_fixture.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

TEST_F(LessonsTest, AStepSetsTheWindow) {
  begin();
  EXPECT_EQ(shown().error, "");
  EXPECT_EQ(ask("preset"), "reverse");
  EXPECT_EQ(lab->view().training_config->seed, 5);
  EXPECT_EQ(ask("step"), "2");
  EXPECT_EQ(ask("source"), "cab");
  EXPECT_EQ(ask("view"), "heads");
  EXPECT_FALSE(shown().strayed);
}

TEST_F(LessonsTest, ASharedStateIsOpenedOnceTheStepIsSet) {
  std::string setup = "run.of reverse\ntrain.to 2\n";
  for (int i = 0; i < 20; ++i) setup += "view heads\n";
  begin("---\nid: long\n---\n# Long\n## One\n" + block("setup", setup));
  say_and_settle("view norms");
  const std::string line = state_line_text(lab->sharing().line());
  lab->apply_or_throw(parse_command("lesson.again"));
  lab->apply_or_throw(parse_command("state.open " + line));
  settle();
  EXPECT_EQ(ask("view"), "norms");
  EXPECT_EQ(lab->sharing().difference(), "");
  EXPECT_EQ(shown().error, "");
}

TEST_F(LessonsTest, ComingBackCostsNothingAndGivesTheSameWeights) {
  begin();
  const std::string weight = ask("value source.embedding 0,0,0");
  say_and_settle("lesson.next");
  EXPECT_EQ(ask("step"), "2") << "trained once";
  EXPECT_EQ(ask("rewound"), "1");
  say_and_settle("train.step 4");
  say_and_settle("lesson.previous");
  EXPECT_EQ(ask("runs"), "1");
  EXPECT_EQ(ask("rewound"), "2");
  EXPECT_EQ(ask("step"), "6");
  EXPECT_EQ(ask("value source.embedding 0,0,0"), weight);
}

TEST_F(LessonsTest, AChangedRunIsLeftAloneAndAnotherOneOpened) {
  begin();
  say_and_settle("train.set batch 8");
  say_and_settle("lesson.again");
  EXPECT_EQ(ask("runs"), "2");
  EXPECT_EQ(ask("setting batch"), "32");
  EXPECT_EQ(ask("step"), "2");
}

TEST_F(LessonsTest, AnotherTaskIsAnotherRunBesideTheFirst) {
  begin();
  say_and_settle("run.of sort seed=5");
  EXPECT_EQ(ask("preset"), "sort");
  EXPECT_EQ(ask("runs"), "2");
  say_and_settle("lesson.again");
  EXPECT_EQ(ask("preset"), "reverse");
  EXPECT_EQ(ask("runs"), "2");
}

TEST_F(LessonsTest, AnswersAreJudgedByTheModel) {
  begin();
  say_and_settle("lesson.answer q 1");
  EXPECT_EQ(attempt("q").judgement->kind, Judgement::Kind::Wrong);
  EXPECT_EQ(attempt("q").judgement->truth, "two");
  say_and_settle("lesson.retry q");
  EXPECT_FALSE(attempt("q").done());
  say_and_settle("lesson.answer q 0");
  EXPECT_TRUE(attempt("q").judgement->right());
  EXPECT_EQ(attempt("q").tries, 2);
  expect_has(refusal("lesson.answer q 7"), "is not an option");
  expect_has(refusal("lesson.answer r 1"), "the lesson does not have an exercise r; did you mean");
  expect_has(refusal("lesson.answer t 1"), "is a task");
}

TEST_F(LessonsTest, APredictionIsJudgedAfterTheModelHasShown) {
  begin();
  say_and_settle("lesson.to 2");
  say("lesson.answer p 3");
  EXPECT_EQ(attempt("p").state, Attempt::State::Showing);
  settle();
  EXPECT_EQ(ask("step"), "3");
  EXPECT_TRUE(attempt("p").judgement->right());
  EXPECT_EQ(attempt("p").answer, (Answer{"3"}));
  say_and_settle("lesson.reset");
  EXPECT_FALSE(attempt("p").done());
  EXPECT_EQ(ask("rewound"), "1");
}

TEST_F(LessonsTest, ATaskIsDoneWhenItsConditionHolds) {
  begin();
  EXPECT_FALSE(attempt("t").done());
  say("view steps");
  for (int i = 0; i < 300 && !attempt("t").done(); ++i) {
    lab->update();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(attempt("t").done());
  EXPECT_FALSE(attempt("t").solved);
  EXPECT_FALSE(shown().strayed) << "what a task asks for is no straying";
}

TEST_F(LessonsTest, ATaskBehindAPredictionWaitsForItsAnswer) {
  begin(lesson_text(block("setup", "run.of reverse\nview heads\n") +
                    block("predict", "id: p\nask: a\n- [x] b\n- [ ] c\nthen: view norms\n") +
                    block("task", "id: t\nask: a\nuntil: view = \"steps\"\n")));
  const auto is_done = [&] {
    say("view steps");
    for (int i = 0; i < 150 && !attempt("t").done(); ++i) {
      lab->update();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return attempt("t").done();
  };
  EXPECT_EQ(open_exercises(shown()).size(), 1u);
  EXPECT_FALSE(is_done()) << "nobody sees the task yet";
  say_and_settle("lesson.answer p 1");
  EXPECT_EQ(open_exercises(shown()).size(), 2u);
  EXPECT_TRUE(is_done());
}

TEST_F(LessonsTest, HelpComesOnRequest) {
  begin();
  EXPECT_EQ(attempt("t").hints, 0);
  say("lesson.hint t");
  EXPECT_EQ(attempt("t").hints, 1);
  expect_has(refusal("lesson.hint t"), "no more hints");
  say("lesson.show t");
  EXPECT_EQ(shown().halo, "view.steps");
  say("lesson.show t");
  EXPECT_EQ(shown().halo, "");
  expect_has(refusal("lesson.show q"), "does not say where");
  say_and_settle("lesson.solve t");
  EXPECT_TRUE(attempt("t").solved);
  EXPECT_EQ(ask("view"), "steps");
  expect_has(refusal("lesson.solve q"), "the program cannot do q for you");
  say("lesson.skip q");
  EXPECT_TRUE(attempt("q").skipped);
}

TEST_F(LessonsTest, StrayingIsSeenAndLedBack) {
  begin();
  say_and_settle("view norms");
  EXPECT_TRUE(shown().strayed);
  say_and_settle("lesson.again");
  EXPECT_FALSE(shown().strayed);
  EXPECT_EQ(ask("view"), "heads");
}

TEST_F(LessonsTest, StepsEnd) {
  begin();
  expect_has(refusal("lesson.previous"), "first step");
  say_and_settle("lesson.next");
  expect_has(refusal("lesson.next"), "last step");
  expect_has(refusal("lesson.to 3"), "steps 1 to 2, not 3");
  say_and_settle("lesson.close");
  EXPECT_EQ(lab->view().lesson, nullptr);
  expect_has(refusal("lesson.next"), "no lesson is open");
}

TEST_F(LessonsTest, AFaultyCommandIsSaidAndHarmsNothing) {
  begin(lesson_text(block("setup", "run.of reverse\nselect.layer 99\nview norms\n")));
  expect_has(shown().error, "select.layer 99: ");
  EXPECT_EQ(ask("preset"), "reverse");
  begin(lesson_text(block("setup", "run.of reverse steps=3\ntrain.to 9\n")));
  expect_has(shown().error, "the run ends at step 3, before step 9");
}

TEST_F(LessonsTest, NoLessonTouchesFilesOrEndsTheProgram) {
  for (const char* line :
       {"quit now", "model.save x", "open /etc/hosts", "figure x.png", "session.forget", "window.save x.png",
        "model.load x", "theme dark", "metrics.save x", "lesson.open x", "hand.copy csv", "timeline.budget 1",
        "train.on /etc/hosts", "train.further /etc/hosts"}) {
    const std::string text = lesson_text(block("setup", std::string(line) + "\n"));
    const std::string refused = error_text<std::invalid_argument>([&] { begin(text); });
    expect_has(refused, "two.md:7: a lesson may not use the command");
  }
  begin();
  expect_has(refusal("lesson.do quit now"), "may not use the command quit");
  expect_has(error_text<std::invalid_argument>([&] { begin(lesson_text("[x](<do:quit now>)\n")); }),
             "may not use the command quit");
  expect_has(error_text<std::invalid_argument>([&] { begin(lesson_text(block("setup", "vieww heads\n"))); }),
             "there is no command vieww; did you mean view");
}

TEST(LessonCommands, WhatLessonsMayDoIsHarmlessToo) {
  for (const CommandInfo& info : Dispatcher::commands())
    EXPECT_TRUE(is_harmless(info.verb) || !is_for_lessons(info.verb)) << info.verb;
  for (const char* verb : {"quit", "open", "pictures.open", "train.on", "model.load", "model.save", "figure",
                           "window.save", "metrics.save", "recent.open", "recent.forget", "session.forget"})
    EXPECT_FALSE(is_harmless(verb)) << verb;
  for (const char* verb : {"theme", "preset", "lesson.next", "timeline.budget"}) {
    EXPECT_TRUE(is_harmless(verb)) << verb;
    EXPECT_FALSE(is_for_lessons(verb)) << verb;
  }
}

TEST_F(LessonsTest, ALessonFromAFileIsReadAgainWhenItIsSaved) {
  const TempFolder folder;
  const std::string file = folder / "mine.md";
  write_bytes(file, kTwoSteps);
  say_and_settle("lesson.open " + file);
  say_and_settle("lesson.answer q 0");
  const auto rewrite = [&](const std::string& text) {
    write_bytes(file, text);
    std::filesystem::last_write_time(file,
                                     std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    for (int i = 0; i < 700; ++i) {
      lab->update();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    settle();
  };
  rewrite("---\nfaulty");
  expect_has(shown().faulty, "mine.md:1: ");
  EXPECT_EQ(shown().lesson->title, "Two") << "the last one that could be read";
  std::string changed = kTwoSteps;
  changed.replace(changed.find("# Two"), 5, "# New");
  std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now());
  rewrite(changed);
  EXPECT_EQ(shown().faulty, "");
  EXPECT_EQ(shown().lesson->title, "New");
  EXPECT_TRUE(attempt("q").done()) << "answers stay";
}

TEST_F(LessonsTest, ClosingGivesTheUsersPanelsBack) {
  begin(lesson_text(block("setup",
                          "run.of reverse\nview heads\npanel bottom off\nstage.alone on\n"
                          "walk.pace 2\ntimeline.pace 2\ntimeline.pace 4\n")));
  const auto screen = [&] { return lab->view().screen; };
  EXPECT_TRUE(screen().stage_only);
  EXPECT_FALSE(screen().show_bottom);
  EXPECT_FALSE(lab->settings().screen.stage_only) << "what is saved is the user's own";
  EXPECT_TRUE(lab->settings().screen.show_bottom);
  say_and_settle("lesson.do panel inspector off");
  say("walk.pace 3");
  say("lesson.close");
  EXPECT_FALSE(screen().stage_only);
  EXPECT_TRUE(screen().show_bottom);
  EXPECT_TRUE(screen().show_inspector);
  EXPECT_EQ(screen().timeline_pace, 1);
  EXPECT_EQ(screen().walk_pace, 3) << "the user's own choice, after the lesson's";
  say("stage.alone on");
  EXPECT_TRUE(lab->settings().screen.stage_only) << "no lesson is open";
}

TEST_F(LessonsTest, SaysInWhichViewAWidgetIs) {
  begin(lesson_text(block("setup", "run.of reverse\nview heads\n") +
                    block("task", "id: t\nask: a\nuntil: step = 9\nshow: timeline\n") +
                    block("task", "id: u\nask: a\nuntil: step = 9\nshow: masks.map in masks\n")));
  say_and_settle("view norms");
  say("lesson.show t");
  EXPECT_EQ(shown().halo_view, "heads") << "as the step is set";
  say("lesson.show u");
  EXPECT_EQ(shown().halo_view, "masks");
}

}  // namespace
}  // namespace attnlab::testing
