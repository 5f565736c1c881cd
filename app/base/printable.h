// Printable: texts on a terminal, in which each character can be seen and none does anything.
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

/// `text` on one line. Controls, line ends and marks that nobody sees are escapes: "\n", "\u001b", "\u202e";
/// bytes that are not UTF-8 are as escaped_text() has them. The joiners U+200C and U+200D stay, since letters
/// and emoji need them.
std::string printable(std::string_view text);

/// printable() of running text, in which line ends and tabs stay.
std::string printable_lines(std::string_view text);

/// printable() in quotes: the text of a token. Quotes and backslashes in it have a backslash in front.
std::string quoted_piece(const std::string& text);

}  // namespace attnlab
