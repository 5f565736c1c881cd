// Splitting of texts.
#pragma once

#include <string_view>
#include <vector>

namespace attnlab {

/// The parts between the letters `at`, empty ones too; they point into `text`.
inline std::vector<std::string_view> split_at(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace attnlab
