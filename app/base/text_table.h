// Text table: rows with columns one below the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attnlab {

/// Texts in columns, as printable() has them; numbers are aligned right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> titles);

  /// Adds a row with one cell per title, and `note` after the cells.
  void add(std::vector<std::string> cells, std::string note = "");
  /// All lines, each with a line break.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::string> notes_{""};
};

/// A number with `digits` decimals; "–" for a value that is not finite.
std::string number_cell(double value, int digits);

/// "12:34", "1:02:03".
std::string duration_text(double seconds);

/// "12.5 MB".
std::string megabytes_text(std::uintmax_t bytes);

/// Whether all of `text` is a number.
bool is_number(const std::string& text);

/// Whether `a` comes before `b`: numbers by value, then texts by letters, then empty cells.
bool cell_before(const std::string& a, const std::string& b);

}  // namespace attnlab
