// Lists folders for the path dialogs.
#include "app/views/frame/path_list.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "app/base/paths.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

/// The most entries read, so that huge folders stay fast.
constexpr std::size_t kMostRead = 5000;

bool begins_with(std::string_view name, std::string_view start) {
  if (start.empty()) return !name.starts_with('.');
  return name.starts_with(start);
}

}  // namespace

std::vector<PathChoice> path_choices(std::string_view typed, bool files, std::size_t most) {
  const std::string_view folder = typed.substr(0, folder_length(typed));
  const std::string_view start = typed.substr(folder.size());
  std::vector<PathChoice> choices;
  std::error_code error;
  const std::string where = folder.empty() ? "." : expand_home(folder);
  std::size_t read = 0;
  for (fs::directory_iterator at(where, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end && read < kMostRead; at.increment(error), ++read) {
    std::error_code ignored;
    PathChoice choice{at->path().filename().string(), "", at->is_directory(ignored)};
    if (!begins_with(choice.name, start) || !(files || choice.folder)) continue;
    choice.completed = std::string(folder) + choice.name + (choice.folder ? "/" : "");
    choices.push_back(std::move(choice));
  }
  std::ranges::sort(choices, {}, [](const PathChoice& c) { return std::tuple(!c.folder, c.name); });
  if (choices.size() > most) choices.resize(most);
  return choices;
}

}  // namespace attnlab
