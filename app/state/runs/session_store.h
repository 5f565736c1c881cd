// Session store: the saved runs of an open window, and those of windows that were killed.
#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/state/runs/session_file.h"
#include "core/io/files/file_lock.h"
#include "core/tensor/real.h"

namespace attnlab {

/// The runs of a window that was closed, killed or lost its power.
struct LostSession {
  std::filesystem::path folder;
  std::vector<std::filesystem::path> runs;  ///< folders of saved runs, by number
  std::vector<SessionRun> open;             ///< all that were open: these, and what has no folder
  std::string text;                         ///< "translate, step 1,240, saved 3 minutes ago"
};

/// A run of a session that gets another number, as the window has a run of its own.
struct Renumbered {
  Index from = 0, to = 0;
};

/// `root` has one folder per session: open-ID while the window is open, closed-ID afterwards. The window
/// locks its folder; the kernel releases the lock however the program ends. Each run-N in the folder is a
/// checkpoint. In a page of a browser, whose files nobody else sees, the page itself shows this program only
/// the sessions that no other page has open.
class SessionStore {
 public:
  /// An empty `root` stores nothing. `own`: the session in `root` that this window continues; "": a new one.
  explicit SessionStore(std::filesystem::path root, const std::filesystem::path& own = {});
  SessionStore(const SessionStore&) = delete;
  SessionStore& operator=(const SessionStore&) = delete;

  bool enabled() const { return !root_.empty(); }
  /// The folder of this window's session; "": it has not saved a run yet.
  const std::filesystem::path& folder() const { return folder_; }
  /// This window's session.
  LostSession own() const;
  /// Open sessions without a lock, the newest first. Closes those that their windows have left.
  std::vector<LostSession> lost() const;
  /// The session closed last; without runs where there is none.
  LostSession last_closed() const;

  /// Whether this window had a folder that was deleted.
  bool is_gone() const;
  /// Makes the session's folder where there is none. Throws std::runtime_error.
  void begin_if_new();
  /// The folder for run `number`; makes the session's folder first. Throws std::runtime_error.
  std::filesystem::path run_folder(Index number);
  /// The same where the run is saved there; else "".
  std::filesystem::path saved_run(Index number) const;
  /// Writes what the window has open, after begin_if_new(). Throws std::runtime_error.
  void write_open(const std::string& text) const;
  /// Deletes the saved files of a run, if there are any.
  void remove_run(Index number) const;
  /// Makes another window's session this window's, with the saved runs of both: those in `renumbered` get
  /// other numbers. Where a number is left that both have, the session so far is closed. Throws
  /// std::runtime_error where another window has the session, as forget() does.
  void adopt(const LostSession& session, std::span<const Renumbered> renumbered = {});
  /// Deletes a lost session.
  static void forget(const LostSession& lost);
  /// Marks the session as closed, not lost. The newest three closed sessions with saved runs stay, and the
  /// newest without.
  void close();
  /// Marks the session as closed, but keeps its folder: this window may come back and continue it.
  void leave() const;
  /// This window is there: takes that mark away.
  void stay() const;

 private:
  void begin();
  static void renumber(const std::filesystem::path& folder, std::span<const Renumbered> renumbered);
  void move_runs_from(const std::filesystem::path& own) const;
  bool lock(const std::filesystem::path& folder);
  void close_folder(const std::filesystem::path& folder) const;
  void forget_oldest_closed() const;

  std::filesystem::path root_, folder_;
  FileLock lock_;
};

/// $XDG_STATE_HOME/attention-lab/sessions, or ~/.local/state/…; "" without a home folder.
std::filesystem::path standard_sessions_folder();

}  // namespace attnlab
