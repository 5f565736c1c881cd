// A browser shows a page none of the system's fonts.
#include "app/theme/system_fonts.h"

namespace attnlab {

std::optional<FontFile> look_up_system_font(char32_t) { return std::nullopt; }

}  // namespace attnlab
