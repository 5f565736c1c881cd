// Released lessons: no solution is left in them, and they are played all the same.
#include "app/lessons/release.h"

#include "app/cli/lesson/check.h"
#include "app/lessons/catalog.h"
#include "app/lessons/exercise_kind.h"
#include "tests/lessons/lesson_text.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

/// Every field that a solution can stand in says so by a word that begins with "secret".
const std::string kSecrets = lesson_text(
    "```setup\n# secretremark\nrun.of reverse\n```\n"
    "> teacher: secretnote goes on\n> in a secretline\nand in a secretlazyone.\n\nText that stays.\n\n" +
    block("predict",
          "id: p\nask: Which?\n- [ ] zebra\n- {step >= secretstep} camel\n  > secretfeedback\nthen: view "
          "heads\n"
          "right: secretright\nwrong: secretwrong\nbecause: secretbecause\nhint: open hint\n") +
    block("choice", "id: c\nask: Which two?\n- [x] yes\n  > secretfeedback\n- [x] also\n- [ ] no\n") +
    block("number", "id: n\nask: How much?\nanswer: value secretname 0,0\n  + secretsum\ntolerance: 0.5\n") +
    block("order", "id: o\nask: Order\n- third in the alphabet\n- first\n- second\n") +
    block("paint", "id: m\nask: Mask\npicture: 10/11\nrows: a b\n") +
    block("paint",
          "id: w\nask: Weights\npicture: 11/11\nanswer: value secretweights 0,0,*,*\ntolerance: 0.2\n") +
    block("explain", "id: e\nask: Why?\nbecause: secretreason\n") +
    block("task",
          "id: t\nask: Do\nuntil: view = \"steps\"\nsolve:\n  view steps\n  digits 3\nbecause: secretend\n") +
    "> A quote that stays.\n");

TEST(Release, LeavesNoSolutionInTheText) {
  const std::string text = released(kSecrets, "s.md");
  EXPECT_EQ(text.find("secret"), std::string::npos) << text;
  EXPECT_EQ(text.find("[x]"), std::string::npos);
  EXPECT_EQ(text.find("10/11"), std::string::npos);
  EXPECT_EQ(text.find("digits 3"), std::string::npos);
  EXPECT_EQ(text.find("view heads"), std::string::npos);
  for (const char* kept : {"Text that stays.", "A quote that stays.", "hint: open hint", "tolerance: 0.5",
                           "until: view = \"steps\"", "rows: a b", "run.of reverse", "(?) camel"})
    expect_has(text, kept);
  EXPECT_LT(text.find("first"), text.find("second"));
  EXPECT_LT(text.find("second"), text.find("third in"));
}

TEST(Release, KeepsWhatAnAnswerLooksLike) {
  const Lesson before = read_lesson(kSecrets, "s.md"),
               after = read_lesson(released(kSecrets, "s.md"), "s.md");
  ASSERT_EQ(before.exercises().size(), after.exercises().size());
  for (const Exercise* one : before.exercises()) {
    const Exercise* const copy = after.find(one->id);
    ASSERT_NE(copy, nullptr) << one->id;
    EXPECT_TRUE(copy->withheld) << one->id;
    EXPECT_FALSE(one->withheld) << one->id;
    EXPECT_EQ(takes_several(*one), takes_several(*copy)) << one->id;
    EXPECT_EQ(one->options.size(), copy->options.size()) << one->id;
    EXPECT_EQ(one->answer.empty(), copy->answer.empty()) << one->id;
    EXPECT_EQ(one->picture.size(), copy->picture.size()) << one->id;
    EXPECT_TRUE(copy->then.empty() && copy->solve.empty() && copy->because.empty()) << one->id;
  }
  EXPECT_EQ(after.find("m")->picture, (std::vector<std::string>{"00", "00"}));
}

TEST(Release, OfAReleasedLessonIsTheSame) {
  const std::string once = released(kSecrets, "s.md");
  EXPECT_EQ(released(once, "s.md"), once);
}

TEST(Release, RefusesANoteThatCannotBeTakenOut) {
  const std::string hidden = lesson_text("1. an item\n   > teacher: in a list\n   of words\n\n2. another\n");
  const std::string nested = lesson_text("> *teacher:* in another look\n");
  EXPECT_EQ(error_text<std::invalid_argument>([&] { released(hidden, "n.md"); }), "no error");
  expect_has(error_text<std::invalid_argument>([&] { released(nested, "n.md"); }),
             "n.md:6: a note of this step cannot be removed");
}

TEST(Release, EveryKindOfExerciseIsReadAgainWithoutItsSolution) {
  const Lesson lesson = load_lesson(ATTNLAB_SOURCE_DIR "/tests/gui/lessons/every-kind.md");
  const Lesson copy = read_lesson(released(lesson_source(lesson.file), "copy.md"), "copy.md");
  for (const Exercise* one : copy.exercises()) EXPECT_TRUE(one->withheld) << one->id;
}

TEST(Release, LessonsOfTheProgramCanBeReleased) {
  for (const auto& lesson : builtin_lessons()) {
    const Lesson copy = read_lesson(released(text_of_lesson(lesson->id), lesson->file), lesson->file);
    for (const Exercise* one : copy.exercises())
      EXPECT_TRUE(one->withheld || one->kind->is_task()) << lesson->id << " " << one->id;
  }
}

const std::string kPlayed =
    lesson_text(block("setup", "run.of reverse\nview norms\n") +
                block("choice", "id: q\nask: w\n- [x] two\n- [ ] another\n") +
                block("order", "id: o\nask: w\n- b\n- a\n") +
                block("predict", "id: p\nask: How many?\nanswer: step\nthen: view heads\n") +
                block("task", "id: t\nask: Look\nuntil: view = \"steps\"\nsolve: view steps\nbecause: so\n"));

TEST(Release, ACheckedCopyHasNoProblem) {
  const LessonCheck check = check_lesson(read_lesson(released(kPlayed, "p.md"), "p.md"), 1);
  EXPECT_TRUE(check.problems.empty()) << check.problems.front();
  EXPECT_EQ(check.exercises, 4);
}

struct ReleasedTest : LabTest {
  Attempt attempt(const std::string& id) const { return lab->view().lesson->attempt(id); }
};

TEST_F(ReleasedTest, AnswersAreKeptAndNotJudged) {
  lab->open_lesson(std::make_shared<const Lesson>(read_lesson(released(kPlayed, "p.md"), "p.md")));
  settle();
  say_and_settle("lesson.answer q 1");
  EXPECT_TRUE(attempt("q").done());
  EXPECT_EQ(attempt("q").judgement->kind, Judgement::Kind::Noted);
  EXPECT_EQ(attempt("q").judgement->truth, "");
  say_and_settle("lesson.answer p 12");
  EXPECT_EQ(attempt("p").judgement->kind, Judgement::Kind::Noted);
  EXPECT_EQ(lab->evaluate("view"), "norms") << "nothing shows what is true";
  expect_has(refusal("lesson.answer q 7"), "is not an option");
  say("view steps");
  for (int i = 0; i < 300 && !attempt("t").done(); ++i) {
    lab->update();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(attempt("t").done()) << "a task is still noticed";
}

}  // namespace
}  // namespace attnlab::testing
