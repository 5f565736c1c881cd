// The window's entry point.
#pragma once

#include <optional>
#include <string>

namespace attnlab {

/// What the command line asks of the window.
struct WindowMainOptions {
  std::string script;    ///< file to play; "" for none
  std::string settings;  ///< file that keeps the settings; "": the user's own, or none while a script plays
  std::string sessions;  ///< folder that keeps runs while the window is open; "": as for settings
  double autosave_seconds = 60;       ///< between two saves there; 0: none
  std::optional<std::string> preset;  ///< learnt at start; without it the last one
  std::optional<std::string> model;   ///< saved model to open instead
};

/// Opens the window and runs until it is closed or the script ends. Returns the exit code. Throws
/// std::runtime_error with one line where there is no display or no OpenGL 3.3.
int run_window(const WindowMainOptions& options);

}  // namespace attnlab
