// Script files: one command per line, read and checked before anything is played.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/condition.h"
#include "app/widgets/base/keys.h"

namespace attnlab {

/// ScriptLine::count of `hear desktop`.
inline constexpr std::int64_t kHearDesktop = 2;

/// The player's own commands; every other line is an application command.
enum class ScriptAction {
  WaitFrames,  ///< wait_frames N
  WaitSteps,   ///< wait_steps N: until the model has trained N steps in all
  WaitIdle,    ///< wait_idle: until nothing is being computed or moved
  WaitUntil,   ///< wait_until EXPRESSION VALUE: until the value is this one, as expect reads them
  Click,       ///< click NAME
  Hover,       ///< hover NAME
  Drag,        ///< drag NAME dx dy, in pixels, or drag FROM TO
  Wheel,       ///< wheel NAME LINES
  Hear,        ///< hear on, off or desktop: whether the real keyboard and mouse act in place of the script's
  Hold,        ///< hold Ctrl, Shift, Alt or none: held down while the mouse is used
  Key,         ///< key Ctrl+K
  Type,        ///< type any text (or "quoted")
  Expect,      ///< expect EXPRESSION VALUE; VALUE is the last word or a quoted text; or expect CONDITION
  Window,      ///< window WIDTH HEIGHT, in pixels
  Scale,       ///< display_scale PERCENT: as if the window were on a screen of this scale
  Screenshot,  ///< screenshot FILE.png
  Random,      ///< random SEED COUNT: COUNT random inputs
  Quit,        ///< quit [code]
  Command      ///< anything else, handed to the application
};

struct ScriptLine {
  ScriptAction action{};
  int line = 0;            ///< counted from 1
  std::string text{};      ///< NAME, EXPRESSION, FILE, text to type, or the whole command
  std::string value{};     ///< the value expected; the target of a drag, empty for dx and dy
  std::int64_t count = 0;  ///< N, COUNT, PERCENT or the exit code; for hear 0, 1 or kHearDesktop
  std::int64_t seed = 0;   ///< for random
  float dx = 0, dy = 0;    ///< for drag and wheel; width and height for window
  KeyChord key{};          ///< for key and hold
  Condition condition{};   ///< for expect CONDITION
};

struct Script {
  std::string file;  ///< as named in errors
  std::vector<ScriptLine> lines;
};

/// Whether the script is played with the settings of the desktop, and with its input method.
bool hears_desktop(const Script& script);

/// Reads a script from text. Skips blank lines and lines that begin with #.
/// Throws std::invalid_argument "FILE:LINE: …" for a player's command with wrong arguments.
Script parse_script(std::string_view text, std::string file);

/// Reads a script file. Throws std::runtime_error naming a file that cannot be read.
Script load_script(const std::filesystem::path& file);

}  // namespace attnlab
