// The lessons that come with the program, compiled into it.
#include "app/lessons/catalog.h"

#include <algorithm>
#include <filesystem>

#include "core/config/nearest.h"
#include "embedded_lessons.h"

namespace attnlab {

namespace {

/// Files in the order of their names, which begin with the lesson's place.
std::vector<std::shared_ptr<const Lesson>> read_all() {
  std::vector<std::shared_ptr<const Lesson>> lessons;
  for (const EmbeddedFile& file : embedded_lessons())
    lessons.push_back(
        std::make_shared<const Lesson>(read_lesson(std::string(file.bytes), std::string(file.name))));
  std::ranges::sort(lessons, {}, &Lesson::file);
  return lessons;
}

}  // namespace

const std::vector<std::shared_ptr<const Lesson>>& builtin_lessons() {
  static const std::vector<std::shared_ptr<const Lesson>> lessons = read_all();
  return lessons;
}

bool is_builtin(const Lesson& lesson) {
  return std::ranges::any_of(builtin_lessons(), [&](const auto& one) { return one.get() == &lesson; });
}

std::shared_ptr<const Lesson> open_lesson(const std::string& id_or_file) {
  std::vector<std::string> ids;
  for (const auto& lesson : builtin_lessons()) {
    if (lesson->id == id_or_file) return lesson;
    ids.push_back(lesson->id);
  }
  std::error_code error;
  if (id_or_file.ends_with(".md") || std::filesystem::exists(id_or_file, error))
    return std::make_shared<const Lesson>(load_lesson(id_or_file));
  throw std::invalid_argument("there is no lesson " + id_or_file + did_you_mean(id_or_file, ids) +
                              "; a lesson of your own is a file that ends in .md");
}

}  // namespace attnlab
