// Text table: rows with columns one below the other.
#pragma once

#include <string>
#include <vector>

namespace attnlab {

/// Texts in columns; numbers stand at the right edge of theirs.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> titles) : rows_{std::move(titles)} {}

  /// As many cells as there are titles; `note` stands behind them.
  void add(std::vector<std::string> cells, std::string note = "");
  /// All lines, each with its end.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::string> notes_{""};
};

/// With so many digits behind the point; "–" where there is none.
std::string number_cell(double value, int digits);

/// "12:34", "1:02:03".
std::string duration_text(double seconds);

/// Whether all of `text` is a number.
bool is_number(const std::string& text);

/// Whether `a` comes before `b`: numbers by size, then texts by letters, then what is empty.
bool cell_before(const std::string& a, const std::string& b);

}  // namespace attnlab
