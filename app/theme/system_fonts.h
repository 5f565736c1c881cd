// System fonts: which installed font has a letter.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace attnlab {

/// One face of a font file.
struct FontFile {
  std::string path;
  int face = 0;
  friend auto operator<=>(const FontFile&, const FontFile&) = default;
};

/// The outline font that the system prefers for a letter; nothing where it has none. Each letter is looked up
/// once in the program's life.
std::optional<FontFile> system_font_with(char32_t letter);

/// The same, looked up each time: by fontconfig, or where there is none, in the system's folders of fonts.
std::optional<FontFile> look_up_system_font(char32_t letter);

/// What is in the file, read once in the program's life; empty where it cannot be read.
std::string_view font_file_bytes(const std::string& path);

}  // namespace attnlab
