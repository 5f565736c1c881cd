// Packs lessons.
#include "app/cli/lesson/pack.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "app/cli/subcommands.h"
#include "app/figure/png.h"
#include "app/lessons/pack.h"
#include "app/lessons/release.h"
#include "app/state/lab/lesson_commands.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

namespace fs = std::filesystem;

/// The lesson's file: `place` itself, or the one in this folder.
fs::path lesson_file(const fs::path& place) {
  std::error_code error;
  if (!fs::is_directory(place, error)) return place;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(place))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  if (files.size() == 1) return files.front();
  throw std::invalid_argument(
      tr("{1} contains {2} files that end in .md, but a pack has one lesson: name the lesson's file",
         quoted(place), std::to_string(files.size())));
}

/// Adds files to a pack in the order of their names.
class Packing {
 public:
  Packing(const Lesson& lesson, std::string text) : home_(lesson.folder), bytes_(text.size()) {
    files_.push_back({fs::path(lesson.file).filename().string(), std::move(text)});
    for (const std::string& name : own_files(lesson)) add(name);
  }

  const std::vector<PackedFile>& files() const { return files_; }

 private:
  void add(const fs::path& name) {
    const fs::file_status status = fs::symlink_status(home_ / name);
    if (fs::is_regular_file(status)) return add_file(name);
    if (!fs::is_directory(status))
      throw std::invalid_argument(
          tr("{1} is neither a file nor a folder: a pack cannot contain links", name.generic_string()));
    std::vector<fs::path> inside;
    for (const fs::directory_entry& entry : fs::directory_iterator(home_ / name))
      if (!is_hidden(entry.path())) inside.push_back(name / entry.path().filename());
    std::ranges::sort(inside);
    for (const fs::path& one : inside) add(one);
  }
  static bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

  void add_file(const fs::path& name) {
    bytes_ += fs::file_size(home_ / name);
    if (bytes_ > kMostPackBytes)
      throw std::invalid_argument(
          tr("with {1}, the files of the lesson take more than {2} MB, the maximum for a pack",
             name.generic_string(), std::to_string(kMostPackBytes >> 20)));
    files_.push_back({name.generic_string(), read_file(home_ / name, kMostPackBytes)});
  }

  fs::path home_;
  std::uint64_t bytes_ = 0;
  std::vector<PackedFile> files_;
};

}  // namespace

int pack_lesson(const LessonOptions& options) {
  const fs::path file = lesson_file(options.one("FOLDER|FILE"));
  const fs::path out = options.place("FILE.lesson");
  std::string source = lesson_source(file.string());
  if (options.released) source = released(source, file.string());
  Lesson lesson = read_lesson(source, file.string());
  lesson.folder = fs::absolute(file).parent_path().string();
  load_pictures(lesson);
  check_commands(lesson);
  const Packing packing(lesson, std::move(source));
  const std::string text = pack_text(packing.files());
  std::error_code error;
  if (fs::equivalent(file, out, error))
    throw std::invalid_argument(tr("the pack would replace the lesson itself"));
  write_file(text, out);
  for (const PackedFile& one : packing.files())
    std::printf("%10zu  %s\n", one.bytes.size(), one.path.c_str());
  return kDone;
}

}  // namespace attnlab
