// Command search: what a few letters find.
#include "app/state/commands/command_search.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attnlab {
namespace {

constexpr CommandInfo kCommands[] = {{"select.head", "N", "choose a head"},
                                     {"head.next", "", "next head"},
                                     {"train.play", "", "start training"},
                                     {"theme", "dark|light|toggle", "colours of the window"},
                                     {"edit", "EDIT", "change something on the way"}};

std::vector<std::string> found(std::string_view typed) {
  std::vector<std::string> verbs;
  for (const CommandInfo* command : find_commands(typed, kCommands)) verbs.emplace_back(command->verb);
  return verbs;
}

using Verbs = std::vector<std::string>;

TEST(CommandSearch, NamesThatBeginSoComeFirst) {
  EXPECT_EQ(found("head"), (Verbs{"head.next", "select.head"}));
  EXPECT_EQ(found("he"), (Verbs{"head.next", "select.head", "theme", "edit"}))
      << "the last one for its help: “the way”";
}

TEST(CommandSearch, EveryWordCountsInNameOrHelp) {
  EXPECT_EQ(found("choose HEAD"), Verbs{"select.head"});
  EXPECT_EQ(found("colours"), Verbs{"theme"});
  EXPECT_EQ(found("t window"), Verbs{"theme"});
  EXPECT_TRUE(found("nothing").empty());
}

TEST(CommandSearch, AWholeNameAndASpaceMeanArguments) {
  EXPECT_EQ(found("select.head 2"), Verbs{"select.head"});
  EXPECT_EQ(found("edit zero decoder.layers.0.self_attention#1"), Verbs{"edit"});
  EXPECT_EQ(found("").size(), std::size(kCommands));
}

TEST(CommandSearch, EveryCommandIsFoundByItsName) {
  for (const CommandInfo& command : Dispatcher::commands()) {
    const auto all = find_commands(command.verb, Dispatcher::commands());
    ASSERT_FALSE(all.empty());
    EXPECT_TRUE(std::ranges::any_of(all, [&](const CommandInfo* c) { return c->verb == command.verb; }));
  }
}

}  // namespace
}  // namespace attnlab
