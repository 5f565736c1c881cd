// Command search: the commands found by a few letters.
#include "app/state/commands/command_search.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attnlab {
namespace {

constexpr CommandInfo kCommands[] = {{"select.head", "N", "choose a head"},
                                     {"head.next", "", "next head"},
                                     {"train.play", "", "start training"},
                                     {"theme", "dark|light|toggle", "colors of the window"},
                                     {"edit", "EDIT", "change something on the way"},
                                     {"panel", "map|inspector on|off", "show a panel"},
                                     {"walk.to", "N|first|TENSOR", "go to a step"}};

using Lines = std::vector<std::string>;

Lines found(std::string_view typed, std::vector<CommandEntry> entries = command_entries(kCommands)) {
  Lines lines;
  for (const std::size_t i : find_entries(typed, entries)) lines.push_back(entries[i].line);
  return lines;
}

TEST(CommandSearch, NamesThatBeginSoComeFirst) {
  EXPECT_EQ(found("head"), (Lines{"head.next", "select.head"}));
  EXPECT_EQ(found("he"), (Lines{"head.next", "select.head", "theme", "edit"}))
      << "the last one for its help: “the way”";
}

TEST(CommandSearch, EveryWordCountsInNameOrHelp) {
  EXPECT_EQ(found("choose HEAD"), Lines{"select.head"});
  EXPECT_EQ(found("colors"), Lines{"theme"});
  EXPECT_EQ(found("t window"), Lines{"theme"});
  EXPECT_TRUE(found("nothing").empty());
}

TEST(CommandSearch, AWholeNameAndASpaceMeanArguments) {
  EXPECT_EQ(found("select.head 2"), Lines{"select.head"});
  EXPECT_EQ(found("edit zero decoder.layers.0.self_attention#1"), Lines{"edit"});
  EXPECT_EQ(found("").size(), std::size(kCommands));
}

TEST(CommandSearch, ArgumentsAreCompleted) {
  EXPECT_EQ(found("theme "), (Lines{"theme", "theme dark", "theme light", "theme toggle"}));
  EXPECT_EQ(found("theme l"), (Lines{"theme light", "theme", "theme toggle", "theme dark"}));
  EXPECT_EQ(found("theme light").front(), "theme light");
  EXPECT_EQ(found("panel map o"), (Lines{"panel map", "panel map on", "panel map off", "panel"}));
  EXPECT_EQ(found("walk.to f"), (Lines{"walk.to first", "walk.to"})) << "names in capitals stand for others";
}

TEST(CommandSearch, ArgumentsThatTheModelHasAreLeftToWhoeverKnowsIt) {
  constexpr CommandInfo kTheme[] = {
      {"theme", "dark|light", "colors of the window", Sender::User, Undo::None, Completions::OfModel}};
  EXPECT_EQ(found("theme ", command_entries(kTheme)), Lines{"theme"});
}

TEST(CommandSearch, WhatHasTheWordsFollowsTheCommandThatIsTyped) {
  std::vector<CommandEntry> entries = command_entries(kCommands);
  entries.push_back({"theme of the day", {}, "an action", false, 3});
  entries.push_back({"panel inspector large", {}, "", true});
  EXPECT_EQ(found("theme da", entries), (Lines{"theme dark", "theme", "theme of the day"}));
  EXPECT_EQ(found("day", entries), Lines{"theme of the day"});
  EXPECT_TRUE(found("large", entries).empty()) << "a completion waits for its verb";
}

TEST(CommandSearch, ALineIsSentOnceNothingIsMissing) {
  const CommandEntry head{"select.head", "N"}, step{"train.step", "[N]"}, light{"theme light"};
  EXPECT_EQ(line_to_send(head, "sel"), "");
  EXPECT_EQ(line_to_send(head, "select.head "), "");
  EXPECT_EQ(line_to_send(head, "select.head 2"), "select.head 2");
  EXPECT_EQ(line_to_send(step, "st"), "train.step");
  EXPECT_EQ(line_to_send(step, "train.step 3"), "train.step 3");
  EXPECT_EQ(line_to_send(light, "theme l"), "theme light");
}

TEST(CommandSearch, EveryCommandIsFoundByItsName) {
  const std::vector<CommandEntry> entries = command_entries(Dispatcher::commands());
  for (const CommandInfo& command : Dispatcher::commands()) {
    const Lines lines = found(command.verb, entries);
    EXPECT_NE(std::ranges::find(lines, command.verb), lines.end()) << command.verb;
  }
}

}  // namespace
}  // namespace attnlab
