// The check of lessons: what it finds, and that the lessons of the program are right.
#include "app/cli/lesson/check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/lessons/catalog.h"
#include "tests/lessons/lesson_text.h"
#include "tests/support/expect_has.h"

namespace attnlab::testing {
namespace {

TEST(LessonCheck, FindsNothingWrongWithAGoodLesson) {
  const LessonCheck check = check_lesson(read_lesson(kTwoSteps, "two.md"), 1);
  EXPECT_TRUE(check.problems.empty()) << check.problems.front();
  EXPECT_EQ(check.steps, 2);
  EXPECT_EQ(check.exercises, 3);
}

TEST(LessonCheck, FindsWhatIsWrong) {
  const std::string setup = block("setup", "run.of reverse\n");
  const auto problem = [&](const std::string& blocks) {
    const LessonCheck check = check_lesson(read_lesson(lesson_text(setup + blocks), "bad.md"), 1);
    return check.problems.empty() ? "none" : check.problems.front();
  };
  expect_has(problem(block("setup", "select.layer 99\n")), "bad.md:6: select.layer 99: ");
  expect_has(problem(block("task", "id: t\nask: a\nuntil: step = 0\nsolve: view steps\n")),
             "before anything is done");
  expect_has(problem(block("task", "id: t\nask: a\nuntil: step = 9\nsolve: view steps\n")),
             "do not reach step = 9; step is 0");
  expect_has(problem(block("task", "id: t\nask: a\nuntil: step = 9\n")), "needs the field solve");
  expect_has(problem(block("choice", "id: q\nask: a\n- {step = 1} b\n- [ ] c\n")),
             "none of the options of q is correct");
  expect_has(problem(block("choice", "id: q\nask: a\n- {step = 0} b\n- [x] c\n")),
             "all options of q are correct");
  expect_has(problem(block("number", "id: q\nask: a\nanswer: value nothing 0\n")), "q: ");
  expect_has(problem(block("number", "id: q\nask: a\nanswer: preset\n")), "is not a number");
}

TEST(LessonCheck, FindsFiguresOfNothing) {
  const auto problem = [](const std::string& figure) {
    const std::string text = lesson_text(block("setup", "run.of reverse\n") + block("figure", figure));
    const LessonCheck check = check_lesson(read_lesson(text, "bad.md"), 1);
    return check.problems.empty() ? "none" : check.problems.front();
  };
  const std::string weights = "tensor: encoder.layers.0.self_attention.";
  EXPECT_EQ(problem(weights + "weights[0,1]\n"), "none");
  expect_has(problem(weights + "wheights\n"), "bad.md:10: ");
  expect_has(problem(weights + "weights[0,9]\n"), "does not have a matrix 9");
  expect_has(problem("view: heds\n"), "did you mean heads");
}

/// All that the check finds in a lesson of these blocks behind a setup, which is lines 7 to 9.
std::vector<std::string> problems_of(const std::string& blocks) {
  const std::string text = lesson_text(block("setup", "run.of reverse\n") + blocks);
  return check_lesson(read_lesson(text, "bad.md"), 1).problems;
}

TEST(LessonCheck, FindsTermsStepsAndFormulasThatAreNone) {
  EXPECT_EQ(problems_of("[a](term:softmax), [b](step:First), [c](step:1), $y = x/√D$\n"),
            std::vector<std::string>{});
  const auto problems =
      problems_of("[a](term:softmx)\n\n- [b](step:Furst)\n- $a +* )$\n\n$$a = (b$$\n\n" +
                  block("explain", "id: q\nask: Why?\nhint: See [it](<term:no such>)\nbecause: As $)$\n"));
  ASSERT_EQ(problems.size(), 6u);
  expect_has(problems[0], "bad.md:10: the glossary does not have a term softmx; did you mean softmax");
  expect_has(problems[1], "bad.md:12: the lesson does not have a step Furst; did you mean First");
  expect_has(problems[2], "bad.md:13: the formula a +* ) cannot be typeset");
  expect_has(problems[3], "bad.md:15: the formula a = (b cannot be typeset");
  expect_has(problems[4], "bad.md:17: the glossary does not have a term no such");
  expect_has(problems[5], "bad.md:17: the formula ) cannot be typeset");
}

TEST(LessonCheck, FindsWidgetsThatAreNotDrawn) {
  const auto task = [](const std::string& show) {
    return problems_of(
        block("task", "id: t\nask: a\nuntil: step = 2\nsolve: train.to 2\nshow: " + show + "\n"));
  };
  for (const char* there : {"timeline", "view.heads", "stage.result[0,0]", "masks.map in masks"})
    EXPECT_EQ(task(there), std::vector<std::string>{}) << there;
  const auto wrong = task("timeliine");
  ASSERT_EQ(wrong.size(), 1u);
  expect_has(wrong[0], "bad.md:10: t: there is no widget timeliine on screen; did you mean timeline");
  ASSERT_EQ(task("masks.map").size(), 1u);
  expect_has(task("masks.map")[0], "a widget of another view needs show: NAME in VIEW");
  ASSERT_EQ(task("masks.map in heads").size(), 1u);
  ASSERT_EQ(task("stage.result[99,0]").size(), 1u);
  expect_has(task("masks.map in maskes")[0], "bad.md:10: ");
  expect_has(task("masks.map in maskes")[0], "did you mean masks");
}

TEST(LessonCheck, NamesEachFaultyCommandWithItsLineOnce) {
  const auto problems =
      problems_of("[x](<do:vieww heads>)\n\n" + block("setup", "quit now\n") +
                  block("explain", "id: q\nask: w\nhint: [y](<do:model.save x>)\nbecause: b\n"));
  ASSERT_EQ(problems.size(), 3u);
  EXPECT_TRUE(problems[0].starts_with("bad.md:10: there is no command vieww; did you mean view"))
      << problems[0];
  EXPECT_TRUE(problems[1].starts_with("bad.md:12: a lesson may not use the command quit")) << problems[1];
  EXPECT_TRUE(problems[2].starts_with("bad.md:15: a lesson may not use the command model.save"))
      << problems[2];
}

TEST(LessonCheck, AnswersEveryKindBeforeItsCommandsShowWhatIsTrue) {
  const std::string then = "then: train.to 2\n";
  EXPECT_EQ(problems_of(block("order", "id: o\nask: a\n- {2} b\n- {step} c\n- {0} d\n- {-1} e\n" + then) +
                        block("number", "id: n\nask: a\nanswer: step\n" + then) +
                        block("paint", "id: p\nask: a\npicture: 10/11\n" + then) +
                        block("explain", "id: e\nask: a\nbecause: b\n" + then)),
            std::vector<std::string>{});
}

TEST(LessonCheck, SaysWhatALessonOfTheProgramMisses) {
  const std::vector<std::string> missing = missing_from(read_lesson(kTwoSteps, "two.md"));
  ASSERT_EQ(missing.size(), 4u);
  expect_has(missing[0], "a question");
  expect_has(missing[1], "its sources");
  expect_has(missing[2], "two predictions");
  expect_has(missing[3], "why");
}

struct BuiltinLesson {
  std::shared_ptr<const Lesson> lesson;
  int seed;
};
std::ostream& operator<<(std::ostream& out, const BuiltinLesson& one) {
  return out << one.lesson->id << " seed " << one.seed;
}
/// Trains for 2,500 steps.
constexpr std::string_view kLongLesson = "grokking";
std::vector<BuiltinLesson> chosen_lessons() {
  std::vector<BuiltinLesson> chosen;
  for (const auto& lesson : builtin_lessons())
    if (lesson->id != kLongLesson) chosen.push_back({lesson, 1});
  return chosen;
}
/// The long one, and all with two other seeds.
std::vector<BuiltinLesson> other_lessons() {
  std::vector<BuiltinLesson> others;
  for (const auto& lesson : builtin_lessons())
    for (const int seed : {1, 2, 3})
      if (seed > 1 || lesson->id == kLongLesson) others.push_back({lesson, seed});
  return others;
}
std::string name_of(const ::testing::TestParamInfo<BuiltinLesson>& info) {
  std::string name = info.param.lesson->id + "_" + std::to_string(info.param.seed);
  std::ranges::replace(name, '-', '_');
  return name;
}

struct BuiltinLessons : ::testing::TestWithParam<BuiltinLesson> {};

TEST_P(BuiltinLessons, AreRight) {
  const auto& [lesson, seed] = GetParam();
  for (const std::string& problem : check_lesson(*lesson, seed).problems) ADD_FAILURE() << problem;
  for (const std::string& problem : missing_from(*lesson)) ADD_FAILURE() << problem;
}
INSTANTIATE_TEST_SUITE_P(Chosen, BuiltinLessons, ::testing::ValuesIn(chosen_lessons()), name_of);
INSTANTIATE_TEST_SUITE_P(Every, BuiltinLessons, ::testing::ValuesIn(other_lessons()), name_of);

}  // namespace
}  // namespace attnlab::testing
