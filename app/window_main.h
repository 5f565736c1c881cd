// The window's entry point.
#pragma once

#include <optional>
#include <string>

namespace attnlab {

/// What the command line asks of the window.
struct WindowMainOptions {
  std::string script;                ///< file to play; "" for none
  std::string preset = "translate";  ///< learnt at start
  std::optional<std::string> model;  ///< saved model to open instead
  int width = 1600, height = 1000;
};

/// Opens the window and runs until it is closed or the script ends. Returns the exit code. Throws
/// std::runtime_error with one line where there is no display or no OpenGL 3.3.
int run_window(const WindowMainOptions& options);

}  // namespace attnlab
