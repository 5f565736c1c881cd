// Keys and chords by name: "Left", "PageUp", "Space", "[", "Ctrl+Shift+Z".
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

/// A key with its modifiers. `key` is the window system's code (GLFW's), 0 for none.
struct KeyChord {
  int key = 0;
  bool ctrl = false, shift = false, alt = false;
  bool operator==(const KeyChord&) const = default;
};

/// Reads a chord. Names are not case-sensitive. Throws std::invalid_argument naming an unknown key.
KeyChord parse_key(std::string_view name);

/// The chord as people write it, "Ctrl+K".
std::string key_name(const KeyChord& chord);

/// The text that the key, alone or with Shift, types into a text field; "" if none.
std::string key_text(const KeyChord& chord);

/// Whether the chord went down in this frame (with repeat while held, if wanted) and no text field has the
/// keyboard. Modifiers must match exactly.
bool chord_pressed(const KeyChord& chord, bool repeat = true);

/// As chord_pressed(), for a widget that owns the key: until it is released, the key means nothing to others
/// that ask key_is_taken().
bool take_chord(const KeyChord& chord, bool repeat = true);
/// A key that is down is not to act beyond its present owner, such as a text field, until it is released.
void take_key(int key);
bool key_is_taken(int key);

}  // namespace attnlab
