// Session store: the saved runs of an open window, and those of windows that were killed.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/io/files/file_lock.h"

namespace attnlab {

/// The N of a folder run-N.
Index run_number(const std::filesystem::path& folder);

/// The runs of a window that was killed or lost its power.
struct LostSession {
  std::filesystem::path folder;
  std::vector<std::filesystem::path> runs;  ///< folders of saved runs, by number
  std::string text;                         ///< "translate, step 1,240, saved 3 minutes ago"
};

/// `root` has one folder per session: open-ID while the window is open, closed-ID afterwards. The window
/// locks its folder; the kernel releases the lock however the program ends. Each run-N in the folder is a
/// checkpoint.
class SessionStore {
 public:
  /// An empty `root` stores nothing.
  explicit SessionStore(std::filesystem::path root);
  SessionStore(const SessionStore&) = delete;
  SessionStore& operator=(const SessionStore&) = delete;

  bool enabled() const { return !root_.empty(); }
  /// Open sessions without a lock, the newest first.
  std::vector<LostSession> lost() const;
  /// The session closed last; without runs where there is none.
  LostSession last_closed() const;

  /// The folder for run `number`; makes the session's folder first. Throws std::runtime_error.
  std::filesystem::path run_folder(Index number);
  /// Deletes the saved files of a run, if there are any.
  void remove_run(Index number) const;
  /// Makes a lost session this window's; the session so far is closed. Throws std::runtime_error where
  /// another window has the lost session, as forget() does.
  void adopt(const LostSession& lost);
  /// Deletes a lost session.
  static void forget(const LostSession& lost);
  /// Marks the session as closed, not lost. The newest three closed sessions stay.
  void close();

 private:
  void begin();
  bool lock(const std::filesystem::path& folder);
  void close_folder(const std::filesystem::path& folder) const;

  std::filesystem::path root_, folder_;
  FileLock lock_;
};

/// $XDG_STATE_HOME/attention-lab/sessions, or ~/.local/state/…; "" without a home folder.
std::filesystem::path standard_sessions_folder();

}  // namespace attnlab
