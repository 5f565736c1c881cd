// Fields: text, JSON, help and errors of configuration objects; nearest names.
#include "core/config/fields.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/config/nearest.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

struct FieldValues {
  Index count = 3;
  double rate = 0.25;
  bool on = true;
  std::string kind = "soft";
  std::string text;
};

Fields fields_of(FieldValues& o) {
  return {{"count", &o.count, "how many", 1, 10},
          {"rate", &o.rate, "how fast", 0},
          {"on", &o.on, "whether"},
          {"kind", &o.kind, "which", 0, 0, {"soft", "hard", "other"}},
          {"text", &o.text, "any text"}};
}

std::string set_error(std::string_view name, std::string_view text) {
  FieldValues options;
  return error_text<std::invalid_argument>([&] { set_field(fields_of(options), name, text, "demo"); });
}

std::string json_error(const char* text) {
  FieldValues options;
  return error_text<std::invalid_argument>(
      [&] { fields_from_json(nlohmann::json::parse(text), fields_of(options), "demo"); });
}

TEST(Fields, AreSetFromText) {
  FieldValues o;
  const Fields fields = fields_of(o);
  set_field(fields, "count", "10", "demo");
  set_field(fields, "rate", "1e-3", "demo");
  set_field(fields, "on", "false", "demo");
  set_field(fields, "kind", "hard", "demo");
  set_field(fields, "text", "a b", "demo");
  EXPECT_EQ(o.count, 10);
  EXPECT_EQ(o.rate, 1e-3);
  EXPECT_FALSE(o.on);
  EXPECT_EQ(o.kind, "hard");
  EXPECT_EQ(o.text, "a b");
}

TEST(Fields, TextAndJsonGoThereAndBack) {
  FieldValues o{7, 0.1, false, "other", "x\"y"};
  FieldValues copy;
  fields_from_json(nlohmann::json(fields_to_json(fields_of(o))), fields_of(copy), "demo");
  EXPECT_EQ(fields_to_json(fields_of(copy)), fields_to_json(fields_of(o)));
  EXPECT_EQ(fields_to_json(fields_of(o)).dump(),
            R"({"count":7,"rate":0.1,"on":false,"kind":"other","text":"x\"y"})");
  FieldValues again;
  const Fields from = fields_of(o), to = fields_of(again);
  for (std::size_t i = 0; i < from.size(); ++i) set_field(to, from[i].name, field_text(from[i]), "demo");
  EXPECT_EQ(fields_to_json(to), fields_to_json(from));
}

TEST(Fields, JsonLeavesTheRestAlone) {
  FieldValues o;
  fields_from_json(nlohmann::json::parse(R"({"count":5})"), fields_of(o), "demo");
  EXPECT_EQ(o.count, 5);
  EXPECT_EQ(o.rate, 0.25);
}

TEST(Fields, ErrorsNameFieldValueAndWhatIsAllowed) {
  EXPECT_EQ(set_error("count", "11"), "demo.count is 11, but must be a whole number from 1 to 10");
  EXPECT_EQ(set_error("count", "2.5"), "demo.count is 2.5, but must be a whole number from 1 to 10");
  EXPECT_EQ(set_error("count", ""), "demo.count is empty, but must be a whole number from 1 to 10");
  EXPECT_EQ(set_error("count", "99999999999999999999"),
            "demo.count is 99999999999999999999, but must be a whole number from 1 to 10");
  EXPECT_EQ(set_error("rate", "-1"), "demo.rate is -1, but must be a number of at least 0");
  EXPECT_EQ(set_error("rate", "nan"), "demo.rate is nan, but must be a number of at least 0");
  EXPECT_EQ(set_error("rate", "0.1x"), "demo.rate is 0.1x, but must be a number of at least 0");
  EXPECT_EQ(set_error("on", "yes"), "demo.on is yes, but must be true or false");
  EXPECT_EQ(set_error("kind", "sof"), "demo.kind is sof, but must be soft, hard or other");
}

TEST(Fields, JsonErrorsToo) {
  EXPECT_EQ(json_error("[]"), "demo must be a JSON object");
  EXPECT_EQ(json_error(R"({"count":"3"})"), "demo.count is \"3\", but must be a whole number from 1 to 10");
  EXPECT_EQ(json_error(R"({"count":1.0})"), "demo.count is 1.0, but must be a whole number from 1 to 10");
  EXPECT_EQ(json_error(R"({"on":1})"), "demo.on is 1, but must be true or false");
  EXPECT_EQ(json_error(R"({"kind":null})"), "demo.kind is null, but must be soft, hard or other");
  EXPECT_EQ(json_error(R"({"rate":-0.5})"), "demo.rate is -0.5, but must be a number of at least 0");
}

TEST(Fields, ARefusedValueLeavesTheOldOne) {
  FieldValues o;
  EXPECT_THROW(set_field(fields_of(o), "count", "11", "demo"), std::invalid_argument);
  EXPECT_THROW(set_field(fields_of(o), "kind", "loud", "demo"), std::invalid_argument);
  EXPECT_THROW(set_field(fields_of(o), "on", "perhaps", "demo"), std::invalid_argument);
  EXPECT_THROW(fields_from_json({{"rate", -1.0}}, fields_of(o), "demo"), std::invalid_argument);
  EXPECT_EQ(o.count, 3);
  EXPECT_EQ(o.kind, "soft");
  EXPECT_TRUE(o.on);
  EXPECT_EQ(o.rate, 0.25);
}

TEST(Fields, UnknownNamesGetTheNearest) {
  EXPECT_EQ(set_error("cuont", "1"), "there is no option demo.cuont; did you mean count, on or kind?");
  EXPECT_EQ(json_error(R"({"rat":1})"), "there is no option demo.rat; did you mean rate, on or text?");
}

TEST(Fields, HelpHasALineForEach) {
  FieldValues o;
  const std::string help = fields_help(fields_of(o), "demo");
  EXPECT_NE(help.find("  demo.count=3"), std::string::npos) << help;
  EXPECT_NE(help.find("how many (a whole number from 1 to 10)\n"), std::string::npos) << help;
  EXPECT_EQ(std::count(help.begin(), help.end(), '\n'), 5);
}

TEST(Nearest, RanksByEditDistance) {
  const std::vector<std::string> names = {"weights", "scores", "scaled", "masked", "context"};
  EXPECT_EQ(nearest_names("score", names, 2), (std::vector<std::string>{"scores", "scaled"}));
  EXPECT_EQ(nearest_names("wieghts", names, 1), (std::vector<std::string>{"weights"}));
  EXPECT_EQ(nearest_names("x", {}, 3), std::vector<std::string>{});
  EXPECT_EQ(did_you_mean("x", {}), "");
  EXPECT_EQ(nearest_names("gpt2", {"gru", "gpt2-small"}, 1), (std::vector<std::string>{"gpt2-small"}));
  EXPECT_EQ(did_you_mean("mask", {"masked"}), "; did you mean masked?");
  EXPECT_EQ(did_you_mean("mask", {"masked", "mark"}), "; did you mean mark or masked?");
}

}  // namespace
}  // namespace attnlab::testing
