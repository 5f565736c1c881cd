// Sessions: what is kept of the runs while the window is open, and what is taken back of other windows.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <string>
#include <vector>

#include "app/state/commands/actions.h"
#include "app/state/lab/files.h"
#include "app/state/lab/notice.h"
#include "app/state/runs/autosaver.h"
#include "app/state/runs/session_store.h"

namespace attnlab {

/// Used by the screen's thread alone.
class Sessions final : public SessionActions {
 public:
  /// `folder`: where runs are kept; "": nowhere. The others must outlive it.
  Sessions(const RunList& runs, Files& files, Notice& notice, const std::filesystem::path& folder,
           double autosave_seconds, const std::function<void()>& wake);

  /// Takes what was found of other windows, once it is there.
  void take_lost();
  /// Saves the runs when it is time.
  void autosave();
  bool saving() const { return autosaver_.busy(); }
  /// What was opened is about to be on screen: where it is of a window that was killed, it is kept where it
  /// is from now on. Throws std::runtime_error where another window has it.
  void take_over(const OpenRequest& opened);
  /// Saves what is new of the runs and waits for it. Returns what went wrong, or "".
  std::string close();
  /// What a window that was killed had open; "": nothing.
  std::string lost_text() const { return lost_.empty() ? "" : lost_.front().text; }

  void recover() override;
  void forget() override;
  void reopen() override;

 private:
  const RunList& runs_;
  Files& files_;
  Notice& notice_;
  SessionStore store_;
  Autosaver autosaver_;
  std::future<std::vector<LostSession>> looking_;
  std::vector<LostSession> lost_;  ///< of windows that were killed, the newest first
};

}  // namespace attnlab
