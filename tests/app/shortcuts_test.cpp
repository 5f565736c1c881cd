// The table of keys: every key can be read, every command exists, none is used twice.
#include "app/views/frame/shortcuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/state/command.h"
#include "app/state/commands/dispatcher.h"
#include "app/widgets/base/keys.h"

namespace attnlab {
namespace {

/// A view, with one head open or none.
AppState looking_at(ViewKind view, bool open = false) {
  AppState state;
  state.view = view;
  state.choices.heads.open = open;
  return state;
}

TEST(Shortcuts, KeysAreReadAndMeanOneThingInEachView) {
  for (int view = 0; view < kViewCount; ++view)
    for (const bool open : {false, true}) {
      std::set<std::string> used;
      for (const Shortcut& s : shortcuts())
        if (in_force(s, looking_at(static_cast<ViewKind>(view), open))) {
          EXPECT_TRUE(used.insert(key_name(parse_key(s.chord))).second) << s.chord;
        }
    }
}

TEST(Shortcuts, AViewsOwnKeysTakeThePlaceOfTheGeneralOnes) {
  const auto meaning = [](std::string_view chord, const AppState& state) {
    for (const Shortcut& s : shortcuts())
      if (s.chord == chord && in_force(s, state)) return s.command;
    return std::string_view();
  };
  EXPECT_EQ(meaning("Up", looking_at(ViewKind::Steps)), "query.previous");
  EXPECT_EQ(meaning("Up", looking_at(ViewKind::Heads)), "layer.next");
  EXPECT_EQ(meaning("Up", looking_at(ViewKind::Heads, true)), "query.previous");
  EXPECT_EQ(meaning("Enter", looking_at(ViewKind::Heads, true)), "");
  EXPECT_EQ(meaning("Left", looking_at(ViewKind::Masks)), "key.previous");
}

TEST(Shortcuts, CommandsExist) {
  for (const Shortcut& s : shortcuts()) {
    if (s.action != KeyAction::Command) continue;
    const std::string verb = parse_command(s.command).verb;
    EXPECT_TRUE(std::ranges::any_of(Dispatcher::commands(), [&](const CommandInfo& c) {
      return c.verb == verb;
    })) << verb;
  }
}

TEST(Shortcuts, TextSizesGoUpAndDownWithinLimits) {
  EXPECT_EQ(larger_text(100), 115);
  EXPECT_EQ(smaller_text(100), 85);
  EXPECT_EQ(larger_text(110), 115);
  EXPECT_EQ(smaller_text(110), 100);
  EXPECT_EQ(larger_text(300), 300);
  EXPECT_EQ(smaller_text(75), 75);
}

TEST(Shortcuts, CommandsFindTheirKey) {
  EXPECT_EQ(shortcut_of("undo"), "Ctrl+Z");
  EXPECT_EQ(shortcut_of("nothing"), "");
  EXPECT_EQ(shortcut_of(KeyAction::Help), "F1");
}

}  // namespace
}  // namespace attnlab
