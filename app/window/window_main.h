// The window's entry point.
#pragma once

#include <optional>
#include <string>

namespace attnlab {

/// The options of the window on the command line.
struct WindowMainOptions {
  std::string script;                 ///< file to play, which begins with a model at rest; "" for none
  bool without_threads = false;       ///< computes between two frames, as a page without threads does
  bool unseen = false;                ///< of a script, only the frames of its screenshots are rendered
  std::string settings;               ///< settings file; "": the user's own, or none while a script plays
  std::string language;               ///< of this start and the next ones; "": as chosen before
  std::string sessions;               ///< folder of the saved runs; "": as for settings
  std::string resume;                 ///< folder of the session in `sessions` to continue; "": a new one
  std::string answers;                ///< folder of the answers to lessons; "": as for settings
  double autosave_seconds = 60;       ///< between two saves of the runs; 0: none
  std::optional<std::string> preset;  ///< trained at the start; none: the last preset
  std::optional<std::string> model;   ///< saved model to open instead of a preset
  std::string lesson{};               ///< opened at the start: an id or a file; "": none
  std::string open{};                 ///< opened at the start as if dropped on the window; "": none
  std::string state{};                ///< the line of a state that is opened instead of a preset; "": none
};

/// Opens the window and runs until it is closed or the script ends. Returns the exit code. Throws
/// std::runtime_error with one line if there is no display or no OpenGL 3.3.
int run_window(const WindowMainOptions& options);

}  // namespace attnlab
