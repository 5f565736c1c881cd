// Text table: widths in letters, not bytes.
#include "app/base/text_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>

#include "app/base/printable.h"
#include "core/config/scan_number.h"

namespace attnlab {
namespace {

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

double value_of(const std::string& text) {
  double value = 0;
  scan_number(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

bool is_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

bool cell_before(const std::string& a, const std::string& b) {
  const auto rank = [](const std::string& text) { return text.empty() ? 2 : is_number(text) ? 0 : 1; };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  return rank(a) == 0 ? value_of(a) < value_of(b) : a < b;
}

std::string number_cell(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
  return buffer;
}

std::string megabytes_text(std::uintmax_t bytes) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.1f MB", static_cast<double>(bytes) / (1 << 20));
  return buffer;
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  char buffer[64];
  if (whole >= 3600)
    std::snprintf(buffer, sizeof buffer, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  else
    std::snprintf(buffer, sizeof buffer, "%lld:%02lld", whole / 60, whole % 60);
  return buffer;
}

TextTable::TextTable(std::vector<std::string> titles) : rows_{std::move(titles)} {
  for (std::string& title : rows_[0]) title = printable(title);
}

void TextTable::add(std::vector<std::string> cells, std::string note) {
  cells.resize(rows_[0].size());
  for (std::string& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
  notes_.push_back(printable(note));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_[0].size(), 0);
  std::vector<bool> numeric(rows_[0].size(), true);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string& cell = rows_[r][c];
      widths[c] = std::max(widths[c], width_of(cell));
      // Times are numbers too: "1:02".
      const bool number =
          cell.empty() || cell == "–" || cell.find_first_not_of("0123456789.:%e+- ") == std::string::npos;
      if (r > 0 && !number) numeric[c] = false;
    }
  }
  std::string out;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string& cell = rows_[r][c];
      const std::string space(widths[c] - width_of(cell), ' ');
      line += (c > 0 ? "  " : "") + (numeric[c] ? space + cell : cell + space);
    }
    if (!notes_[r].empty()) line += "  " + notes_[r];
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace attnlab
