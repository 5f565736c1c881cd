// The rule from a key's place and character to a chord, and the names that browsers have for keys.
#include "app/widgets/base/key_layout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/text/utf8.h"

namespace attnlab {
namespace {

// Codes of the window system.
constexpr int kSpace = 32, kLastOfLayout = 162, kKeypadFirst = 320, kKeypadLast = 334, kKeypadEnter = 335,
              kKeypadEqual = 336, kEnter = 257;

/// Whether the layout decides what the key types.
bool types_something(int place) {
  return (place > kSpace && place <= kLastOfLayout) || (place >= kKeypadFirst && place <= kKeypadLast) ||
         place == kKeypadEqual;
}

bool is_ascii(char32_t c) { return c > U' ' && c < 127; }
bool is_letter(char32_t c) { return is_ascii(c) && std::isalpha(static_cast<int>(c)) != 0; }
bool is_a_digit(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_shortcut_sign(char32_t c) {
  return is_ascii(c) && kShortcutSigns.find(static_cast<char>(c)) != std::string_view::npos;
}

/// Whether the character is of a script other than the Latin one, and neither a mark nor a currency.
bool is_of_other_script(char32_t c) {
  const bool latin = c < 0x370 || (c >= 0x1E00 && c < 0x1F00), sign = c >= 0x2000 && c < 0x2C00;
  return !latin && !sign && c != kTypesNothing;
}

/// The code of the key that a US keyboard has for the character: + and = are one key.
int code_of(char32_t c) { return c == U'+' ? '=' : std::toupper(static_cast<int>(c)); }

/// Whether the key stands in the row of digits, and neither Shift nor AltGr chose another character of it.
bool is_plain_digit_key(const ReportedKey& key, char32_t typed) {
  const bool alone = typed == 0 || key.types == 0 || typed == key.types;
  return is_a_digit(static_cast<char32_t>(key.place)) && alone && key.types != kTypesNothing;
}

}  // namespace

KeyChord shortcut_chord(const ReportedKey& key, char32_t typed) {
  KeyChord chord = key.modifiers;
  chord.key = key.place == kKeypadEnter ? kEnter : key.place;
  if (!types_something(key.place)) return chord;
  const char32_t c = typed != 0 ? typed : key.types;
  if (is_letter(c)) {
    chord.key = code_of(c);
    return chord;
  }
  const bool known = is_a_digit(c) || is_shortcut_sign(c);
  if (!known && is_plain_digit_key(key, typed)) return chord;
  if (is_ascii(c)) {
    if (typed != 0) chord = {};
    chord.key = code_of(c);
    return chord;
  }
  if (c != 0 && !is_of_other_script(c)) chord.key = 0;
  return chord;
}

int place_of_browser_code(std::string_view code) {
  const auto ends = [&](std::string_view begin) {
    return code.starts_with(begin) && code.size() == begin.size() + 1;
  };
  if (ends("Key") || ends("Digit")) return code.back();
  if (ends("Numpad") && is_a_digit(static_cast<char32_t>(code.back())))
    return kKeypadFirst + code.back() - '0';
  static constexpr std::array<std::pair<std::string_view, int>, 19> kPlaces{{{"Space", kSpace},
                                                                             {"Quote", '\''},
                                                                             {"Comma", ','},
                                                                             {"Minus", '-'},
                                                                             {"Period", '.'},
                                                                             {"Slash", '/'},
                                                                             {"Semicolon", ';'},
                                                                             {"Equal", '='},
                                                                             {"BracketLeft", '['},
                                                                             {"Backslash", '\\'},
                                                                             {"BracketRight", ']'},
                                                                             {"Backquote", '`'},
                                                                             {"IntlBackslash", 161},
                                                                             {"NumpadDecimal", 330},
                                                                             {"NumpadDivide", 331},
                                                                             {"NumpadMultiply", 332},
                                                                             {"NumpadSubtract", 333},
                                                                             {"NumpadAdd", 334},
                                                                             {"NumpadEqual", kKeypadEqual}}};
  const auto found = std::ranges::find(kPlaces, code, &std::pair<std::string_view, int>::first);
  return found == kPlaces.end() ? 0 : found->second;
}

char32_t typed_by_browser_key(std::string_view key) {
  if (key == "Dead") return kTypesNothing;
  const CodePoint first = decode_utf8(key);
  return first.valid && first.size == key.size() ? first.value : 0;
}

}  // namespace attnlab
