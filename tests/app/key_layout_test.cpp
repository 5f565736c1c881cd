// The rule from a key of a layout to the chord of its shortcut, for layouts as they report their keys.
#include "app/widgets/base/key_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace attnlab {
namespace {

constexpr KeyChord kShift{0, false, true, false}, kCtrl{0, true, false, false},
    kAltGrOnWindows{0, true, false, true};

/// The shortcut of the key at a place of a US keyboard that types `alone` by itself and `typed` now.
std::string shortcut(char place, char32_t alone, char32_t typed, const KeyChord& held = {}) {
  const KeyChord chord = shortcut_chord({place, alone, held}, typed);
  return chord.key == 0 ? "none" : key_name(chord);
}

TEST(KeyLayout, ALetterIsTheLayouts) {
  EXPECT_EQ(shortcut('Q', U'a', U'a'), "A") << "French";
  EXPECT_EQ(shortcut('Q', U'a', 0, kCtrl), "Ctrl+A") << "no character comes with Ctrl";
  EXPECT_EQ(shortcut('A', U'q', 0, kCtrl), "Ctrl+Q");
  EXPECT_EQ(shortcut('Y', U'z', U'z'), "Z") << "German";
  EXPECT_EQ(shortcut(';', U's', U's'), "S") << "Dvorak";
  EXPECT_EQ(shortcut(';', U'm', U'm'), "M") << "French";
  EXPECT_EQ(shortcut('Z', U'w', U'W', kShift), "Shift+W");
  EXPECT_EQ(shortcut('Z', U'w', U'W'), "W") << "by the key of capitals";
}

TEST(KeyLayout, ASignIsWhatIsTyped) {
  EXPECT_EQ(shortcut('[', U'ü', U'ü'), "none") << "German";
  EXPECT_EQ(shortcut('8', U'8', U'['), "[") << "AltGr and 8";
  EXPECT_EQ(shortcut('8', U'8', U'[', kAltGrOnWindows), "[");
  EXPECT_EQ(shortcut('5', U'(', U'['), "[") << "French";
  EXPECT_EQ(shortcut(',', U';', U'.', kShift), ".") << "French: Shift and ;";
  EXPECT_EQ(shortcut('=', U'=', U'+', kShift), "=") << "the key of + on a US keyboard";
  EXPECT_EQ(shortcut(']', U'+', U'+'), "=") << "German";
  EXPECT_EQ(shortcut(']', U'+', 0, kCtrl), "Ctrl+=");
  EXPECT_EQ(shortcut('W', U',', U','), ",") << "Dvorak";
  EXPECT_EQ(shortcut('Q', U'q', U'@'), "@") << "German: AltGr and Q are not Q";
  EXPECT_EQ(shortcut('E', U'e', U'€'), "none");
  EXPECT_EQ(shortcut('[', kTypesNothing, 0), "none") << "a dead accent";
}

TEST(KeyLayout, ADigitIsTypedOrStandsAtItsPlace) {
  EXPECT_EQ(shortcut('1', U'&', U'1', kShift), "1") << "French";
  EXPECT_EQ(shortcut('1', U'&', U'&'), "1");
  EXPECT_EQ(shortcut('2', U'é', U'é'), "2");
  EXPECT_EQ(shortcut('0', U'à', 0, kCtrl), "Ctrl+0");
  EXPECT_EQ(shortcut('6', U'-', U'-'), "-") << "French: a sign of shortcuts";
  EXPECT_EQ(shortcut('6', U'-', U'6', kShift), "6");
  EXPECT_EQ(shortcut('7', U'7', U'{'), "{") << "German: AltGr and 7 are not 7";
  EXPECT_EQ(shortcut('1', U'1', U'!', kShift), "!") << "US: Shift and 1 are not 1";
  EXPECT_EQ(key_name(shortcut_chord({321, 0, {}}, U'1')), "1") << "of the block of numbers";
}

TEST(KeyLayout, ALayoutWithoutLatinLettersFallsBackToPlaces) {
  EXPECT_EQ(shortcut('A', U'ф', U'ф'), "A");
  EXPECT_EQ(shortcut('Z', U'я', 0, kCtrl), "Ctrl+Z");
  EXPECT_EQ(shortcut('[', U'х', U'х'), "[");
  EXPECT_EQ(shortcut('/', U'.', U'.'), ".") << "a sign is still what is typed";
  EXPECT_EQ(shortcut('1', U'١', U'١'), "1") << "Arabic";
  EXPECT_EQ(shortcut('Q', U'ά', U'ά'), "Q") << "Greek";
}

TEST(KeyLayout, AnUnknownLayoutFallsBackToPlaces) {
  EXPECT_EQ(shortcut('A', 0, 0, kCtrl), "Ctrl+A");
  EXPECT_EQ(shortcut('[', 0, 0), "[");
  EXPECT_EQ(shortcut('Y', 0, U'z'), "Z") << "what was typed is known";
  EXPECT_EQ(shortcut('1', 0, U'&'), "1");
}

TEST(KeyLayout, KeysThatTypeNothingAreTheirPlaces) {
  for (const char* name :
       {"Space", "Enter", "Left", "PageDown", "F1", "Backspace", "Ctrl+Left", "Shift+F1"}) {
    KeyChord held = parse_key(name);
    const int place = std::exchange(held.key, 0);
    EXPECT_EQ(key_name(shortcut_chord({place, 0, held}, 0)), name);
  }
  EXPECT_EQ(key_name(shortcut_chord({335, 0, {}}, 0)), "Enter") << "of the block of numbers";
}

TEST(KeyLayout, ABrowserNamesPlacesAndCharacters) {
  EXPECT_EQ(place_of_browser_code("KeyQ"), 'Q');
  EXPECT_EQ(place_of_browser_code("Digit8"), '8');
  EXPECT_EQ(place_of_browser_code("BracketLeft"), '[');
  EXPECT_EQ(place_of_browser_code("Numpad1"), 321);
  EXPECT_EQ(place_of_browser_code("ArrowLeft"), 0) << "GLFW knows these";
  EXPECT_EQ(place_of_browser_code(""), 0);
  EXPECT_EQ(typed_by_browser_key("a"), U'a');
  EXPECT_EQ(typed_by_browser_key("é"), U'é');
  EXPECT_EQ(typed_by_browser_key("Enter"), U'\0');
  EXPECT_EQ(typed_by_browser_key("Dead"), kTypesNothing);
  const auto pressed = [](const char* code, const char* key, const KeyChord& held = {}) {
    return key_name(shortcut_chord({place_of_browser_code(code), typed_by_browser_key(key), held}, 0));
  };
  EXPECT_EQ(pressed("KeyQ", "a", kCtrl), "Ctrl+A") << "French";
  EXPECT_EQ(pressed("KeyA", "ф", kCtrl), "Ctrl+A") << "Russian";
}

}  // namespace
}  // namespace attnlab
