// Fields: the "key: value" lines of a lesson's front matter and blocks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/fault.h"

namespace attnlab {

/// One field, or one item of a list.
struct LessonField {
  std::string key;                  ///< "ask"; "-" for an item
  std::string value;                ///< on its line, and on the indented lines after it
  std::vector<std::string> lines;   ///< the indented lines after it
  std::vector<std::string> quoted;  ///< those of them that begin with ">"
  int line = 0;

  /// The value with the indented lines that are no quotes, joined by spaces.
  std::string joined() const;
  /// A quoted text: the lines after ">", joined.
  std::string quote() const;
};

/// A line with its number in the file, from 1.
struct NumberedLine {
  std::string_view text;
  int line = 0;
};

/// The lines of a text, without their ends.
std::vector<NumberedLine> lines_of(std::string_view text);

/// "```" of "```choice"; nothing where the line opens no fence.
std::string_view fence_of(std::string_view line);

/// Reads fields. A line that is not a field, an item or a continuation is a fault.
std::vector<LessonField> read_fields(const std::vector<NumberedLine>& lines, LessonFaults& faults);

/// Whole and decimal numbers; throw LessonError.
int whole_of(const LessonField& field, int low, int high);
double number_of(const LessonField& field);

}  // namespace attnlab
