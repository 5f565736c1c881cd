// Conditions: what they mean, and what they refuse.
#include "app/base/condition.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"

namespace attnlab::testing {
namespace {

ExpressionSource source() {
  ExpressionSource all;
  all.value = [](const std::string& name) -> std::string {
    static const std::map<std::string, std::string> values{
        {"step", "300"},   {"loss", "0.25"},          {"weights 0,*", "0.1 0.7 0.2"},
        {"playing", "no"}, {"says", "the black cat"}, {"heads", "none"}};
    const auto found = values.find(name);
    if (found == values.end()) throw std::invalid_argument("there is no expression " + name);
    return found->second;
  };
  all.course = [](const std::string& name) -> std::vector<StepValue> {
    if (name == "loss") return {{1, "3"}, {2, "2"}, {5, "0.9"}, {9, "0.5"}};
    if (name == "right") return {{2, "0"}, {9, "1"}};
    throw std::invalid_argument(name + " is not recorded");
  };
  return all;
}

bool holds(const std::string& text) { return Condition::parse(text).holds(source()); }
std::string value(const std::string& text) { return Condition::parse(text).value(source()); }
std::string refusal(const std::string& text) {
  return error_text<std::invalid_argument>([&] { Condition::parse(text).holds(source()); });
}

TEST(Condition, ComparesNumbersAndTexts) {
  EXPECT_TRUE(holds("step = 300"));
  EXPECT_TRUE(holds("step = 300.0000001"));
  EXPECT_FALSE(holds("step != 300"));
  EXPECT_TRUE(holds("loss < 0.5"));
  EXPECT_FALSE(holds("loss < 0.25"));
  EXPECT_TRUE(holds("loss <= 0.25"));
  EXPECT_TRUE(holds("says = \"the black cat\""));
  EXPECT_TRUE(holds("playing = no"));
  EXPECT_TRUE(holds("loss in 0.2..0.3"));
  EXPECT_FALSE(holds("loss in 0.3..0.4"));
}

TEST(Condition, WhatIsNoNumberIsNeitherMoreNorLess) {
  EXPECT_FALSE(holds("heads > 0.4"));
  EXPECT_FALSE(holds("heads <= 0.4"));
  EXPECT_TRUE(holds("heads = none"));
}

TEST(Condition, OfSeveralValuesOneIsEnough) {
  EXPECT_TRUE(holds("weights 0,* > 0.6"));
  EXPECT_FALSE(holds("weights 0,* > 0.8"));
  EXPECT_TRUE(holds("not (weights 0,* > 0.8)"));
  EXPECT_TRUE(holds("weights 0,* in 0.15..0.25"));
}

TEST(Condition, ConnectsByOrAndNot) {
  EXPECT_TRUE(holds("step = 1 or loss < 1 and playing = no"));
  EXPECT_FALSE(holds("(step = 1 or loss < 1) and playing = yes"));
  EXPECT_TRUE(holds("not step = 1"));
}

TEST(Condition, CountsAndCallsFunctions) {
  EXPECT_EQ(value("1 + 2 * 3"), "7");
  EXPECT_EQ(value("( 1 + 2 ) * 3 - 4 / 2"), "7");
  EXPECT_EQ(value("max(weights 0,*)"), "0.7");
  EXPECT_EQ(value("argmax(weights 0,*)"), "1");
  EXPECT_EQ(value("sum(weights 0,* ; loss)"), "1.25");
  EXPECT_EQ(value("count(weights 0,*)"), "3");
  EXPECT_EQ(value("exp(0)"), "1");
  EXPECT_EQ(value("weights 0,*"), "0.1 0.7 0.2");
  EXPECT_EQ(value("loss < 1"), "yes");
}

TEST(Condition, FindsTheFirstStep) {
  EXPECT_EQ(value("first_step(loss < 1)"), "5");
  EXPECT_EQ(value("first_step(loss < 0.1)"), "none");
  EXPECT_EQ(value("first_step(right = 1 and loss < 1)"), "9");
  EXPECT_TRUE(holds("first_step(loss < 1) in 3..8"));
  EXPECT_FALSE(holds("first_step(loss < 0.1) < 100"));
  expect_has(refusal("first_step(1 = 1) = 2"), "needs an expression");
  expect_has(refusal("first_step(step = 1) = 2"), "step is not recorded");
}

TEST(Condition, NamesTheWordAtFault) {
  expect_has(refusal(""), "the condition is empty");
  expect_has(refusal("loss <"), "missing at the end");
  expect_has(refusal("( loss < 1"), "\")\" is missing at the end");
  expect_has(refusal("loss < 1 )"), "\")\" is not expected");
  expect_has(refusal("mox(loss)"), "there is no function mox; did you mean max");
  expect_has(refusal("loss in 3..2"), "must be a range");
  expect_has(refusal("says = \"open"), "never closed");
  expect_has(refusal("lass < 1"), "there is no expression lass");
  expect_has(refusal("weights 0,* + 1"), "one number on each side");
  expect_has(refusal("max(says)"), "is not a number");
  expect_has(refusal(std::string(2000, '(')), "nested too deeply");
  std::string nots;
  for (int i = 0; i < 2000; ++i) nots += "not ";
  expect_has(refusal(nots), "nested too deeply");
}

TEST(Condition, ListsItsExpressions) {
  EXPECT_EQ(Condition::parse("step > 1 and max(weights 0,*) < loss").expressions(),
            (std::vector<std::string>{"step", "weights 0,*", "loss"}));
  EXPECT_TRUE(Condition().holds(source()));
}

TEST(Condition, KnowsWhatCompares) {
  EXPECT_TRUE(compares("loss < 1"));
  EXPECT_TRUE(compares("loss in 1..2"));
  EXPECT_FALSE(compares("source \"a < b\""));
  EXPECT_FALSE(compares("value x 0,1 0.5"));
}

}  // namespace
}  // namespace attnlab::testing
