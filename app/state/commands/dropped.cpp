// Looks at what is dropped.
#include "app/state/commands/dropped.h"

#include "app/lessons/pack.h"
#include "core/io/checkpoint.h"
#include "core/tasks/pictures/picture_file.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

bool has_folders(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (std::error_code ignored; at->is_directory(ignored)) return true;
  return false;
}

const char* verb_of(const fs::path& path) {
  std::error_code ignored;
  if (is_picture_name(path) && !fs::is_directory(path, ignored)) return "picture.open";
  if (!fs::is_directory(path, ignored) && holds_model(path)) return "model.load";
  if (!fs::is_directory(path, ignored))
    return path.extension() == ".md" || is_lesson_pack(path) ? "lesson.open" : "open";
  return holds_model(path) || !has_folders(path) ? "model.load" : "pictures.open";
}

}  // namespace

Command command_of_dropped(const fs::path& path) { return {verb_of(path), {path.string()}}; }

}  // namespace attnlab
