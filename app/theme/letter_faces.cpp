// Letter faces: letters sorted by the fonts that the system prefers for them.
#include "app/theme/letter_faces.h"

#include <map>
#include <stdexcept>
#include <utility>

#include "app/theme/system_fonts.h"

namespace attnlab {
namespace {

/// Null where it cannot be read.
std::unique_ptr<FontAdvances> read_face(const FontFile& file) {
  try {
    return std::make_unique<FontAdvances>(font_file_bytes(file.path), file.face);
  } catch (const std::runtime_error&) {
    return nullptr;
  }
}

}  // namespace

std::vector<LetterFace> letter_faces(std::span<const char32_t> letters, const FontAdvances& own) {
  std::map<FontFile, std::vector<char32_t>> by_file;
  for (const char32_t letter : letters) {
    if (own.of(letter)) continue;
    if (const auto file = system_font_with(letter)) by_file[*file].push_back(letter);
  }
  std::vector<LetterFace> faces;
  for (auto& [file, given] : by_file)
    if (auto advances = read_face(file))
      faces.push_back({font_file_bytes(file.path), file.face, std::move(advances), std::move(given)});
  return faces;
}

}  // namespace attnlab
