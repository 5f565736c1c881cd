// Lines of cells with commas between, in a file of any length.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/scan_number.h"
#include "core/io/files/file.h"

namespace attnlab {

/// `text` in double quotes where CSV (RFC 4180) or white space at an end requires them,
/// and bytes that are not UTF-8 as escaped_text() has them.
std::string csv_field(std::string_view given);
/// The texts of a line of such fields. Throws std::runtime_error for quotes that do not end.
std::vector<std::string> csv_fields(std::string_view line);

/// Collects lines and writes them in large pieces. Numbers are in the shortest form that reads back to the
/// same bits. Errors as OutputFile.
class CsvWriter {
 public:
  explicit CsvWriter(std::filesystem::path path) : file_(std::move(path)) {}

  void text(std::string_view cell);
  template <typename T>
  void number(T value) {
    char digits[40];
    text({digits, std::to_chars(digits, digits + sizeof digits, value).ptr});
  }
  void end_line();
  void close();

 private:
  OutputFile file_;
  std::string buffer_;
  bool in_line_ = false;
};

/// Reads line by line, with memory for one piece of the file.
class CsvReader {
 public:
  /// Throws std::runtime_error as InputFile.
  explicit CsvReader(std::filesystem::path path) : file_(std::move(path)) {}

  /// The cells of the next line, valid until the next call; nothing at the end of the file. Throws
  /// std::runtime_error for a line that does not end, or is longer than a megabyte.
  std::optional<std::span<const std::string_view>> next();
  std::size_t line() const { return line_; }  ///< number of the last line, from 1

 private:
  bool fill();

  InputFile file_;
  std::uint64_t offset_ = 0;  ///< in the file, of the next read
  std::string buffer_;
  std::size_t at_ = 0;  ///< in the buffer, where the next line begins
  std::size_t line_ = 0;
  std::vector<std::string_view> cells_;
};

/// A whole cell as a number. Throws std::runtime_error that shows the cell where it is none.
template <typename T>
T csv_number(std::string_view cell) {
  T value{};
  const auto [end, error] = scan_number(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size())
    throw std::runtime_error(quoted(cell) + " is not a number");
  return value;
}

}  // namespace attnlab
