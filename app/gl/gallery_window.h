// The gallery of widgets in a window.
#pragma once

#include <string>

namespace attnlab {

/// Opens the gallery and runs until it is closed or the script ends. `script` is a file of script lines or
/// empty. Returns the exit code. Throws std::runtime_error if there can be no window or the script
/// cannot be read.
int run_gallery(const std::string& script, int width = 1600, int height = 1000);

}  // namespace attnlab
