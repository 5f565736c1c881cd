// Paths: the home folder and where a relative path leads.
#include "app/base/paths.h"

#include <filesystem>

#include "core/platform/environment.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

bool is_separator(char letter) { return platform::kSeparators.find(letter) != std::string_view::npos; }

}  // namespace

std::string user_folder(const char* variable, std::string_view usual) {
  const std::string chosen = platform::variable(variable);
  return fs::path(chosen).is_absolute() ? chosen + "/attention-lab" : platform::standard_folder(usual);
}

std::string expand_home(std::string_view path) {
  const std::string home = platform::home_folder();
  const bool from_home = path.starts_with('~') && (path.size() == 1 || is_separator(path[1]));
  return home.empty() || !from_home ? std::string(path) : home + std::string(path.substr(1));
}

std::string shown_path(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  const std::string whole = error ? path : absolute.lexically_normal().string(),
                    home = platform::home_folder();
  if (home.size() < 2) return whole;
  if (whole == home) return "~";
  const bool inside = whole.starts_with(home) && is_separator(whole[home.size()]);
  return inside ? "~" + whole.substr(home.size()) : whole;
}

std::size_t folder_length(std::string_view typed) {
  return typed.find_last_of(platform::kSeparators) + 1;  // nowhere is the last number, and one more is 0
}

}  // namespace attnlab
