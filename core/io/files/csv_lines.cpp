// Lines of numbers: pieces of a file, cut at line ends and commas.
#include "core/io/files/csv_lines.h"

#include <algorithm>
#include <stdexcept>

#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

constexpr std::size_t kWrittenAtOnce = 1 << 18, kLongestLine = 1 << 20;

}  // namespace

std::string csv_field(std::string_view given) {
  const std::string text = escaped_text(given);
  const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos;
  const auto space = [](char c) { return c == ' ' || c == '\t'; };
  if (plain && (text.empty() || (!space(text.front()) && !space(text.back())))) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool within = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool doubled = within && line.substr(i, 2) == "\"\"";
    if (doubled) ++i;
    if (line[i] == '"' && !doubled) {
      within = !within;
    } else if (line[i] == ',' && !within) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  if (within) throw std::runtime_error("a quoted field is not closed");
  return fields;
}

void CsvWriter::text(std::string_view cell) {
  if (in_line_) buffer_ += ',';
  buffer_ += cell;
  in_line_ = true;
}

void CsvWriter::end_line() {
  buffer_ += '\n';
  in_line_ = false;
  if (buffer_.size() < kWrittenAtOnce) return;
  file_.write(std::string_view(buffer_));
  buffer_.clear();
}

void CsvWriter::close() {
  file_.write(std::string_view(buffer_));
  file_.close();
}

/// Reads one more piece behind the rest of the last; false at the end of the file.
bool CsvReader::fill() {
  const auto more = static_cast<std::size_t>(std::min<std::uint64_t>(kWrittenAtOnce, file_.size() - offset_));
  if (more == 0) return false;
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t rest = buffer_.size();
  buffer_.resize(rest + more);
  file_.read(offset_, std::as_writable_bytes(std::span(buffer_)).subspan(rest));
  offset_ += more;
  return true;
}

std::optional<std::span<const std::string_view>> CsvReader::next() {
  std::size_t end;
  while ((end = buffer_.find('\n', at_)) == std::string::npos) {
    const std::size_t left = buffer_.size() - at_;
    if (left > kLongestLine)
      throw std::runtime_error("line " + std::to_string(line_ + 1) + " is longer than 1 MB");
    if (fill()) continue;
    if (left == 0) return std::nullopt;
    throw std::runtime_error("line " + std::to_string(line_ + 1) + " is cut off");
  }
  std::string_view rest = std::string_view(buffer_).substr(at_, end - at_);
  if (rest.ends_with('\r')) rest.remove_suffix(1);  // as Windows ends lines
  at_ = end + 1;
  ++line_;
  cells_.clear();
  for (std::size_t comma; (comma = rest.find(',')) != std::string_view::npos; rest.remove_prefix(comma + 1))
    cells_.push_back(rest.substr(0, comma));
  cells_.push_back(rest);
  return std::span<const std::string_view>(cells_);
}

}  // namespace attnlab
