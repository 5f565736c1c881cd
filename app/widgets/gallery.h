// A window that shows every widget in its states, to look at and to test.
#pragma once

#include <string>

namespace attnlab {

/// Opens the gallery and runs until it is closed or the script ends. `script` may be empty.
/// Script commands: `theme dark|light`, `contrast on|off`, `text 150`, `page NAME|N`, `motion on|off`.
/// Returns the exit code. Throws std::runtime_error as Window does.
int run_gallery(const std::string& script, int width = 1600, int height = 1000);

}  // namespace attnlab
