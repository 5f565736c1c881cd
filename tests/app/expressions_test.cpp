// Expressions of scripts: every row has a value, and a clear error where it has none.
#include "app/state/expressions/expressions.h"

#include <map>
#include <set>

#include "app/window/window_expressions.h"
#include "core/training/preset.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

const std::string kWeights = "encoder.layers.0.self_attention.weights";

/// The arguments and the expected value of each row in the state of ExpressionsTest::prepare(); "": any
/// value.
struct Question {
  std::string arguments, answer;
};
const std::map<std::string_view, Question>& questions() {
  static const std::map<std::string_view, Question> all{
      {"title", {"", "reverse"}},
      {"preset", {"", "reverse"}},
      {"source", {"", "cab"}},
      {"view", {"", "heads"}},
      {"beside", {"", "norms"}},
      {"choice", {"heads.average", "true"}},
      {"stage", {"", "softmax"}},
      {"attention", {"", "encoder_self"}},
      {"layer", {"", "1"}},
      {"head", {"", "2"}},
      {"query", {"", "1"}},
      {"key", {"", "3"}},
      {"cell", {"", "encoder.layers.1.self_attention.weights[0,2,1,3]"}},
      {"theme", {"", "light"}},
      {"screen", {"digits", "5"}},
      {"zoom", {"heads.map", "whole"}},
      {"walking", {"", "no"}},
      {"tiling", {"", "no"}},
      {"recent", {"1", "none"}},
      {"picture", {"", "0"}},
      {"picture.own", {"", "none"}},
      {"class", {"", "none"}},
      {"step", {"", "3"}},
      {"playing", {"", "no"}},
      {"setting", {"batch", "8"}},
      {"device", {"", "cpu"}},
      {"train.device", {"", "cpu"}},
      {"run", {"", "1"}},
      {"runs", {"", "1"}},
      {"sweep", {"", "none"}},
      {"rewound", {"", "no"}},
      {"timeline.changes", {"", "1"}},
      {"timeline.change", {"1", "batch 32 → 8"}},
      {"timeline.pin", {"3", "here"}},
      {"samples", {"", "none"}},
      {"samples.steps", {"", "none"}},
      {"heads.steps", {"", "none"}},
      {"hand.number", {"q 0 3", "0.1"}},
      {"hand.cell", {"", "hand.scores[0,0,0]"}},
      {"hand.cursor", {"", "q[0,0]"}},
      {"hand.sizes", {"", "queries=1 keys=3 features=4 values=3 hidden=4"}},
      {"hand.score", {"", "scaled_dot"}},
      {"hand.mask", {"", "none"}},
      {"value", {kWeights + " 0,0,0,0", ""}},
      {"gradient", {kWeights + " 0,0,0,0", ""}},
      {"says", {"0", ""}},
      {"chance", {"a 0", ""}},
      {"heads", {"entropy 0 all", ""}},
      {"measured", {"validation.loss", ""}},
      {"source_tokens", {"", "c a b <eos>"}},
      {"tiles.by", {"", "processor"}},
      {"experts.share", {"0", "none"}},
      {"probes.label", {"", "none"}},
      {"probes.accuracy", {"0", "none"}},
      {"probes.steps", {"", "0"}},
      {"merging", {"", "no"}},
      {"pairing", {"", "no"}},
      {"vectors.points", {"", "none"}},
      {"vectors.word", {"", "none"}},
      {"vectors.near", {"1", "none"}},
      {"vectors.chosen", {"", "0"}},
      {"vectors.paths", {"", "0"}},
      {"contributions.word", {"", "none"}},
      {"contributions.logit", {"", "none"}},
      {"contributions.sum", {"", "none"}},
      {"contributions.part", {"target.embedding", "none"}},
      {"aligning", {"", "no"}},
      {"alignment.at", {"", "none"}},
      {"alignment.right", {"additive 1", "none"}},
      {"tokens", {"characters", "3"}},
      {"cost.parameters",
       {"", std::to_string(parameter_count(with_vocabularies(find_preset("reverse")).model))}},
      {"trace.step", {"", "3"}},
      {"trace.edited", {kWeights, "no"}},
      {"other", {kWeights + " 0,0,0,0", ""}},
      {"other.step", {"", "3"}},
      {"lesson", {"", "small"}},
      {"lesson.step", {"", "1"}},
      {"lesson.exercise", {"sum", "right"}},
  };
  return all;
}

Question question_for(const ScriptExpression& row) {
  const auto found = questions().find(row.name);
  return found == questions().end() ? Question{} : found->second;
}

constexpr const char* kLesson = R"(---
id: small
preset: reverse
---
# Small
## Adding
```number
id: sum
ask: 2 + 3?
answer: 5
```
```number
id: product
ask: 2 · 3?
answer: 6
```
```explain
id: why
ask: Why?
because: As it is.
```
)";

struct ExpressionsTest : LabTest {
  const testing::TempFolder folder;

  void prepare() {
    open();
    testing::write_bytes(folder / "small.md", kLesson);
    say_and_settle("lesson.open " + (folder / "small.md").string());
    say_and_settle("lesson.answer sum 5");
    say_and_settle("lesson.answer product 7");
    for (const char* line :
         {"train.step 3", "train.set batch 8", "pin here", "text.source cab", "theme light", "digits 5",
          "edit no positions", "view heads", "view.beside norms", "choose heads.average on",
          "select.attention encoder_self", "select.layer 1", "select.head 2", "select.stage softmax",
          "select.query 1", "select.key 3"})
      say_and_settle(line);
  }
  std::string asked(const ScriptExpression& row) const {
    const std::string arguments = question_for(row).arguments;
    return ask(std::string(row.name) + (arguments.empty() ? "" : " ") + arguments);
  }
  std::string refused(const std::string& expression) const {
    return testing::error_text<std::invalid_argument>([&] { ask(expression); });
  }
};

TEST_F(ExpressionsTest, EveryOneAnswers) {
  prepare();
  for (const ScriptExpression& row : script_expressions()) {
    SCOPED_TRACE(row.name);
    std::string answer;
    EXPECT_NO_THROW(answer = asked(row));
    const std::string wanted = question_for(row).answer;
    EXPECT_TRUE(wanted.empty() || answer == wanted) << answer;
  }
  for (const auto& [name, question] : questions())
    EXPECT_EQ(std::ranges::count(script_expressions(), name, &ScriptExpression::name), 1) << name;
}

TEST_F(ExpressionsTest, EveryOneHasANameOfItsOwnAndWords) {
  std::set<std::string_view> names;
  for (const auto& rows : {script_expressions(), window_expressions()}) {
    for (const ScriptExpression& row : rows) {
      EXPECT_TRUE(names.insert(row.name).second) << row.name;
      EXPECT_FALSE(row.help.empty()) << row.name;
      EXPECT_EQ(row.help.find('|'), std::string_view::npos) << row.name << ": stands in a table";
      EXPECT_TRUE(row.value) << row.name;
    }
  }
}

TEST_F(ExpressionsTest, ThoseOfThePassWaitForIt) {
  for (const ScriptExpression& row : script_expressions())
    if (row.needs == Needs::Trace) {
      EXPECT_THROW(asked(row), std::invalid_argument) << row.name;
    }
  EXPECT_EQ(refused("walk"), kNoPassYet);
  EXPECT_EQ(ask("step"), "0");
  EXPECT_EQ(ask("run"), "0");
}

TEST_F(ExpressionsTest, AnUnknownOneComesWithNearNames) {
  expect_has(refused("quary"), "there is no expression quary; did you mean query");
  expect_has(refused("timeline.chang 1"), "did you mean timeline.change");
  EXPECT_NE(refused(""), "no error");
  const std::string of_window = testing::error_text<std::invalid_argument>(
      [&] { evaluate_expression("fokus", lab->view(), window_expressions()); });
  expect_has(of_window, "did you mean focus");
}

TEST_F(ExpressionsTest, TooFewOrTooManyArgumentsAreRefused) {
  for (const ScriptExpression& row : script_expressions()) {
    EXPECT_NE(refused(std::string(row.name) + " a b c"), "no error") << row.name;
    if (!row.arguments.empty() && row.arguments[0] != '[') {
      expect_has(refused(std::string(row.name)),
                 "use " + std::string(row.name) + " " + std::string(row.arguments));
    }
  }
  EXPECT_EQ(refused("step 3"), "expect step: use step");
}

TEST_F(ExpressionsTest, OfALessonTellWhatBecameOfItsExercises) {
  prepare();
  EXPECT_EQ(ask("lesson.exercise product"), "wrong");
  EXPECT_EQ(ask("lesson.exercise why"), "open");
  say_and_settle("lesson.answer why As it is");
  EXPECT_EQ(ask("lesson.exercise why"), "noted");
  EXPECT_EQ(refused("lesson.exercise sun"),
            "the lesson small does not have an exercise sun; did you mean sum, why or product?");
  say_and_settle("lesson.close");
  EXPECT_EQ(ask("lesson"), "none");
  EXPECT_EQ(refused("lesson.step"), "no lesson is open");
}

TEST_F(ExpressionsTest, WhatIsNotThereIsRefused) {
  open();
  for (const char* expression :
       {"choice heads.averge", "choice heds.average", "setting batsh", "screen digit", "timeline.change 1",
        "hand.number q 1 0", "hand.number z 0 0", "timeline.change x", "value no.such 0",
        "value output.logits 0,x,0", "other output.logits 0,0,0", "recent x"})
    EXPECT_NE(refused(expression), "no error") << expression;
}

}  // namespace
}  // namespace attnlab
