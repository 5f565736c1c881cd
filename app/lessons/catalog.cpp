// The lessons that come with the program, compiled into it.
#include "app/lessons/catalog.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/lessons/pack.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"
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
  return std::ranges::any_of(builtin_lessons(), [&](const auto& one) {
    return lesson.folder.empty() && one->id == lesson.id && one->file == lesson.file;
  });
}

std::string text_of_lesson(const std::string& id_or_file) {
  if (is_lesson_pack(id_or_file)) return load_pack(id_or_file).front().bytes;
  const auto lesson = open_lesson(id_or_file);
  if (!is_builtin(*lesson)) return lesson_source(lesson->file);
  const auto file = std::ranges::find(embedded_lessons(), lesson->file, &EmbeddedFile::name);
  return std::string(file->bytes);
}

namespace {

std::shared_ptr<const Lesson> find_builtin(const std::string& id) {
  const auto found = std::ranges::find_if(builtin_lessons(), [&](const auto& one) { return one->id == id; });
  return found == builtin_lessons().end() ? nullptr : *found;
}

[[noreturn]] void no_lesson(const std::string& id, const std::string& advice) {
  std::vector<std::string> ids;
  for (const auto& lesson : builtin_lessons()) ids.push_back(lesson->id);
  throw std::invalid_argument(tr("there is no lesson {1}", id) + did_you_mean(id, ids) + advice);
}

}  // namespace

std::shared_ptr<const Lesson> builtin_lesson(const std::string& id) {
  if (auto found = find_builtin(id)) return found;
  no_lesson(id, "");
}

LessonReading read_named_lesson(const std::string& id_or_file) {
  if (const auto found = find_builtin(id_or_file)) return {*found, {}};
  if (is_lesson_pack(id_or_file)) return {load_packed_lesson(id_or_file), {}};
  std::error_code error;
  if (id_or_file.ends_with(".md") || std::filesystem::exists(id_or_file, error))
    return read_lesson_file(id_or_file);
  no_lesson(id_or_file, std::string("; ") + tr("a lesson of your own is a file that ends in .md, or a pack"));
}

std::shared_ptr<const Lesson> open_lesson(const std::string& id_or_file) {
  if (auto found = find_builtin(id_or_file)) return found;
  LessonReading reading = read_named_lesson(id_or_file);
  throw_first(reading.lesson.file, reading.faults);
  return std::make_shared<const Lesson>(std::move(reading.lesson));
}

}  // namespace attnlab
