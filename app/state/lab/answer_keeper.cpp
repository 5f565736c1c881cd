// Reads and writes the answers to lessons.
#include "app/state/lab/answer_keeper.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "app/base/paths.h"
#include "app/lessons/answer_sheet.h"
#include "app/state/wake_at_end.h"
#include "core/io/files/replace_file.h"
#include "core/language/messages.h"
#include "core/text/escaped_text.h"

namespace attnlab {

void KeptTallies::update() {
  if (!std::exchange(begun_, true))
    reading_ = in_background([folder = folder_, wake = wake_] {
      const WakeAtEnd at_end{wake};
      return folder.empty() ? LessonTallies{} : kept_tallies(folder);
    });
  if (!reading_.ready()) return;
  LessonTallies read = reading_.get();
  for (const auto& [lesson, tally] : left_) read[lesson] = tally;
  tallies_ = std::make_shared<const LessonTallies>(std::move(read));
}

void KeptTallies::note(const Lesson& lesson, const Progress& progress) {
  left_[lesson.id] = tally_of(lesson, progress);
  if (!tallies_) return;
  LessonTallies all = *tallies_;
  all[lesson.id] = left_[lesson.id];
  tallies_ = std::make_shared<const LessonTallies>(std::move(all));
}

namespace {

namespace fs = std::filesystem;

std::string text_of(const Lesson& lesson, const Progress& progress) {
  return escaped_dump(answer_sheet(lesson, progress), 2);
}

/// Returns why the file could not be written, or "".
std::string write_sheet(const fs::path& file, const std::string& text) {
  try {
    fs::create_directories(file.parent_path());
    replace_file(file, [&](const fs::path& place) {
      std::ofstream out(place, std::ios::binary);
      out << text << "\n";
      out.close();
      if (!out) throw std::runtime_error(tr("cannot write {1}", place.string()));
    });
    return "";
  } catch (const std::exception& problem) {
    return tr("the answers are not saved: {1}", problem.what());
  }
}

}  // namespace

fs::path standard_answers_folder() {
  const fs::path folder = user_folder("XDG_DATA_HOME", ".local/share");
  return folder.empty() ? folder : folder / "answers";
}

fs::path AnswerKeeper::file_of(const Lesson& lesson) const { return sheet_file(folder_, lesson); }

std::optional<Progress> AnswerKeeper::read(const Lesson& lesson) const {
  std::error_code error;
  if (folder_.empty() || !fs::exists(file_of(lesson), error)) return {};
  try {
    return progress_from(load_sheet(file_of(lesson)), lesson);
  } catch (const std::exception& problem) {
    throw std::invalid_argument(tr("the answers in {1} cannot be restored: {2}",
                                   shown_path(file_of(lesson).string()), problem.what()));
  }
}

std::string AnswerKeeper::update(const Lesson& lesson, const Progress& progress) {
  if (folder_.empty()) return "";
  const std::string error = writing_.ready() ? writing_.get() : "";
  if (changed_ && !writing_.valid()) write(lesson, progress);
  return error;
}

void AnswerKeeper::write(const Lesson& lesson, const Progress& progress) {
  changed_ = false;
  writing_ = in_background([file = file_of(lesson), wake = wake_, text = text_of(lesson, progress)] {
    const WakeAtEnd at_end{wake};
    return write_sheet(file, text);
  });
}

/// A browser tab that shows a lesson leaves the answers from another tab as they are.
std::string AnswerKeeper::save(const Lesson& lesson, const Progress& progress, Deadline deadline) {
  if (changed_) return finish(lesson, progress, deadline);
  return writing_.valid() && writing_.wait(deadline) ? writing_.get() : "";
}

std::string AnswerKeeper::finish(const Lesson& lesson, const Progress& progress, Deadline deadline) {
  if (folder_.empty()) return "";
  if (writing_.valid()) {
    if (!writing_.wait(deadline)) return "";
    writing_.get();  // what follows writes all of it again
  }
  changed_ = false;
  return write_sheet(file_of(lesson), text_of(lesson, progress));
}

}  // namespace attnlab
