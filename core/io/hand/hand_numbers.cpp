// Hand numbers: single ones, and blocks of cells.
#include "core/io/hand/hand_numbers.h"

#include <optional>
#include <stdexcept>

#include "core/config/number_text.h"
#include "core/config/scan_number.h"
#include "core/io/files/file.h"
#include "core/trace/hand_attention.h"

namespace attnlab {

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kMinus = "−";

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// The pieces between the letters of `marks`; blanks side by side are one where `marks` has a space.
std::vector<std::string_view> cut(std::string_view text, std::string_view marks) {
  std::vector<std::string_view> pieces;
  for (bool more = true; more;) {
    const std::size_t end = text.find_first_of(marks);
    more = end != std::string_view::npos;
    pieces.push_back(text.substr(0, end));
    text.remove_prefix(more ? end + 1 : text.size());
  }
  return pieces;
}

std::optional<double> read_number(std::string_view text) {
  std::string plain(without_blanks(text));
  if (plain.starts_with(kMinus)) plain.replace(0, kMinus.size(), "-");
  if (plain.starts_with('+')) plain.erase(0, 1);
  double number = 0;
  const char* const end = plain.data() + plain.size();
  const auto [stop, error] = scan_number(plain.data(), end, number);
  if (plain.empty() || error != std::errc() || stop != end) return {};
  return number;
}

std::vector<double> numbers_of(std::string_view row) {
  const bool tabs = row.find('\t') != std::string_view::npos;
  const bool commas = row.find(',') != std::string_view::npos;
  std::vector<double> numbers;
  for (const std::string_view piece : cut(row, tabs ? "\t" : commas ? "," : " ")) {
    const bool gap = !tabs && !commas && without_blanks(piece).empty();
    if (!gap) numbers.push_back(hand_number(piece));
  }
  return numbers;
}

}  // namespace

bool is_hand_number(std::string_view text) { return read_number(text).has_value(); }

double hand_number(std::string_view text) {
  const std::optional<double> number = read_number(text);
  if (!number) throw std::invalid_argument(quoted(text) + " is not a number");
  check_hand_number(*number);
  return *number;
}

std::string hand_number_text(double number) { return shortest_text(number); }

std::vector<std::vector<double>> hand_block(std::string_view text) {
  std::vector<std::vector<double>> rows;
  for (const std::string_view line : cut(text, "\n;")) {
    if (without_blanks(line).empty()) continue;
    const std::string row = "row " + std::to_string(rows.size() + 1);
    try {
      rows.push_back(numbers_of(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(row + ": " + error.what());
    }
    if (rows.back().size() != rows.front().size())
      throw std::invalid_argument(row + " has " + count_text(rows.back().size(), "number") +
                                  ", but row 1 has " + std::to_string(rows.front().size()));
  }
  if (rows.empty()) throw std::invalid_argument("the text to paste does not contain any numbers");
  return rows;
}

std::string hand_block_text(const std::vector<std::vector<double>>& rows) {
  std::string text;
  for (const std::vector<double>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i ? "\t" : "") + hand_number_text(row[i]);
    text += '\n';
  }
  return text;
}

}  // namespace attnlab
