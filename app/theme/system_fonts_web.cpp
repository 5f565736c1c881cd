// A browser shows a page none of the system's fonts.
#include "app/theme/system_fonts.h"

namespace attnlab {

std::optional<FontFile> system_font_with(char32_t) { return std::nullopt; }
std::string_view font_file_bytes(const std::string&) { return {}; }

}  // namespace attnlab
