// The text of a token on screen, for any bytes.
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

/// Makes spaces at either end, newlines, tabs and other control characters visible ("␣", "↵", "⇥", "‹07›"),
/// and shows bytes that are not UTF-8 as "‹ff›", and what lies beyond the letters that can be drawn, as most
/// emoji, by its code point: "‹1f600›". An empty token is "∅"-like: "‹›".
std::string display_token(std::string_view token);

/// "U+65E5 U+672C": the code points of a token with letters that the program's own fonts need not have; ""
/// for any other.
std::string rare_code_points(std::string_view token);

}  // namespace attnlab
