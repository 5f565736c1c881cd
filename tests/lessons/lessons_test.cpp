// The open lesson in a Lab: its steps are set, answers judged, tasks noticed.
#include <nlohmann/json.hpp>

#include "app/cli/lesson/check.h"
#include "app/lessons/answer_sheet.h"
#include "app/lessons/catalog.h"
#include "tests/lessons/lesson_text.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

const std::string kTwoSteps =
    "---\nid: two\nseed: 5\n---\n# Two\n## First\n" +
    block("setup", "run.of reverse\ntrain.to 2\ntext.source cab\nview heads\n") +
    block("choice", "id: q\nask: w\n- {trace.step = 2} two\n- {trace.step != 2} another\n") +
    block("task",
          "id: t\nask: Look at the steps\nuntil: view = \"steps\"\nsolve: view "
          "steps\nshow: view.steps\nhint: h\n") +
    "## Second\n" + block("setup", "run.of reverse\ntrain.to 1\nview norms\n") +
    block("predict", "id: p\nask: How many?\nanswer: step\nthen: train.to 3\n");

struct LessonsTest : LabTest {
  explicit LessonsTest(std::filesystem::path answers = {}) : LabTest({}, 60, std::move(answers)) {}
  void begin(const std::string& text = kTwoSteps) {
    lab->open_lesson(std::make_shared<const Lesson>(read_lesson(text, "two.md")));
    settle();
  }
  LessonView shown() const { return *lab->view().lesson; }
  Attempt attempt(const std::string& id) const { return shown().attempt(id); }
};

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
  expect_has(refusal("lesson.answer q 7"), "no option");
  expect_has(refusal("lesson.answer r 1"), "the lesson has no exercise r; did you mean");
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
  expect_has(refusal("lesson.solve q"), "nobody can do q for you");
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
  for (const char* line : {"quit now", "model.save x", "open /etc/hosts", "figure x.png", "session.forget",
                           "window.save x.png", "model.load x", "theme dark", "metrics.save x",
                           "lesson.open x", "hand.copy csv", "timeline.budget 1"}) {
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

TEST_F(KeptAnswersTest, AreATableForTheTeacher) {
  begin();
  say_and_settle("lesson.answer q 0");
  say_and_settle("lesson.solve t");
  say("lesson.hint t");
  EXPECT_EQ(lab->close(), "");
  const auto rows = collected_answers({kept()}, {"anna"});
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
    expect_has(shown().error, "cannot be taken up");
    EXPECT_EQ(ask("view"), "heads");
    EXPECT_TRUE(shown().progress.seen.contains(0));
    say_and_settle("lesson.close");
  }
  expect_has(error_text<std::invalid_argument>([] {
               collected_answers({{{"lesson", 1}}}, {"ben"});
             }),
             "ben holds no");
}

TEST_F(KeptAnswersTest, AFolderThatCannotBeWrittenIsTold) {
  write_bytes(folder / "kept", "a file");
  begin();
  say_and_settle("lesson.close");
  expect_has(lab->view().notice, "answers are not kept: ");
}

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
             "none of the options of q is right");
  expect_has(problem(block("choice", "id: q\nask: a\n- {step = 0} b\n- [x] c\n")),
             "all options of q are right");
  expect_has(problem(block("number", "id: q\nask: a\nanswer: value nothing 0\n")), "q: ");
  expect_has(problem(block("number", "id: q\nask: a\nanswer: preset\n")), "is no number");
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
  expect_has(problem(weights + "weights[0,9]\n"), "and no matrix 9");
  expect_has(problem("view: heds\n"), "did you mean heads");
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
std::vector<BuiltinLesson> lessons_of(std::vector<int> seeds) {
  std::vector<BuiltinLesson> all;
  for (const auto& lesson : builtin_lessons())
    for (const int seed : seeds) all.push_back({lesson, seed});
  return all;
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
INSTANTIATE_TEST_SUITE_P(Chosen, BuiltinLessons, ::testing::ValuesIn(lessons_of({1})), name_of);
INSTANTIATE_TEST_SUITE_P(Every, BuiltinLessons, ::testing::ValuesIn(lessons_of({2, 3})), name_of);

}  // namespace
}  // namespace attnlab::testing
