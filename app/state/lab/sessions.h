// Sessions: saves the runs of the open window, and recovers those of other windows.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/state/commands/actions.h"
#include "app/state/lab/files.h"
#include "app/state/lab/notice.h"
#include "app/state/runs/autosaver.h"
#include "app/state/runs/session_store.h"
#include "core/config/background.h"

namespace attnlab {

/// Used by the screen's thread alone.
class Sessions final : public SessionActions {
 public:
  /// `folder`: where runs are saved; "": nowhere. The references must outlive the object.
  Sessions(const RunList& runs, Files& files, Notice& notice, const std::filesystem::path& folder,
           double autosave_seconds, const std::function<void()>& wake);

  /// Whether the steps of the runs are saved when the window closes.
  bool saves() const { return autosaver_.saves(); }
  /// Describes the runs of the window that was closed last, once, if no window was killed; else "".
  std::string take_last_text() { return std::exchange(last_text_, ""); }
  /// Takes the sessions found of other windows, once the search has ended.
  void take_lost();
  /// Saves the runs when it is time. Whether there is a new notice: that they could not be saved.
  bool autosave();
  bool saving() const { return autosaver_.busy(); }
  /// Call it before opened models come on screen: this window takes over the folder of a killed window's
  /// session. Throws std::runtime_error where another window has it.
  void take_over(const OpenRequest& opened);
  /// Saves the new steps of the runs and waits for them. Returns the error, or "".
  std::string close();
  /// Describes the runs of a window that was killed; "": none.
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
  /// The sessions of other windows.
  struct OtherWindows {
    std::vector<LostSession> lost;
    std::string last;  ///< describes the one that was closed last
  };
  static OtherWindows look_for(const std::filesystem::path& folder);

  Background<OtherWindows> looking_;
  std::vector<LostSession> lost_;  ///< of windows that were killed, the newest first
  std::string last_text_;
};

}  // namespace attnlab
