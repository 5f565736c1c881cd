// The terminal, as POSIX tells of it.
#include "core/platform/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace attnlab::platform {

bool writes_to_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

int terminal_width() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace attnlab::platform
