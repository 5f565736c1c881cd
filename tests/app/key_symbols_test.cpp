// Keys have the symbols that input methods know them by.
#include "app/gl/key_symbols.h"

#include <gtest/gtest.h>

#include "app/widgets/base/key_layout.h"

namespace attnlab {
namespace {

InputEvent key(int place, char32_t types = 0, bool shift = false) {
  return {.kind = InputEvent::Kind::Key,
          .code = place,
          .down = true,
          .types = types,
          .modifiers = {.shift = shift}};
}

TEST(KeySymbols, AreWhatTheKeyHasTyped) {
  EXPECT_EQ(symbol_of(key('A', 'a'), 'a'), 0x61u);
  EXPECT_EQ(symbol_of(key('A', 'a', true), 'A'), 0x41u);
  EXPECT_EQ(symbol_of(key('Q', U'й'), U'й'), 0x01000439u);
  EXPECT_EQ(symbol_of(key('0', U'à'), U'à'), 0xe0u);
}

TEST(KeySymbols, OfAKeyThatHasTypedNothingAreWhatItTypesAlone) {
  EXPECT_EQ(symbol_of(key('A', 'a'), 0), 0x61u) << "with Ctrl";
  EXPECT_EQ(symbol_of(key('A', 'a', true), 0), 0x41u);
  EXPECT_EQ(symbol_of(key('A'), 0), 0x61u) << "the layout is unknown";
  EXPECT_EQ(symbol_of(key('\'', kTypesNothing), 0), 0u) << "a dead accent";
}

TEST(KeySymbols, OfNamedKeysGoBothWays) {
  for (const int place :
       {256, 257, 258, 259, 261, 262, 263, 264, 265, 266, 267, 268, 269, 290, 301, 335, 340})
    EXPECT_EQ(place_of_symbol(symbol_of(key(place), 0)), place);
  EXPECT_EQ(symbol_of(key(256), 0), 0xff1bu) << "Escape";
  EXPECT_EQ(symbol_of(key(301), 0), 0xffc9u) << "F12";
  EXPECT_EQ(symbol_of(key(' ', kTypesNothing), 0), 0x20u) << "Ctrl and Space, which begin many input methods";
  EXPECT_EQ(place_of_symbol(0x61), 0);
  EXPECT_EQ(place_of_symbol(0), 0);
}

TEST(KeySymbols, AreLettersWhereTheyHaveOne) {
  EXPECT_EQ(letter_of_symbol(0x61), U'a');
  EXPECT_EQ(letter_of_symbol(0x0100597d), U'好');
  EXPECT_EQ(letter_of_symbol(0xff0d), 0u);
}

}  // namespace
}  // namespace attnlab
