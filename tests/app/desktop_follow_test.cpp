// Options of the screen follow the desktop until somebody chooses them, each by itself.
#include "app/state/settings/desktop_follow.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "app/state/settings/settings.h"
#include "tests/app/commands_fixture.h"

namespace attnlab {
namespace {

using platform::DesktopLook;

constexpr DesktopLook kBrightAndLarge{
    .dark = false, .high_contrast = true, .motion = false, .text_scale = 1.5};

struct DesktopFollow : CommandsTest {
  /// What Lab::follow() does between two frames.
  const Screen& after(const DesktopLook& desktop) {
    dispatcher.start_screen(followed(dispatcher.screen(), desktop));
    return dispatcher.screen();
  }
};

TEST_F(DesktopFollow, AllAreTheDesktopsAtFirst) {
  const Screen screen = after(kBrightAndLarge);
  EXPECT_FALSE(screen.dark || screen.motion);
  EXPECT_TRUE(screen.high_contrast);
  EXPECT_EQ(screen.text_percent, 150);
}

TEST_F(DesktopFollow, ADesktopThatSaysNothingGivesTheStandards) {
  after(kBrightAndLarge);
  EXPECT_TRUE(after({}) == Screen{});
}

/// A command, and which of the options it chooses.
struct Choosing {
  const char *name, *command, *option;
};
class EachChoice : public DesktopFollow, public ::testing::WithParamInterface<Choosing> {};

TEST_P(EachChoice, StaysAndLeavesTheOthersToTheDesktop) {
  say(GetParam().command);
  const Screen chosen = dispatcher.screen(), screen = after(kBrightAndLarge);
  for (const FollowingOption& option : following_options()) {
    const bool is_chosen = option.name == std::string_view(GetParam().name);
    EXPECT_EQ(screen.*option.is_followed, !is_chosen) << option.name;
    const std::string name(option.option), value = screen_option(screen, name);
    EXPECT_EQ(value == screen_option(followed({}, kBrightAndLarge), name), !is_chosen) << option.name;
    if (is_chosen) {
      EXPECT_EQ(value, screen_option(chosen, name));
    }
  }
}

TEST_P(EachChoice, EndsWhereTheDesktopIsFollowedAgain) {
  say(GetParam().command);
  after(kBrightAndLarge);
  say("follow " + std::string(GetParam().name) + " on");
  EXPECT_TRUE(after(kBrightAndLarge) == followed({}, kBrightAndLarge));
  say("follow " + std::string(GetParam().name) + " off");
  const std::string option = GetParam().option;
  EXPECT_EQ(screen_option(after({}), option), screen_option(followed({}, kBrightAndLarge), option))
      << "the value of that moment stays";
}

INSTANTIATE_TEST_SUITE_P(Options, EachChoice,
                         ::testing::Values(Choosing{"theme", "theme dark", "dark"},
                                           Choosing{"contrast", "contrast off", "high_contrast"},
                                           Choosing{"text_size", "text_size 100", "text_percent"},
                                           Choosing{"motion", "motion on", "motion"}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_F(DesktopFollow, TheSizeOfTextKeepsItsLimits) {
  EXPECT_EQ(after({.text_scale = 9.0}).text_percent, kMostTextPercent);
  EXPECT_EQ(after({.text_scale = 0.1}).text_percent, kLeastTextPercent);
  EXPECT_EQ(after({.text_scale = 1.154}).text_percent, 115);
  EXPECT_EQ(after({.text_scale = std::numeric_limits<double>::quiet_NaN()}).text_percent, 100);
}

Screen read_screen(const nlohmann::json& screen) {
  const ReadSettings read = settings_from_text(nlohmann::json{{"version", 1}, {"screen", screen}}.dump());
  EXPECT_EQ(read.problem, "");
  return read.settings.screen;
}

/// Files of earlier versions have all four values.
TEST(OldSettings, WhatIsNotTheStandardWasChosen) {
  nlohmann::json old{{"dark", true}, {"high_contrast", false}, {"text_percent", 100}, {"motion", true}};
  EXPECT_TRUE(read_screen(old) == Screen{});
  old["dark"] = false;
  old["text_percent"] = 130;
  const Screen screen = followed(read_screen(old), {.dark = true, .motion = false, .text_scale = 2.0});
  EXPECT_FALSE(screen.dark || screen.dark_follows || screen.text_follows || screen.motion);
  EXPECT_EQ(screen.text_percent, 130);
  EXPECT_TRUE(screen.motion_follows && screen.contrast_follows);
}

TEST(OldSettings, ANewFileKnowsAStandardThatWasChosen) {
  EXPECT_FALSE(read_screen({{"dark", true}, {"dark_follows", false}}).dark_follows);
  EXPECT_TRUE(read_screen({{"dark", false}, {"dark_follows", true}}).dark_follows);
}

}  // namespace
}  // namespace attnlab
