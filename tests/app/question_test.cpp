// Questions of streams: where they end, and that the window opens with question and answer.
#include "core/tasks/base/question.h"

#include <gtest/gtest.h>

#include "app/state/lab/screen_trace.h"
#include "app/state/runs/opening.h"
#include "core/training/trainer.h"

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
  return std::move(open_models({.name = preset, .play = false}, {[] {}}).front());
}

TEST(Question, StreamsOpenWithQuestionAndAnswer) {
  for (const char* preset : {"addition", "induction"}) {
    const auto model = opened(preset);
    const Example first = model->experiment.task->sample_example();
    EXPECT_EQ(model->start.target, first.source + first.target) << preset;
    EXPECT_EQ(question_in(model->start.target, model->questions), first.source) << preset;
    ASSERT_FALSE(model->examples.empty());
    for (const Example& example : model->examples) {
      const std::string question = question_in(example.target, model->questions);
      EXPECT_GT(question.size(), 1u) << preset << " " << example.target;
      EXPECT_LT(question.size(), example.target.size()) << preset << " " << example.target;
    }
  }
}

TEST(Question, WordsOfQuestionAndAnswerStandApart) {
  const auto model = opened("modular");
  const Example first = model->experiment.task->sample_example();
  EXPECT_EQ(model->start.target, first.source + " " + first.target);
  for (const Example& example : model->examples)
    EXPECT_NE(example.target.find("= "), example.target.npos) << example.target;
  EXPECT_EQ(question_in(first.source + " " + first.target, model->questions), first.source);
  EXPECT_EQ(question_in(first.source + first.target, model->questions), first.source);
}

TEST(Question, AnotherTextBringsItsAnswerWhereItIsAnExample) {
  const auto model = opened("pronoun");
  AppState state = model->start;
  state.comparison = {Comparison::With::Text, model->examples[1].source, 0, nullptr};
  EXPECT_EQ(baselines(state, *model)[0].request.target, model->examples[1].target);
  state.comparison.text = "the dog";
  EXPECT_EQ(baselines(state, *model)[0].request.target, "");
}

TEST(Question, TheFirstRowIsOneThatCounts) {
  for (const char* preset : {"addition", "induction", "pronoun", "masked-words", "characters", "translate"}) {
    const auto model = opened(preset);
    const Trainer trainer(model->experiment.model, model->experiment.task, model->experiment.preset.training,
                          1);
    const TracePtr trace = model->tracer->trace(trainer.snapshot(), trace_request(model->start, *model));
    const auto& targets = trace->batch().target;
    EXPECT_NE(targets.at(static_cast<std::size_t>(model->start.selection.query)), kIgnoredTarget) << preset;
    const CellName cell = chosen_cell(model->start);
    EXPECT_NE(trace->explain(cell.tensor + ".grad", cell.index).value, 0) << preset << " " << cell.text();
  }
}

TEST(Question, OnlySomeTokensAreLabelled) {
  const auto nouns = opened("pronoun");
  EXPECT_EQ(nouns->labelled, nouns->experiment.vocabularies->source->encode("it"));
  EXPECT_TRUE(opened("characters")->labelled.empty());
}

TEST(Question, WhatIsMarkedByHandIsAskedOfTheTracer) {
  const auto model = opened("addition");
  AppState state = model->start;
  EXPECT_FALSE(trace_request(state, *model).question);
  state.question = 2;
  EXPECT_EQ(trace_request(state, *model).question, 2);
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
