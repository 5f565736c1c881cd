// Which key a shortcut answers: the letter or sign that the keyboard's layout types, not the place of a key.
#pragma once

#include <string_view>

#include "app/widgets/base/keys.h"

namespace attnlab {

/// What the window system reports about a key.
struct ReportedKey {
  int place = 0;         ///< the window system's code: the place of the key, named after a US keyboard
  char32_t types = 0;    ///< what the layout types with the key alone; 0: the window system does not know
  KeyChord modifiers{};  ///< held down; `key` is 0
};

/// `ReportedKey::types` of a key that types nothing by itself, such as a dead accent.
inline constexpr char32_t kTypesNothing = 0xFFFF;

/// The signs in the table of shortcuts, beside letters and digits.
inline constexpr std::string_view kShortcutSigns = "+-=,.[]";

/// The chord that shortcuts know a pressed key by. `typed` is the character that the key typed with its
/// modifiers, 0 for none.
///
/// * A letter is the letter that the layout types.
/// * A digit or a sign of shortcuts is what was typed, with Shift or AltGr where the layout needs them; these
///   modifiers are then no part of the chord.
/// * A key in the row of digits is otherwise the digit at its place: French keyboards type digits with Shift.
/// * A key of a layout without Latin letters is the key at its place on a US keyboard.
/// * Any other key that types has no shortcut, and `key` is 0.
KeyChord shortcut_chord(const ReportedKey& key, char32_t typed);

/// A browser's KeyboardEvent.code, such as "KeyQ", as a place; 0 for a key that does not type.
int place_of_browser_code(std::string_view code);
/// What a browser's KeyboardEvent.key types: "é" one character; 0 for a name such as "Enter".
char32_t typed_by_browser_key(std::string_view key);

}  // namespace attnlab
