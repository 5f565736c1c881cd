// Circuits in the Lab: what the view needs is computed for the head, the tokens and the step on screen.
#include <gtest/gtest.h>

#include "app/features/circuits/choice.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

struct CircuitsInLab : LabTest {
  void begin(const std::string& preset) {
    open(preset);
    say_and_settle("view circuits");
  }
  const CircuitResults& results() const { return *lab->view().analyses->of<CircuitResults>(); }
};

TEST_F(CircuitsInLab, HaveScoresOfTheStepOnScreenAndOfStoredSteps) {
  begin("induction-attention");
  ASSERT_NE(results().scores.value, nullptr);
  EXPECT_EQ(results().scores.step, 0);
  EXPECT_EQ(results().scores.value->heads.size(), 8u);
  say_and_settle("train.step 4");
  EXPECT_EQ(results().scores.step, 4);
  ASSERT_GE(results().course.size(), 2u);
  EXPECT_EQ(results().course.front().step, 0);
  say_and_settle("timeline.to 0");
  EXPECT_EQ(results().scores.step, 0);
}

TEST_F(CircuitsInLab, OfWordsAreThoseOfTheSelectedHead) {
  begin("induction-attention");
  say_and_settle("choose circuits.part looks");
  say_and_settle("select.attention decoder_self 1 2");
  ASSERT_NE(results().words, nullptr);
  EXPECT_EQ(results().words->head.name(), "decoder.layers.1.self_attention#2");
  EXPECT_EQ(results().words->rows.size(), 26u);
  say_and_settle("choose circuits.words \"a c\"");
  EXPECT_EQ(results().words->columns, (std::vector<std::string>{"a", "c"}));
  EXPECT_TRUE(results().words->some);
  say_and_settle("head.next");
  EXPECT_EQ(results().words->head.head, 3);
  say_and_settle("choose circuits.part says");
  EXPECT_EQ(results().words->part, "says");
}

TEST_F(CircuitsInLab, SayWhyAHeadHasNone) {
  begin("copy");
  say_and_settle("choose circuits.part says");
  say_and_settle("select.attention encoder_self 0 0");
  EXPECT_NE(results().why_no_words, "");
  say_and_settle("select.attention cross 0 0");
  EXPECT_EQ(results().why_no_words, "");
  EXPECT_EQ(results().words->part, "says");
}

TEST_F(CircuitsInLab, ComposeOverTheLayers) {
  begin("induction-attention");
  say_and_settle("choose circuits.part composition");
  ASSERT_NE(results().composition.value, nullptr);
  EXPECT_EQ(results().composition.value->size(), 4u * 4 * 3);
}

}  // namespace
}  // namespace attnlab
