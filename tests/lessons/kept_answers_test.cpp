// Answers to lessons that are kept in files, and how they are counted.
#include <nlohmann/json.hpp>

#include "app/lessons/answer_sheet.h"
#include "app/lessons/catalog.h"
#include "app/lessons/tally.h"
#include "tests/lessons/lessons_fixture.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

struct Answers {
  TempFolder folder;
};
struct KeptAnswersTest : Answers, LessonsTest {
  KeptAnswersTest() : LessonsTest(folder / "kept") {}
  nlohmann::ordered_json kept() const {
    return nlohmann::ordered_json::parse(read_bytes(folder / "kept/two.json"));
  }
};

TEST_F(KeptAnswersTest, ALessonGoesOnWhereItWasLeft) {
  begin();
  say_and_settle("lesson.answer q 1");
  say_and_settle("lesson.next");
  say_and_settle("lesson.answer p 3");
  say_and_settle("lesson.close");
  EXPECT_EQ(kept()["step"], 2);
  begin();
  EXPECT_EQ(shown().progress.step, 1u);
  EXPECT_TRUE(attempt("p").judgement->right());
  EXPECT_EQ(attempt("p").tries, 1);
  EXPECT_EQ(attempt("q").judgement->kind, Judgement::Kind::Wrong);
  EXPECT_EQ(attempt("q").judgement->truth, "two");
  say_and_settle("lesson.close");
  EXPECT_EQ(kept()["answers"][0]["right"], false) << "an answer of a step that was not on screen again";
  EXPECT_EQ(kept()["answers"][0]["done"], true);
}

/// Another tab of a browser may have written them meanwhile.
TEST_F(KeptAnswersTest, AreLeftAloneBySavesWithoutAChange) {
  begin();
  say_and_settle("lesson.answer q 1");
  EXPECT_EQ(lab->save(false), "");
  EXPECT_EQ(kept()["answers"][0]["tries"], 1);
  write_bytes(folder / "kept/two.json", "{\"of\": \"another\"}");
  lab->update();
  EXPECT_EQ(lab->save(false), "");
  EXPECT_EQ(kept()["of"], "another");
  say("lesson.hint t");
  EXPECT_EQ(lab->save(false), "");
  EXPECT_EQ(kept()["answers"][1]["hints"], 1) << "a change is written";
}

TEST_F(KeptAnswersTest, AreATableForTheTeacher) {
  begin();
  say_and_settle("lesson.answer q 0");
  say_and_settle("lesson.solve t");
  say("lesson.hint t");
  EXPECT_EQ(lab->close(), "");
  const auto rows = collected_answers({{"anna", read_sheet(kept())}});
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[1][2], "anna");
  EXPECT_EQ(rows[1][3], "q");
  EXPECT_EQ(rows[1][5], "yes");
  EXPECT_EQ(rows[1][11], "two");
  EXPECT_EQ(rows[2][3], "t");
  EXPECT_EQ(rows[2][7], "1");
  EXPECT_EQ(rows[3][5], "");
  EXPECT_EQ(rows[0].size(), rows[1].size());
}

TEST_F(KeptAnswersTest, DamagedOnesAreToldAndHarmNothing) {
  std::filesystem::create_directories(folder / "kept");
  for (const char* text : {"", "{", "[]", "{\"lesson\": \"two\"}", "{\"lesson\": 3}"}) {
    write_bytes(folder / "kept/two.json", text);
    begin();
    expect_has(shown().error, "cannot be restored");
    EXPECT_EQ(ask("view"), "heads");
    EXPECT_TRUE(shown().progress.seen.contains(0));
    say_and_settle("lesson.close");
  }
  write_bytes(folder / "ben.json", "{\"lesson\": 1}");
  expect_has(error_text<std::runtime_error>([&] { load_sheet(folder / "ben.json"); }),
             "ben.json' does not contain answers to a lesson, or is damaged");
}

TEST_F(KeptAnswersTest, AreCountedForTheListOfLessons) {
  const auto lesson = builtin_lesson("one-weight");
  Progress progress;
  progress.seconds = {{0, 5.0}, {1, 5.0}};
  progress.step = 1;
  for (const Exercise* exercise : lesson->steps[0].exercises())
    progress.attempts[exercise->id].skipped = true;
  write_bytes(folder / "kept/one-weight.json", answer_sheet(*lesson, progress).dump());
  write_bytes(folder / "kept/tour.json", "damaged");
  const LessonTallies tallies = kept_tallies(folder / "kept");
  EXPECT_EQ(tallies.size(), 1u);
  EXPECT_EQ(tallies.at("one-weight"), tally_of(*lesson, progress));
  EXPECT_EQ(tallies.at("one-weight").done, 1u) << "the second step was seen, and is not done";
  for (int i = 0; i < 2000 && !lab->view().tallies; ++i) {
    lab->update();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_NE(lab->view().tallies, nullptr);
  EXPECT_EQ(*lab->view().tallies, tallies);
}

TEST_F(KeptAnswersTest, AFolderThatCannotBeWrittenIsTold) {
  write_bytes(folder / "kept", "a file");
  begin();
  say_and_settle("lesson.close");
  expect_has(lab->view().notice, "the answers are not saved: ");
}

TEST(LessonTallies, CountStepsAnswersAndWhatWasSkipped) {
  const Lesson lesson = read_lesson(kTwoSteps, "two.md");
  Progress progress;
  EXPECT_EQ(tally_of(lesson, progress), (LessonTally{.steps = 2}));
  const auto answered = [](Judgement::Kind kind) {
    Attempt attempt;
    attempt.state = Attempt::State::Done;
    attempt.judgement = Judgement{kind, "", ""};
    return attempt;
  };
  progress.seen = {0};
  progress.attempts["q"] = answered(Judgement::Kind::Wrong);
  EXPECT_EQ(tally_of(lesson, progress), (LessonTally{.steps = 2, .answered = 1})) << "the task is left";
  progress.attempts["t"] = answered(Judgement::Kind::Right);
  progress.attempts["p"].skipped = true;
  EXPECT_EQ(tally_of(lesson, progress), (LessonTally{.steps = 2, .done = 1, .answered = 1, .skipped = 1}))
      << "a task is not an answer, and the second step was not seen";
  progress.seconds[1] = 2;
  progress.attempts["q"] = answered(Judgement::Kind::Right);
  EXPECT_EQ(tally_text(tally_of(lesson, progress)), "2 of 2 steps done, 1 of 1 answers correct, 1 skipped");
}

}  // namespace
}  // namespace attnlab::testing
