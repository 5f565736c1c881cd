// Questions of streams: where they end, and that the window opens with question and answer.
#include "app/state/question.h"

#include <gtest/gtest.h>

#include "app/state/runs/opening.h"

namespace attnlab {
namespace {

const std::vector<Example> kSums = {{"12+34=", "046"}, {"99+01=", "100"}};
const std::vector<Example> kRepeats = {{"abca", "bc"}, {"xyzwx", "yzw"}};

TEST(Question, AKnownOneEndsWhereItsAnswerBegins) {
  EXPECT_EQ(question_in("12+34=046", kSums), "12+34=");
  EXPECT_EQ(question_in("abcabc", kRepeats), "abca");
}

TEST(Question, ATypedOneEndsAtTheTokenThatEndsAll) {
  EXPECT_EQ(question_in("7+8=15", kSums), "7+8=");
  EXPECT_EQ(question_in("7+8", kSums), "");
}

TEST(Question, ARepeatedTextEndsItsQuestionWhereItBeginsAgain) {
  EXPECT_EQ(question_in("qrstqrst", kRepeats), "qrstq");
  EXPECT_EQ(question_in("qrst", kRepeats), "");
}

TEST(Question, FreeTextAsksNothing) {
  EXPECT_EQ(question_in("the owl", {}), "");
  EXPECT_EQ(question_in("the owl", std::vector<Example>{{"", "the fox"}}), "");
  EXPECT_EQ(question_in("", kSums), "");
}

std::unique_ptr<OpenModel> opened(const std::string& preset) {
  return std::move(open_models({OpenRequest::Kind::Preset, preset, false}, [] {}).front());
}

TEST(Question, StreamsOpenWithQuestionAndAnswer) {
  for (const char* preset : {"addition", "induction"}) {
    const auto model = opened(preset);
    const Example first = model->experiment.task->sample_example();
    EXPECT_EQ(model->start.target, first.source + first.target) << preset;
    EXPECT_EQ(question_in(model->start.target, model->questions), first.source) << preset;
    ASSERT_FALSE(model->examples.empty());
    for (const std::string& example : model->examples) {
      const std::string question = question_in(example, model->questions);
      EXPECT_GT(question.size(), 1u) << preset << " " << example;
      EXPECT_LT(question.size(), example.size()) << preset << " " << example;
    }
  }
}

TEST(Question, FreeTextsOpenWithAFewWholeWords) {
  for (const char* preset : {"characters", "words", "subwords"}) {
    const auto model = opened(preset);
    const auto& tokenizer = model->experiment.vocabularies->target;
    const std::size_t tokens = tokenizer.encode(model->start.target).size();
    EXPECT_GE(tokens, 4u) << preset << ": " << model->start.target;
    EXPECT_LE(tokens, 16u) << preset << ": " << model->start.target;
    EXPECT_TRUE(model->questions.empty());
  }
}

}  // namespace
}  // namespace attnlab
