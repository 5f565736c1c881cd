// The classroom: links to steps, links between lessons, answers of a class.
#include <nlohmann/json.hpp>

#include "app/lessons/answer_sheet.h"
#include "app/lessons/catalog.h"
#include "app/lessons/class_answers.h"
#include "app/lessons/link.h"
#include "app/state/lab/lesson_commands.h"
#include "tests/lessons/lesson_text.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

TEST(LessonLink, IsReadAsItIsWritten) {
  const LessonLink link{"tour", 2, 3, 7};
  EXPECT_EQ(link_text(link), "attention-lab:lesson/tour?version=2&step=3&seed=7");
  EXPECT_EQ(parse_lesson_link(link_text(link)), link);
  EXPECT_EQ(parse_lesson_link("  " + link_text(link) + "\r\n"), link);
  EXPECT_EQ(parse_lesson_link("attention-lab:lesson/tour?step=2"), (LessonLink{"tour", 1, 2, 1}));
  EXPECT_EQ(parse_lesson_link("attention-lab:lesson/tour"), (LessonLink{"tour"}));
  EXPECT_TRUE(is_lesson_link(" attention-lab:lesson/x"));
  EXPECT_FALSE(is_lesson_link("attention-lab:state/x"));
}

TEST(LessonLink, AFaultyOneIsRefusedInOneLine) {
  for (const char* rest : {"", "?step=1", "../x?step=1", "Tour", "tour?", "tour?step=0", "tour?step=-1",
                           "tour?step=10001", "tour?step=1x", "tour?step", "tour?pace=1",
                           "tour?step=1&step=2", "tour?seed=99999999999999999999", "tour?step=1&"}) {
    const std::string text = std::string("attention-lab:lesson/") + rest;
    const std::string what = error_text<std::invalid_argument>([&] { parse_lesson_link(text); });
    expect_has(what, "cannot be read: ");
    EXPECT_EQ(what.find('\n'), std::string::npos);
  }
}

struct LinkedTest : LabTest {};

TEST_F(LinkedTest, ALinkOpensTheStepWithItsSeed) {
  say_and_settle("lesson.open attention-lab:lesson/one-weight?version=" +
                 std::to_string(builtin_lesson("one-weight")->version) + "&step=2&seed=5");
  ASSERT_NE(lab->view().lesson, nullptr);
  EXPECT_EQ(lab->view().lesson->lesson->id, "one-weight");
  EXPECT_EQ(lab->view().lesson->lesson->seed, 5);
  EXPECT_EQ(lab->view().lesson->progress.step, 1u);
  EXPECT_FALSE(lab->view().lesson->writing);
  expect_has(refusal("lesson.link"), "no clipboard");
}

TEST_F(LinkedTest, WhatIsNotThereIsTold) {
  expect_has(refusal("lesson.open attention-lab:lesson/one-wait?step=1"), "did you mean one-weight");
  expect_has(refusal("lesson.open attention-lab:lesson/one-wait?step=1"),
             "first open the file of the lesson");
  expect_has(refusal("lesson.open attention-lab:lesson/one-weight?step=99"), "but the link is for step 99");
  expect_has(refusal("lesson.open attention-lab:lesson/one-weight?version=99&step=1"),
             "the link is for version 99 of the lesson one-weight, but this is version");
  EXPECT_EQ(lab->view().lesson, nullptr);
}

TEST_F(LinkedTest, ALessonOfAFileIsMeantWhereItIsOpen) {
  const std::string text = lesson_text(block("setup", "run.of reverse\n") + "## Second\n");
  const std::string link = "lesson.open attention-lab:lesson/tried?step=2&seed=1";
  expect_has(refusal(link), "there is no lesson tried");
  lab->open_lesson(std::make_shared<const Lesson>(read_lesson(text, "t.md")));
  settle();
  say_and_settle(link);
  EXPECT_EQ(lab->view().lesson->progress.step, 1u);
}

TEST_F(LinkedTest, LinksToOtherLessonsMustLeadToOne) {
  const auto problem = [](const std::string& words) {
    return error_text<std::invalid_argument>(
        [&] { check_commands(read_lesson(lesson_text(words), "l.md")); });
  };
  EXPECT_EQ(problem("[first](lesson:one-weight), [this](lesson:tried)\n"), "no error");
  expect_has(problem("[first](lesson:one-wait)\n"),
             "l.md:7: there is no lesson one-wait; did you mean one-weight");
  expect_has(problem("| a |\n|---|\n| [x](lesson:nothing) |\n"), "there is no lesson nothing");
  expect_has(problem(block("choice", "id: q\nask: See [x](lesson:nothing)\n- [x] a\n- [ ] b\n")),
             "there is no lesson nothing");
}

const std::string kAsked = lesson_text(block("setup", "run.of reverse\n") +
                                       block("choice", "id: q\nask: w\n- [x] two\n- [ ] another\n"));

std::string sheet_with(const std::string& option) {
  const Lesson lesson = read_lesson(kAsked, "t.md");
  Progress progress;
  if (!option.empty()) progress.attempts["q"].answer = {option};
  return answer_sheet(lesson, progress).dump();
}

struct ClassTest : LabTest {
  TempFolder folder;
  ClassTest() {
    write_bytes(folder / "anna.json", sheet_with("0"));
    write_bytes(folder / "ben.json", sheet_with("1"));
    write_bytes(folder / "cleo.json", sheet_with("1"));
    write_bytes(folder / "dan.json", sheet_with(""));
  }
};

TEST_F(ClassTest, SaysHowManyGaveWhichAnswer) {
  write_bytes(folder / "other.json", "{\"lesson\": \"tour\"}");
  write_bytes(folder / "bad.json", "[");
  write_bytes(folder / "note.txt", "x");
  const ClassAnswers answers = class_answers(folder.path(), read_lesson(kAsked, "t.md"));
  EXPECT_EQ(answers.learners, 4u);
  EXPECT_EQ(answers.others, 2u);
  const auto& given = answers.given.at("q");
  ASSERT_EQ(given.size(), 2u);
  EXPECT_EQ(given[0].text, "another");
  EXPECT_EQ(given[0].count, 2u);
  EXPECT_EQ(given[1].count, 1u);
}

TEST_F(ClassTest, IsShownToTheTeacher) {
  lab->open_lesson(std::make_shared<const Lesson>(read_lesson(kAsked, "t.md")));
  settle();
  say("lesson.answers " + folder.path().string());
  EXPECT_TRUE(lab->view().lesson->reads_answers) << "beside the screen";
  expect_has(refusal("lesson.answers " + folder.path().string()), "are being read");
  settle();
  EXPECT_FALSE(lab->view().lesson->reads_answers);
  ASSERT_NE(lab->view().lesson->answers, nullptr);
  EXPECT_EQ(lab->view().lesson->answers->learners, 4u);
  EXPECT_TRUE(lab->view().lesson->teacher);
  say_and_settle("lesson.answers " + (folder / "nowhere").string());
  expect_has(lab->view().notice, "does not contain answers");
  write_bytes(folder / "empty/x.json", "{}");
  say_and_settle("lesson.answers " + (folder / "empty").string());
  expect_has(lab->view().notice, "the only file in");
  say("lesson.answers " + folder.path().string());
  say_and_settle("lesson.close");
  EXPECT_EQ(lab->view().lesson, nullptr) << "answers to a lesson that was closed are dropped";
}

}  // namespace
}  // namespace attnlab::testing
