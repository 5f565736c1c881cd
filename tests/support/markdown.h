// Tables of the documents, for tests that compare them with the program's tables.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/temp_folder.h"

namespace attnlab::testing {

/// A document of the repository, "docs/command-line.md".
inline std::string document(const std::string& path) {
  return read_bytes(std::string(ATTNLAB_SOURCE_DIR) + "/" + path);
}

/// The text from the line `heading` to the next heading of any depth. Throws where there is no such line.
inline std::string section_of(const std::string& text, const std::string& heading) {
  const std::size_t at = ("\n" + text).find("\n" + heading + "\n");
  if (at == std::string::npos) throw std::runtime_error("there is no heading " + heading);
  const std::size_t begin = at + heading.size() + 1, end = text.find("\n#", begin);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

/// Cells of the rows of the first table whose head begins with the cell `first`.
inline std::vector<std::vector<std::string>> table_in(const std::string& text, const std::string& first) {
  std::vector<std::vector<std::string>> rows;
  std::size_t at = ("\n" + text).find("\n| " + first + " |");
  if (at == std::string::npos) throw std::runtime_error("there is no table of " + first);
  for (int line = 0; at < text.size() && text[at] == '|'; ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::vector<std::string> cells;
    for (std::size_t from = at + 2; from < end;) {
      const std::size_t bar = std::min(text.find(" |", from), end);
      cells.push_back(text.substr(from, bar - from));
      from = bar + 3;
    }
    if (line > 1) rows.push_back(std::move(cells));
    at = end + 1;
  }
  return rows;
}

}  // namespace attnlab::testing
