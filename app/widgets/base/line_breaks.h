// Where text breaks into lines.
#pragma once

#include <string_view>
#include <vector>

struct ImFont;

namespace attnlab {

/// The lines, of at most `width` pixels where words allow it. They break at spaces and after punctuation, but
/// not within a number, as 1,501 or 0.25 is, nor before its "%".
std::vector<std::string_view> broken_lines(ImFont* font, std::string_view text, float width);

}  // namespace attnlab
