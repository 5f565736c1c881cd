// Noun: what a thing is called, in sentences that are about several kinds of things.
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

struct Noun {
  std::string_view one, many;
};

inline constexpr Noun kWordNoun{"word", "words"};

/// `text` with the noun in the place of "{word}", "{words}" and, with a capital letter, "{Words}".
std::string with_noun(std::string_view text, const Noun& noun);

}  // namespace attnlab
