// Remembers which fonts have which letters, and reads the files.
#include "app/theme/system_fonts.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace attnlab {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::optional<FontFile> system_font_with(char32_t letter) {
  static std::map<char32_t, std::optional<FontFile>> known;
  const auto [found, fresh] = known.try_emplace(letter);
  if (fresh) found->second = look_up_system_font(letter);
  return found->second;
}

std::string_view font_file_bytes(const std::string& path) {
  static std::map<std::string, std::string> known;
  const auto [found, fresh] = known.try_emplace(path);
  if (fresh) found->second = contents(path);
  return found->second;
}

}  // namespace attnlab
