// The console of Windows.
#include "core/platform/terminal.h"

#include "core/platform/windows/calls.h"

namespace attnlab::platform {

bool writes_to_terminal() {
  DWORD mode = 0;
  return GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode) != 0;
}

int terminal_width() {
  CONSOLE_SCREEN_BUFFER_INFO about{};
  if (!GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &about)) return 80;
  const int width = about.srWindow.Right - about.srWindow.Left + 1;
  return width > 0 ? width : 80;
}

}  // namespace attnlab::platform
