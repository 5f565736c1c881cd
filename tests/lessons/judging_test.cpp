// Judging answers: each kind of exercise tells right answers from wrong ones.
#include "app/lessons/judging.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/lessons/exercise_kind.h"
#include "tests/lessons/lesson_text.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"

namespace attnlab::testing {
namespace {

using Kind = Judgement::Kind;

ExpressionSource judged_source() {
  ExpressionSource all;
  all.value = [](const std::string& name) -> std::string {
    if (name == "loss") return "0.76";
    if (name == "row") return "0.7 0.3 0.2 0.8";
    throw std::invalid_argument("there is no expression " + name);
  };
  return all;
}

/// An exercise with the lesson that owns it.
struct Asked {
  explicit Asked(const std::string& text) : lesson(read_lesson(lesson_text(text), "tried.md")) {}
  const Exercise& exercise() const { return std::get<Exercise>(lesson.steps[0].blocks[0]); }
  Judgement judge(const Answer& answer) const {
    return exercise().kind->judge(exercise(), answer, judged_source());
  }
  Answer right() const { return exercise().kind->right_answer(exercise(), judged_source()); }
  Answer wrong() const { return exercise().kind->wrong_answer(exercise(), judged_source()); }
  std::string refusal(const Answer& answer) const {
    return error_text<std::invalid_argument>([&] { judge(answer); });
  }
  Lesson lesson;
};

const std::string kChoice = block("choice",
                                  "id: q\nask: w\n- {loss < 1} low\n  > low it is\n- [ ] high\n  > not "
                                  "high\n- [x] a number\nright: R\nwrong: W\n");

TEST(Judging, AChoiceIsRightWhereAllRightOptionsAreChosen) {
  const Asked asked(kChoice);
  EXPECT_EQ(asked.judge({"2", "0"}).kind, Kind::Right);
  EXPECT_EQ(asked.judge({"0"}).kind, Kind::Wrong);
  EXPECT_EQ(asked.judge({"0", "1", "2"}).kind, Kind::Wrong);
  EXPECT_EQ(asked.judge({"0", "2"}).said, "low it is R");
  EXPECT_EQ(asked.judge({"1"}).said, "not high W");
  EXPECT_EQ(asked.judge({"1"}).truth, "low, a number");
  EXPECT_EQ(asked.right(), (Answer{"0", "2"}));
  EXPECT_EQ(asked.wrong(), (Answer{"1"}));
  expect_has(asked.refusal({"3"}), "\"3\" is not an option of q, which has options 0 to 2");
  expect_has(asked.refusal({}), "choose an option");
  EXPECT_EQ(answer_text(asked.exercise(), {"1", "2"}), "high, a number");
}

TEST(Judging, ANumberIsRightWithinItsTolerance) {
  const Asked asked(block("number", "id: q\nask: w\nanswer: loss * 2\ntolerance: 0.01\n"));
  EXPECT_EQ(asked.judge({"1.52"}).kind, Kind::Right);
  EXPECT_EQ(asked.judge({"1.53"}).kind, Kind::Right);
  EXPECT_EQ(asked.judge({"1,51"}).kind, Kind::Right);
  EXPECT_EQ(asked.judge({"1.54"}).kind, Kind::Wrong);
  EXPECT_EQ(asked.judge({"−1.52"}).kind, Kind::Wrong);
  EXPECT_EQ(asked.judge({"1"}).truth, "1.52");
  expect_has(asked.refusal({"much"}), "with a number");
  expect_has(asked.refusal({"1.52 or so"}), "with a number");
  EXPECT_EQ(asked.judge(asked.right()).kind, Kind::Right);
  EXPECT_EQ(asked.judge(asked.wrong()).kind, Kind::Wrong);
}

TEST(Judging, AnExactNumberNeedsNoTolerance) {
  const Asked asked(block("number", "id: q\nask: w\nanswer: 3 * 4\n"));
  EXPECT_EQ(asked.judge({"12"}).kind, Kind::Right);
  EXPECT_EQ(asked.judge({"12.001"}).kind, Kind::Wrong);
}

TEST(Judging, AnOrderIsAsListedOrByTheModel) {
  const Asked listed(block("order", "id: q\nask: w\n- a\n- b\n- c\n"));
  EXPECT_EQ(listed.judge({"0", "1", "2"}).kind, Kind::Right);
  EXPECT_EQ(listed.judge({"0", "2", "1"}).kind, Kind::Wrong);
  expect_has(listed.refusal({"0", "1"}), "all of its items");
  expect_has(listed.refusal({"0", "0", "1"}), "each once");
  const Asked ranked(block("order", "id: q\nask: w\n- {1} a\n- {loss} b\n- {2} c\n- {1} d\n"));
  EXPECT_EQ(ranked.right(), (Answer{"2", "0", "3", "1"}));
  EXPECT_EQ(ranked.judge({"2", "3", "0", "1"}).kind, Kind::Right) << "equal values have no order";
  EXPECT_EQ(ranked.judge(ranked.wrong()).kind, Kind::Wrong);
  EXPECT_EQ(ranked.judge({"0", "1", "2", "3"}).truth, "c, a, d, b");
}

TEST(Judging, AMaskIsRightInEveryCell) {
  const Asked asked(block("paint", "id: q\nask: w\npicture: 10/11\n"));
  EXPECT_EQ(asked.judge({"10", "11"}).kind, Kind::Right);
  EXPECT_EQ(asked.judge({"11", "11"}).kind, Kind::Wrong);
  EXPECT_EQ(asked.judge(asked.wrong()).kind, Kind::Wrong);
  expect_has(asked.refusal({"10"}), "2 rows of 2 digits");
  expect_has(asked.refusal({"10", "12"}), "2 rows of 2 digits");
}

TEST(Judging, PaintedWeightsAreRightNearTheModels) {
  const Asked asked(block("paint", "id: q\nask: w\npicture: 11/11\nanswer: row\ntolerance: 0.15\n"));
  EXPECT_EQ(asked.judge({"73", "28"}).kind, Kind::Right);
  EXPECT_EQ(asked.judge({"64", "28"}).kind, Kind::Right) << "0.1 and 0 apart";
  EXPECT_EQ(asked.judge({"55", "55"}).kind, Kind::Wrong);
  EXPECT_EQ(asked.judge({"55", "55"}).truth, "73/28");
  EXPECT_EQ(asked.judge(asked.right()).kind, Kind::Right);
  EXPECT_EQ(asked.judge(asked.wrong()).kind, Kind::Wrong);
}

TEST(Judging, APaintedRowMeansTheWeightsThatTheModelHas) {
  const Asked asked(block("paint", "id: q\nask: w\npicture: 11/11\nanswer: row\ntolerance: 0.15\n"));
  const Answer right = asked.right();
  const std::vector<double> model{0.7, 0.3, 0.2, 0.8};
  for (std::size_t i = 0; i < model.size(); ++i)
    EXPECT_NEAR(painted_row(asked.exercise(), right[i / 2])[i % 2], model[i], 0.05) << i;
  EXPECT_EQ(painted_row(asked.exercise(), "30"), (std::vector<double>{1, 0})) << "only shares count";
  EXPECT_EQ(painted_row(asked.exercise(), "00"), (std::vector<double>{0, 0}));
  const Asked mask(block("paint", "id: q\nask: w\npicture: 10/11\n"));
  EXPECT_EQ(painted_row(mask.exercise(), "11"), (std::vector<double>{1, 1}));
}

TEST(Judging, WeightsNeedAsManyNumbersAsThePictureHasCells) {
  for (const char* picture : {"1/1", "111/111"}) {
    const Asked asked(block(
        "paint", "id: q\nask: w\npicture: " + std::string(picture) + "\nanswer: row\ntolerance: 0.15\n"));
    expect_has(error_text<std::invalid_argument>([&] { asked.right(); }),
               "row has 4 numbers, but the picture has 2 × ");
  }
}

TEST(Judging, ATextIsNoted) {
  const Asked asked(block("explain", "id: q\nask: w\nbecause: b\n"));
  EXPECT_EQ(asked.judge({"as I see it"}).kind, Kind::Noted);
  EXPECT_TRUE(asked.wrong().empty());
}

TEST(Shuffled, HasEveryOptionOnceAndDependsOnTheSeed) {
  const Asked asked(block("order", "id: q\nask: w\n- a\n- b\n- c\n- d\n"));
  std::set<std::vector<std::size_t>> seen;
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::vector<std::size_t> order = shuffled_options(asked.exercise(), seed);
    EXPECT_EQ(order, shuffled_options(asked.exercise(), seed));
    EXPECT_FALSE(std::ranges::is_sorted(order)) << "the right order at once";
    seen.insert(order);
    std::ranges::sort(order);
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
  }
  EXPECT_GT(seen.size(), 10u);
}

}  // namespace
}  // namespace attnlab::testing
