// Releases lessons.
#include "app/cli/lesson/release.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "app/cli/subcommands.h"
#include "app/figure/png.h"
#include "app/lessons/catalog.h"
#include "app/lessons/release.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

namespace fs = std::filesystem;

void refuse_same(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::equivalent(from, to, error))
    throw std::invalid_argument(
        tr("the copy would replace {1} itself: give --out another place", quoted(from)));
}

std::vector<fs::path> lessons_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  if (files.empty())
    throw std::invalid_argument(tr("{1} does not contain a lesson, a file that ends in .md", quoted(folder)));
  std::ranges::sort(files);
  return files;
}

/// All copies are made before the first is written.
int release_folder(const fs::path& folder, const fs::path& out) {
  refuse_same(folder, out);
  std::vector<std::pair<fs::path, std::string>> copies;
  for (const fs::path& file : lessons_in(folder))
    copies.emplace_back(out / file.filename(), released(text_of_lesson(file.string()), file.string()));
  for (const auto& [file, text] : copies) {
    write_file(text, file);
    std::printf("%s\n", file.string().c_str());
  }
  return kDone;
}

}  // namespace

int release_lesson(const LessonOptions& options) {
  const std::string& from = options.one("ID|FILE|FOLDER");
  std::error_code error;
  if (fs::is_directory(from, error)) return release_folder(from, options.place("FOLDER"));
  const std::string copy = released(text_of_lesson(from), from);
  if (options.out.empty()) return std::fputs(copy.c_str(), stdout), kDone;
  refuse_same(from, options.out);
  write_file(copy, options.out);
  return kDone;
}

}  // namespace attnlab
