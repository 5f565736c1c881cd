// Left-overs: names, and which programs still run.
#include "core/io/files/left_overs.h"

#include <algorithm>
#include <string>

#include "core/config/scan_number.h"
#include "core/io/files/file_lock.h"
#include "core/platform/process.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

/// A name taken apart.
struct LeftOverName {
  std::string place;
  std::string_view infix;
  int owner = 0;
};

std::optional<LeftOverName> read_name(const std::string& name, std::string_view infix) {
  const std::size_t at = name.rfind(infix);
  if (at == std::string::npos || at == 0) return {};
  LeftOverName read{name.substr(0, at), infix};
  const char *begin = name.data() + at + infix.size(), *end = name.data() + name.size();
  const auto [stopped, error] = scan_number(begin, end, read.owner);
  if (error != std::errc{} || stopped != end || read.owner <= 0) return {};
  return read;
}

/// Whether a process of that number runs, or any process, of any container, holds the folder.
bool is_alive(const fs::path& path, int owner) {
  return (owner != platform::process_number() && platform::runs(owner)) || is_locked(path);
}

}  // namespace

fs::path beside(const fs::path& place, std::string_view infix) {
  fs::path path = place;
  path += std::string(infix) + std::to_string(platform::process_number());
  return path;
}

std::optional<fs::path> place_of_left_over(const fs::path& path) {
  for (const std::string_view infix : {kTemporaryInfix, kAsideInfix})
    if (const auto name = read_name(path.filename().string(), infix)) return path.parent_path() / name->place;
  return {};
}

bool is_beside(const fs::path& path, const fs::path& place, std::string_view infix) {
  const auto name = read_name(path.filename().string(), infix);
  return name && name->place == place.filename().string();
}

std::vector<fs::path> left_overs(const fs::path& place, std::string_view infix) {
  std::vector<fs::path> found;
  std::error_code error, ignored;
  for (auto entry = fs::directory_iterator(place.parent_path(), error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    const auto name = read_name(entry->path().filename().string(), infix);
    if (!name || name->place != place.filename().string() || entry->is_symlink(ignored)) continue;
    if (!is_alive(entry->path(), name->owner)) found.push_back(entry->path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace attnlab
