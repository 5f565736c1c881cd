// A text cut into its words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/words.h"

namespace attnlab::testing {

inline std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> words;
  while (const auto word = next_word(text)) words.emplace_back(*word);
  return words;
}

}  // namespace attnlab::testing
