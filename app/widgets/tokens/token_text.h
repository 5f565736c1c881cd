// How a token is written on screen, whatever bytes it holds.
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

/// Makes spaces at either end, newlines, tabs and other control characters visible ("␣", "↵", "⇥", "‹07›"),
/// and shows bytes that are not UTF-8 as "‹ff›". An empty token is "∅"-like: "‹›".
std::string display_token(std::string_view token);

}  // namespace attnlab
