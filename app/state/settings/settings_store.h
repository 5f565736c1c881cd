// Settings store: reads the settings at the start and writes them a second after a change.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "app/state/settings/settings.h"
#include "core/config/background.h"

namespace attnlab {

/// Without a file it stores nothing. An old file that could not be read completely is saved beside the new
/// one, as settings.json.old.
class SettingsStore {
 public:
  using Clock = std::chrono::steady_clock;

  /// Reads `file`, which need not exist; "" for none.
  explicit SettingsStore(std::filesystem::path file);

  /// The settings as read; the defaults where there was no file.
  const Settings& start() const { return saved_; }
  /// Whether there was no file yet: the program starts here for the first time.
  bool is_first() const { return first_; }
  /// What could not be read, one line; "": nothing.
  const std::string& problem() const { return problem_; }

  /// Call it often: begins to write settings that have not changed for a second. Returns why writing failed,
  /// once, or "". Never waits for the disk.
  std::string update(const Settings& now, Clock::time_point time = Clock::now());

  /// Writes unwritten settings at the end. Returns why writing failed, or "".
  std::string finish(const Settings& now, Deadline deadline = deadline_of_screen());

 private:
  void read();
  std::string note(std::string error);

  std::filesystem::path file_;
  Settings saved_;   ///< in the file, or being written
  Settings wanted_;  ///< as of the last update()
  Clock::time_point changed_{};
  Background<std::string> writing_;
  std::string problem_;
  bool first_ = false;
  bool back_up_ = false;    ///< the file on disk holds values that could not be read
  bool unwritten_ = false;  ///< the last write failed
  bool reported_ = false;   ///< the error was returned, which happens once
};

}  // namespace attnlab
