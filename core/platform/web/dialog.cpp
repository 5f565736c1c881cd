// A page says itself why the program did not begin.
#include "core/platform/program.h"

namespace attnlab::platform {

void show_without_console(const std::string&) {}

}  // namespace attnlab::platform
