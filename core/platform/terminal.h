// The terminal to which the program writes.
#pragma once

namespace attnlab::platform {

/// Whether standard output is a terminal.
bool writes_to_terminal();
/// Its columns; 80 where it does not say.
int terminal_width();

}  // namespace attnlab::platform
