// Paths: the home folder and where a relative path leads.
#include "app/base/paths.h"

#include <cstdlib>
#include <filesystem>

namespace attnlab {
namespace {

std::string home_folder() {
  const char* home = std::getenv("HOME");
  return home ? home : "";
}

}  // namespace

std::string user_folder(const char* variable, std::string_view usual) {
  const char* const chosen = std::getenv(variable);
  const std::string base = chosen ? chosen : "", home = home_folder();
  if (base.starts_with('/')) return base + "/attention-lab";
  return home.starts_with('/') ? home + "/" + std::string(usual) + "/attention-lab" : "";
}

std::string expand_home(std::string_view path) {
  const std::string home = home_folder();
  if (home.empty() || !(path == "~" || path.starts_with("~/"))) return std::string(path);
  return home + std::string(path.substr(1));
}

std::string shown_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  const std::string whole = error ? path : absolute.lexically_normal().string(), home = home_folder();
  if (home.size() < 2) return whole;
  if (whole == home) return "~";
  return whole.starts_with(home + "/") ? "~" + whole.substr(home.size()) : whole;
}

}  // namespace attnlab
