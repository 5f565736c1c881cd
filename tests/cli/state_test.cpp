// attention-lab state: the line of a state, and figures of a state from its line.
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/support/xml.h"

namespace attnlab::testing {
namespace {

const Arguments kSmallState{
    "state", "--preset",   "reverse", "--do",      "run.of reverse width=16 heads=2 layers=1",
    "--do",  "train.to 2", "--do",    "view heads"};

Arguments state_with(Arguments more) {
  Arguments all = kSmallState;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(StateCommand, PrintsOneLineThatOpens) {
  const std::vector<std::string> printed = lines_of(output_of(kSmallState));
  ASSERT_EQ(printed.size(), 1u);
  EXPECT_TRUE(printed[0].starts_with("attention-lab:state/1/")) << printed[0];
  EXPECT_EQ(lines_of(output_of(kSmallState)), printed) << "the same weights, and so the same line";
  const TempFolder folder;
  const std::string file = (folder / "state.svg").string();
  EXPECT_EQ(output_of({"render", "--state", printed[0], "--out", file}), "");
  EXPECT_FALSE(named(read_xml(read_bytes(file)), "rect").empty());
  const std::vector<std::string> read = lines_of(output_of({"state", "--read", printed[0]}));
  ASSERT_EQ(read.size(), 5u);
  expect_has(read[0], "version ");
  EXPECT_TRUE(read[1].starts_with("run.of reverse seed=1 ")) << read[1];
  EXPECT_EQ(read[2], "state.reset");
  EXPECT_EQ(read[3], "train.to 2");
  EXPECT_EQ(read[4], "view heads");
}

TEST(StateCommand, PrintsASetupAndJson) {
  const std::string setup = output_of(state_with({"--setup"}));
  EXPECT_TRUE(setup.starts_with("```setup\nrun.of reverse seed=1 ")) << setup;
  EXPECT_TRUE(setup.ends_with("\nstate.reset\ntrain.to 2\nview heads\n```\n")) << setup;
  const auto json = nlohmann::json::parse(output_of(state_with({"--json"})));
  EXPECT_EQ(json.at("commands").back(), "view heads");
  EXPECT_EQ(nlohmann::json::parse(output_of({"state", "--json", "--read", json.at("line")})), json);
}

TEST(StateCommand, SaysWhatIsWrong) {
  expect_has(error_of({"state"}, 2), "--preset NAME or --read LINE");
  expect_has(error_of({"state", "--read", "abc"}, 2), "not the line of a state: it must begin with");
  expect_has(error_of(state_with({"--do", "train.set batch 4"}), 2), "commands cannot recreate this run");
  expect_has(error_of({"render", "--state", "attention-lab:state/1/a/b/c/d/e", "--out", "a.svg"}, 2),
             "it is damaged");
  expect_has(error_of({"--state", "attention-lab:state/7/"}, 2), "it has format 7");
}

}  // namespace
}  // namespace attnlab::testing
