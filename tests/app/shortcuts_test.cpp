// The table of keys: every key can be read, every command exists, none is used twice.
#include "app/views/frame/shortcuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "app/feature/opened_features.h"
#include "app/features/masks/choice.h"
#include "app/features/pictures/choice.h"
#include "app/features/tokens/choice.h"
#include "app/state/command.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/heads_choice.h"
#include "app/state/steps_choice.h"
#include "app/views/frame/key_list.h"
#include "app/widgets/base/key_layout.h"
#include "app/widgets/base/keys.h"

namespace attnlab {
namespace {

/// A view, with one head open or none.
AppState looking_at(const Feature& view, bool open = false) {
  AppState state;
  state.view = &view;
  state.choices.of<HeadsChoice>().open = open;
  return state;
}

TEST(Shortcuts, KeysAreReadAndMeanOneThingInEachView) {
  for (const Feature* view : features())
    for (const bool open : {false, true}) {
      std::set<std::string> used;
      for (const Shortcut& s : shortcuts())
        if (in_force(s, looking_at(*view, open))) {
          EXPECT_TRUE(used.insert(key_name(parse_key(s.chord))).second) << s.chord;
        }
    }
}

/// A view may give arrows and zoom another meaning, but its letters are those of no tab and of no other
/// command: the same letter would do different things in different views.
TEST(Shortcuts, AViewsOwnLettersShadowNoOtherKey) {
  for (const Feature* view : features())
    for (const ViewKey& key : view->keys)
      for (const Shortcut& s : shortcuts())
        if (s.chord == key.chord && !s.view && !s.shared && !s.lesson) {
          EXPECT_EQ(s.chord, "Backspace") << view->name << " has " << key.chord << ", which is " << s.help;
        }
}

/// For every view: whatever it shows, the list of keys has each key once.
TEST(Shortcuts, TheListHasEachKeyOnce) {
  for (const Feature* view : features()) {
    Choices choices;
    std::vector<Choices> shown{choices};
    for (Field& part : choice_fields(choices, *view))
      if (auto* const* value = std::get_if<std::string*>(&part.value))
        for (const Choice& choice : part.choices) {
          **value = choice.name;
          shown.push_back(choices);
        }
    for (const Choices& each : shown) {
      AppState state = looking_at(*view);
      state.choices = each;
      std::map<std::string_view, int> times;
      for (const Shortcut& s : shortcuts())
        if (!s.lesson && !s.shown.empty() && is_listed(s, state)) ++times[s.shown];
      for (const auto& [key, count] : times) EXPECT_EQ(count, 1) << view->name << " lists " << key;
    }
  }
}

/// Signs in the table are signs that the keyboard's layout is asked for.
TEST(Shortcuts, SignsAreKnownToTheLayout) {
  for (const Shortcut& s : shortcuts()) {
    const int key = parse_key(s.chord).key;
    if (key <= ' ' || key > '~' || std::isalnum(key)) continue;
    EXPECT_NE(kShortcutSigns.find(static_cast<char>(key)), std::string_view::npos) << s.chord;
  }
}

TEST(Shortcuts, AViewsOwnKeysTakeThePlaceOfTheGeneralOnes) {
  const auto meaning = [](std::string_view chord, const AppState& state) {
    for (const Shortcut& s : shortcuts())
      if (s.chord == chord && in_force(s, state)) return s.command;
    return std::string_view();
  };
  EXPECT_EQ(meaning("Up", looking_at(steps::kFeature)), "query.previous");
  EXPECT_EQ(meaning("Up", looking_at(heads::kFeature)), "layer.next");
  EXPECT_EQ(meaning("Up", looking_at(heads::kFeature, true)), "query.previous");
  EXPECT_EQ(meaning("Enter", looking_at(heads::kFeature, true)), "");
  EXPECT_EQ(meaning("Left", looking_at(masks::kFeature)), "key.previous");
  EXPECT_EQ(meaning("Left", looking_at(tokens::kFeature)), "query.previous");
  EXPECT_EQ(meaning("Up", looking_at(pictures::kFeature)), "pictures.move up");
  EXPECT_EQ(meaning("Enter", looking_at(pictures::kFeature)), "");
  AppState merging = looking_at(tokens::kFeature);
  merging.choices.of<TokensChoice>().part = "merges";
  EXPECT_EQ(meaning("Left", merging), "tokens.previous");
}

TEST(Shortcuts, KeysOfALessonLeaveTheOthersTheirMeaning) {
  const AppState state = looking_at(steps::kFeature);
  const auto count = [&](std::string_view chord) {
    return std::ranges::count_if(shortcuts(),
                                 [&](const Shortcut& s) { return s.chord == chord && in_force(s, state); });
  };
  int of_lessons = 0;
  for (const Shortcut& s : shortcuts()) {
    if (!s.lesson) continue;
    ++of_lessons;
    EXPECT_FALSE(in_force(s, state)) << s.chord;
    EXPECT_EQ(count(s.chord), 1) << s.chord << " keeps its other meaning";
  }
  EXPECT_EQ(of_lessons, 3);
}

TEST(Shortcuts, EveryViewHasItsTabsKeyAndItsOwn) {
  for (const Feature* view : features()) {
    const std::string command = "view " + std::string(view->name);
    const auto tab = std::ranges::find(shortcuts(), command, &Shortcut::command);
    EXPECT_EQ(tab != shortcuts().end(), !view->key.empty()) << view->name;
    if (tab != shortcuts().end()) {
      EXPECT_EQ(tab->chord, view->key);
    }
    for (const ViewKey& key : view->keys) {
      const auto own = std::ranges::find_if(shortcuts(), [&](const Shortcut& s) {
        return s.view == view && s.chord == key.chord && s.here == key.here;
      });
      ASSERT_NE(own, shortcuts().end()) << view->name << " " << key.chord;
      EXPECT_EQ(own->command, key.command);
      EXPECT_EQ(own->group, view->title);
      EXPECT_TRUE(is_of_view(*own, *view));
    }
  }
}

TEST(Shortcuts, TheDigitsOfTheViewsAreOneLineOfTheHelp) {
  std::string digits;
  std::map<std::string_view, std::string_view> lines;  // what the key does, by its key
  for (const Feature* view : features())
    if (!view->key.empty() && std::isdigit(static_cast<unsigned char>(view->key.front())))
      digits += view->key;
  for (const Shortcut& s : shortcuts())
    if (s.command.starts_with("view ") && !s.shown.empty()) lines[s.shown] = s.help;
  EXPECT_EQ(digits, "123456789") << "digits go from tab to tab";
  EXPECT_EQ(lines["1–9"], "the views, tab by tab");
  EXPECT_EQ(lines["B"], hand::kFeature.title);
  for (const Feature* view : features())
    if (!view->key.empty()) {
      const bool digit = std::isdigit(static_cast<unsigned char>(view->key.front()));
      EXPECT_NE(lines.contains(view->key), digit) << view->name;
    }
  EXPECT_EQ(shortcut_of("view tiles"), "T");
}

TEST(Shortcuts, SharedKeysAreListedInTheViewsThatHaveThem) {
  const auto listed = [](std::string_view command) {
    std::string views;
    for (const Feature* view : features())
      if (is_of_view(*std::ranges::find(shortcuts(), command, &Shortcut::command), *view))
        views += std::string(view->name) + " ";
    return views;
  };
  EXPECT_EQ(listed("stage.previous"), "steps compare ");
  EXPECT_EQ(
      listed("query.previous"),
      "steps heads masks experts tokens vectors pictures contributions neurons probes compare models tiles ");
  EXPECT_EQ(listed("-0.25 0"),
            "steps heads positions masks norms recurrence alignment experts tokens vectors residual "
            "attribution patching circuits neurons probes compare models landscape cost ");
  EXPECT_EQ(listed("train.toggle"), "") << "it does the same in all views";
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

TEST(Shortcuts, AHeldKeyGoesOnButSwitchesOnce) {
  const auto held = [](std::string_view chord) {
    return repeats(*std::ranges::find(shortcuts(), chord, &Shortcut::chord));
  };
  for (const char* chord : {"Left", "Up", "PageUp", "J", "Plus", "Ctrl+Z"}) EXPECT_TRUE(held(chord)) << chord;
  for (const char* chord : {"Space", "K", "E", "F", "Ctrl+T"}) EXPECT_FALSE(held(chord)) << chord;
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
