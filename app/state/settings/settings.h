// Settings: what the program remembers from one start to the next, and its file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/recent.h"
#include "core/config/fields.h"

namespace attnlab {

struct Settings {
  Screen screen;
  Index window_width = 1600, window_height = 1000;  ///< in points: pixels at a scale of 100 %
  std::string preset = "translate";                 ///< the preset opened last
  std::vector<RecentFile> recent;                   ///< newest first
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// The settings as JSON, with a final line break.
std::string settings_text(const Settings& settings);

struct ReadSettings {
  Settings settings;
  std::string problem;  ///< one line about what could not be read; "": nothing
};

/// Reads all valid values: an invalid value leaves its default, and is reported as the problem. Text that is
/// no JSON, or of another version, gives the defaults.
ReadSettings settings_from_text(const std::string& text);

/// "~/.config/attention-lab/settings.json", or in XDG_CONFIG_HOME. Empty where neither XDG_CONFIG_HOME
/// nor HOME is an absolute path.
std::filesystem::path standard_settings_file();

/// The options of the screen that are kept.
Fields screen_fields(Screen& screen);

/// The value of one option of the screen as text, by its name in the file. Throws std::invalid_argument.
std::string screen_option(const Screen& screen, const std::string& name);

}  // namespace attnlab
