// The table of key names and their codes.
#include "app/widgets/base/keys.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "app/widgets/base/context.h"
#include "app/widgets/base/imgui_versions.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr std::array<std::pair<std::string_view, int>, 40> kNamed{
    {{"Space", 32},     {"Escape", 256},     {"Esc", 256},         {"Enter", 257},  {"Return", 257},
     {"Tab", 258},      {"Backspace", 259},  {"Insert", 260},      {"Delete", 261}, {"Right", 262},
     {"Left", 263},     {"Down", 264},       {"Up", 265},          {"PageUp", 266}, {"PgUp", 266},
     {"PageDown", 267}, {"PgDn", 267},       {"Home", 268},        {"End", 269},    {"F1", 290},
     {"F2", 291},       {"F3", 292},         {"F4", 293},          {"F5", 294},     {"F6", 295},
     {"F7", 296},       {"F8", 297},         {"F9", 298},          {"F10", 299},    {"F11", 300},
     {"F12", 301},      {"Plus", 61},        {"Minus", 45},        {"Comma", 44},   {"Period", 46},
     {"Slash", 47},     {"LeftBracket", 91}, {"RightBracket", 93}, {"Quote", 39},   {"Backslash", 92}}};

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

int key_code(std::string_view name) {
  for (const auto& [known, code] : kNamed) {
    if (same_word(name, known)) return code;
  }
  if (name.size() == 1 && name[0] > ' ' && name[0] < 127) {
    return std::toupper(static_cast<unsigned char>(name[0]));
  }
  throw std::invalid_argument(
      tr("unknown key \"{1}\"; keys are letters, digits, punctuation marks, Left, Right, Up, Down, PageUp, "
         "PageDown, Home, End, Space, Enter, Tab, Escape, Backspace, Delete, and F1 to F12",
         name));
}

/// Keys that are down and have an owner.
struct TakenKeys {
  std::unordered_set<int> keys;
};

bool take_modifier(std::string_view word, KeyChord& chord) {
  if (same_word(word, "Ctrl") || same_word(word, "Control") || same_word(word, "Cmd"))
    return chord.ctrl = true;
  if (same_word(word, "Shift")) return chord.shift = true;
  if (same_word(word, "Alt")) return chord.alt = true;
  return false;
}

std::string code_name(int code) {
  for (const auto& [known, known_code] : kNamed) {
    if (known_code == code && (code <= 32 || code > 127)) return std::string(known);
  }
  return std::string(1, static_cast<char>(code));
}

}  // namespace

KeyChord parse_key(std::string_view name) {
  KeyChord chord;
  for (std::size_t plus = name.find('+');
       plus != std::string_view::npos && plus > 0 && plus + 1 < name.size(); plus = name.find('+')) {
    if (!take_modifier(name.substr(0, plus), chord)) break;
    name.remove_prefix(plus + 1);
  }
  chord.key = key_code(name == "+" ? "Plus" : name);
  return chord;
}

std::string key_name(const KeyChord& chord) {
  return std::string(chord.ctrl ? "Ctrl+" : "") + (chord.shift ? "Shift+" : "") + (chord.alt ? "Alt+" : "") +
         code_name(chord.key);
}

std::string key_text(const KeyChord& chord) {
  if (chord.ctrl || chord.alt || chord.key < 32 || chord.key > 126) return "";
  const char c = static_cast<char>(chord.key);
  return {chord.shift ? c : static_cast<char>(std::tolower(static_cast<unsigned char>(c)))};
}

bool chord_pressed(const KeyChord& chord, bool repeat) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl != chord.ctrl || io.KeyShift != chord.shift || io.KeyAlt != chord.alt) {
    return false;
  }
  return key_pressed(chord.key, repeat);
}

bool take_chord(const KeyChord& chord, bool repeat) {
  if (!chord_pressed(chord, repeat)) return false;
  take_key(chord.key);
  return true;
}

void take_key(int key) { remembered<TakenKeys>().keys.insert(key); }

bool key_is_taken(int key) {
  std::unordered_set<int>& taken = remembered<TakenKeys>().keys;
  std::erase_if(taken, [](int each) { return !key_down(each); });
  return taken.contains(key);
}

}  // namespace attnlab
