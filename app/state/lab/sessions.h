// Sessions: saves the runs of the open window, and recovers those of other windows.
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
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

/// The choices in the open runs.
struct StatesOfRuns {
  const AppState& shown;
  const std::map<Index, AppState>& left;  ///< in those that are not on screen, by number
  Index number = 0;                       ///< of the run that `shown` is of
};

/// Used by the screen's thread alone.
class Sessions final : public SessionActions {
 public:
  /// Where and how often runs are saved.
  struct Place {
    std::filesystem::path folder;  ///< "": nowhere
    std::filesystem::path own;     ///< the session in it that this window continues; "": a new one
    double autosave_seconds;
  };

  /// The references must outlive the object.
  Sessions(RunList& runs, Files& files, Notice& notice, const Place& place,
           const std::function<void()>& wake);

  /// Whether the steps of the runs are saved when the window closes.
  bool saves() const { return autosaver_.saves(); }
  /// Why the runs could not be saved the last time; "": they were.
  const std::string& save_error() const { return autosaver_.error(); }
  /// Describes the runs of the window that was closed last, once, if no window was killed; else "".
  std::string take_last_text() { return std::exchange(last_text_, ""); }
  /// The folder of this window's session; "": it has not saved a run yet.
  const std::filesystem::path& own_folder() const { return store_.folder(); }
  /// Begins to open the runs of the session that this window continues, those in memory with `most_bytes`
  /// together. Whether there are any.
  bool resume(std::size_t most_bytes);
  /// Takes the sessions found of other windows, once the search has ended.
  void take_lost();
  /// Saves the runs when it is time, and moves idle ones out of memory where they hold more than `most_bytes`
  /// together. Whether there is a new notice: that they could not be saved.
  bool autosave(const StatesOfRuns& states, std::size_t most_bytes);
  bool saving() const { return autosaver_.busy(); }
  /// Call it before opened models come on screen, and place_away() after: this window takes over the folder
  /// of the other window's session. A run of it whose number a run here has gets another one, also
  /// where it could not be opened. Throws std::runtime_error where a third window has it.
  void take_over(const OpenRequest& request, OpenModels& opened);
  void place_away();
  /// Saves the new steps of the runs and waits for them. Returns the error, or "".
  std::string save(const StatesOfRuns& states, Deadline deadline);
  /// As save(). This window may end without another call; if it does not, call it again before the end.
  std::string leave(const StatesOfRuns& states, Deadline deadline);
  /// As save(), at the end.
  std::string close(const StatesOfRuns& states, Deadline deadline);
  /// Describes the runs of a window that was killed; "": none.
  std::string lost_text() const { return lost_.empty() ? "" : lost_.front().text; }

  void recover() override;
  void forget() override;
  void reopen() override;

 private:
  void open(const LostSession& session);
  void note_open(const StatesOfRuns& states);
  bool keep_within(std::size_t most_bytes);

  RunList& runs_;
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
  std::vector<LostSession> lost_;      ///< of windows that were killed, the newest first
  std::optional<LostSession> opened_;  ///< that is being opened
  /// The facts of the session's file.
  struct Noted {
    std::vector<SessionRun> runs;  ///< without states and presets
    AppState shown;
    friend bool operator==(const Noted&, const Noted&) = default;
  };
  std::optional<Noted> noted_;
  std::size_t most_bytes_ = std::numeric_limits<std::size_t>::max();
  bool told_stuck_ = false;  ///< that the runs hold too much and cannot be moved
  std::string failure_;      ///< the notice that runs are not saved; "": they are
  std::string last_text_;
};

}  // namespace attnlab
