// Fault: something wrong in a lesson, at a line of its file.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace attnlab {

struct LessonFault {
  int line = 0;
  std::string what;
};
using LessonFaults = std::vector<LessonFault>;

/// An error at a line of a lesson's file.
class LessonError : public std::invalid_argument {
 public:
  LessonError(int at, const std::string& what) : std::invalid_argument(what), line(at) {}
  int line;
};

/// Does something. An error becomes a fault instead, at `line` unless it names its own.
template <typename Deed>
void note_fault(LessonFaults& faults, int line, Deed deed) {
  try {
    deed();
  } catch (const LessonError& error) {
    faults.push_back({error.line, error.what()});
  } catch (const std::invalid_argument& error) {
    faults.push_back({line, error.what()});
  }
}

/// "FILE:LINE: WHAT".
inline std::string fault_text(const std::string& file, const LessonFault& fault) {
  return file + ":" + std::to_string(fault.line) + ": " + fault.what;
}

/// Throws std::invalid_argument for the first of them.
inline void throw_first(const std::string& file, const LessonFaults& faults) {
  if (!faults.empty()) throw std::invalid_argument(fault_text(file, faults.front()));
}

/// What could be read of a lesson's file, and all that is wrong with the file.
struct LessonReading {
  Lesson lesson;
  LessonFaults faults;
};

/// Reads a lesson as far as possible.
LessonReading read_lesson_text(const std::string& text, const std::string& file);

/// Reads a lesson's file and its pictures as far as possible. Throws what lesson_source() throws.
LessonReading read_lesson_file(const std::string& file);

/// Reads the pictures in the lesson's text from its folder. A picture that is missing, too large or not a PNG
/// is a fault.
void load_pictures(Lesson& lesson, LessonFaults& faults);

}  // namespace attnlab
