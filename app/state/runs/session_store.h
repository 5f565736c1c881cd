// Session store: where the runs of a window are kept while it is open, and what others left when they died.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace attnlab {

/// By which run-N is named.
long run_number(const std::filesystem::path& folder);

/// The runs of a window that was not closed: it was killed, or the power went.
struct LostSession {
  std::filesystem::path folder;
  std::vector<std::filesystem::path> runs;  ///< saved ones, by number
  std::string text;                         ///< "translate, step 1,240, saved 3 minutes ago"
};

/// One folder a session in `root`: open-ID while its window is there, which holds a lock on it that the
/// kernel lets go when the program ends, however it ends; closed-ID afterwards. run-N in it is a checkpoint.
class SessionStore {
 public:
  /// "" keeps nothing.
  explicit SessionStore(std::filesystem::path root);
  ~SessionStore();
  SessionStore(const SessionStore&) = delete;
  SessionStore& operator=(const SessionStore&) = delete;

  bool keeps() const { return !root_.empty(); }
  /// Sessions that nobody holds a lock on, the newest first.
  std::vector<LostSession> lost() const;
  /// The newest one that was closed; no runs in it where there is none.
  LostSession last_closed() const;

  /// Where run `number` is to be saved; makes the session's folder first. Throws std::runtime_error.
  std::filesystem::path run_folder(long number);
  /// Takes away what is saved of a run, if anything is.
  void remove_run(long number) const;
  /// A lost session becomes this one; what was saved here so far is closed. Throws std::runtime_error where
  /// another window has it, as forget() does.
  void adopt(const LostSession& lost);
  /// Takes a lost session away.
  static void forget(const LostSession& lost);
  /// The window is closed: what is saved is no loss. Of closed sessions the newest three stay.
  void close();

 private:
  void begin();
  bool lock(const std::filesystem::path& folder);
  void close_folder(const std::filesystem::path& folder) const;
  void unlock();

  std::filesystem::path root_, folder_;
  int lock_ = -1;
};

/// $XDG_STATE_HOME/attention-lab/sessions, or ~/.local/state/…; "" where there is no home.
std::filesystem::path standard_sessions_folder();

}  // namespace attnlab
