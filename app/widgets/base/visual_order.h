// Visual order: right-to-left letters in the order in which they are drawn from the left.
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

/// One line of UTF-8 for drawing from left to right: each run of Hebrew, Arabic and the like is turned
/// around, spaces and punctuation within it too; its numbers, and marks behind their letters, stay as they
/// are, and brackets are mirrored. Arabic letters are not joined. `room` holds what is returned where
/// anything is turned; else it is `text` itself.
std::string_view visual_order(std::string_view text, std::string& room);

}  // namespace attnlab
