// Settings keeper: reads the settings at the start and writes them a second after they changed.
#pragma once

#include <chrono>
#include <filesystem>
#include <future>
#include <string>

#include "app/state/settings.h"

namespace attnlab {

/// Without a file it keeps nothing. An old file that could not be read whole is kept beside the new one, as
/// settings.json.old.
class SettingsKeeper {
 public:
  using Clock = std::chrono::steady_clock;

  /// Reads `file`, which need not exist; "" for none.
  explicit SettingsKeeper(std::filesystem::path file);

  /// As read; the standards where there was nothing.
  const Settings& start() const { return saved_; }
  /// What went wrong in reading, one line; "" for nothing.
  const std::string& problem() const { return problem_; }

  /// To be called often: begins to write what has been the same for a second. Returns what went wrong in
  /// writing, once, or "". Never waits for the disk.
  std::string update(const Settings& now, Clock::time_point time = Clock::now());

  /// Writes what is not written yet, at the end. Returns what went wrong, or "".
  std::string finish(const Settings& now);

 private:
  void read();
  std::string note(std::string error);

  std::filesystem::path file_;
  Settings saved_;   ///< what is in the file, or is being written
  Settings wanted_;  ///< what was seen last
  Clock::time_point changed_{};
  std::future<std::string> writing_;
  std::string problem_;
  bool keep_old_ = false;   ///< the file on disk holds what was not understood
  bool unwritten_ = false;  ///< the last writing failed
  bool reported_ = false;   ///< an error, which is told once
};

}  // namespace attnlab
