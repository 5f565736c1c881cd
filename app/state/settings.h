// Settings: what the program remembers from one start to the next, and its file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/recent.h"

namespace attnlab {

struct Settings {
  Screen screen;
  Index window_width = 1600, window_height = 1000;  ///< in screen coordinates
  std::string preset = "translate";                 ///< the last one that was open
  std::vector<RecentFile> recent;                   ///< newest first
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// As JSON, with a last line break.
std::string settings_text(const Settings& settings);

struct ReadSettings {
  Settings settings;
  std::string problem;  ///< one line about what could not be read; "" for nothing
};

/// Reads what it can: a value that is not allowed leaves its standard, and is the problem that is told. Text
/// that is no JSON, or of another version, gives the standards.
ReadSettings settings_from_text(const std::string& text);

/// "~/.config/attention-lab/settings.json", or where XDG_CONFIG_HOME says. Empty where neither it nor HOME is
/// an absolute path.
std::filesystem::path standard_settings_file();

/// The value of one option of the screen as text, by its name in the file. Throws std::invalid_argument.
std::string screen_option(const Screen& screen, const std::string& name);

}  // namespace attnlab
