// Counts the answers of a class.
#include "app/lessons/class_answers.h"

#include <algorithm>
#include <stdexcept>

#include "app/lessons/answer_sheet.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSheets = 500;

std::vector<fs::path> sheets_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".json") files.push_back(at->path());
  if (files.empty())
    throw std::invalid_argument(
        tr("the folder {1} does not contain answers, which are files that end in .json", quoted(folder)));
  std::ranges::sort(files);
  files.resize(std::min(files.size(), kMostSheets));
  return files;
}

void count_answer(std::vector<GivenAnswer>& given, const std::string& text) {
  const auto found = std::ranges::find(given, text, &GivenAnswer::text);
  found == given.end() ? given.push_back({text, 1}) : void(++found->count);
}

/// Whether the sheet is one of this lesson; then its answers are counted.
bool count_sheet(ClassAnswers& all, const fs::path& file, const Lesson& lesson) {
  try {
    const AnswerSheet sheet = load_sheet(file);
    if (sheet.lesson != lesson.id) return false;
    for (const SheetEntry& entry : sheet.entries)
      if (!entry.text.empty()) count_answer(all.given[entry.exercise], entry.text);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

ClassAnswers class_answers(const fs::path& folder, const Lesson& lesson) {
  ClassAnswers all;
  for (const fs::path& file : sheets_in(folder))
    ++(count_sheet(all, file, lesson) ? all.learners : all.others);
  if (all.learners == 0)
    throw std::invalid_argument(tr_plural("the only file in {2} does not contain answers to the lesson {3}",
                                          "none of the {1} files in {2} contains answers to the lesson {3}",
                                          static_cast<std::int64_t>(all.others), std::to_string(all.others),
                                          quoted(folder), lesson.id));
  for (auto& [id, given] : all.given)
    std::ranges::stable_sort(given,
                             [](const GivenAnswer& a, const GivenAnswer& b) { return a.count > b.count; });
  return all;
}

}  // namespace attnlab
