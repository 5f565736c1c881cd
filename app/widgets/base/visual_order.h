// Visual order: right-to-left letters in the order in which they are drawn from the left, Arabic ones joined.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// Whether a letter can be drawn.
using DrawsLetter = bool (*)(char32_t letter);

/// One line of UTF-8 for drawing from left to right, by Unicode's bidirectional algorithm (UAX #9) in a line
/// that runs from the left: each run of Hebrew, Arabic and the like is turned around, spaces and punctuation
/// within it too; its numbers, and marks behind their letters, stay as they are, and brackets are mirrored.
/// Arabic letters become the presentation forms that join them, those that `draws` says; the others stay
/// plain. Bytes that are no UTF-8 are kept. `room` holds what is returned where anything changes; else it is
/// `text` itself.
std::string_view visual_order(std::string_view text, std::string& room, DrawsLetter draws);

/// The same with the letters that the program's fonts or the system's have.
std::string_view visual_order(std::string_view text, std::string& room);

}  // namespace attnlab

struct ImFont;
namespace attnlab {

/// The lines, of at most `width` pixels where words allow it. They break at spaces and after punctuation, but
/// not within a number, as 1,501 or 0.25 is, nor before its "%".
std::vector<std::string_view> broken_lines(ImFont* font, std::string_view text, float width);

}  // namespace attnlab
