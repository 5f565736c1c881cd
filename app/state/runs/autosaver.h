// Autosaver: saves the runs of the window every minute, beside training and the screen.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "app/state/runs/run_list.h"
#include "app/state/runs/session_store.h"
#include "core/config/background.h"

namespace attnlab {

/// Used by the screen's thread alone, which waits for a save only at the end.
class Autosaver {
 public:
  using Clock = std::chrono::steady_clock;

  /// `seconds`: between two saves; 0: none. `wake` is called when a save ends.
  Autosaver(SessionStore& store, double seconds, std::function<void()> wake)
      : store_(store), seconds_(seconds), wake_(std::move(wake)) {}

  /// Call it often. When it is time, begins to save the runs that have trained since their last save. Returns
  /// the error, once until a save succeeds again, or "".
  std::string update(const RunList& runs, Clock::time_point time = Clock::now());
  /// Saves all unsaved steps, here: in a page, a thread that begins now begins only once this one does not
  /// wait. What other threads do not give it in time there stays unsaved. Returns the error, or "".
  std::string finish(const RunList& runs, Deadline deadline);
  bool busy() const { return saving_.valid(); }
  bool enabled() const { return store_.enabled() && seconds_ > 0; }
  /// Whether new steps are saved, at the end at the latest, and no save has failed since the last good one.
  bool saves() const { return enabled() && error_.empty(); }

  /// Why the last save failed; "": it did not.
  const std::string& error() const { return error_; }

  /// The text of the session's file from now on; it is written within a second.
  void note_open(std::string text);
  /// Saves this run soon, whether it has trained or not.
  void want(Index number) { wanted_.insert(number); }
  /// Whether all of a run is in the session's files, as it is now.
  bool has_all_of(Index number, const OpenModel& model) const;
  /// The run was put away: nothing here keeps its states.
  void let_go(Index number) { saved_.erase(number); }
  /// The session's files are in another folder now. Do not call it while busy.
  void forget() { saved_.clear(), own_.clear(), wanted_.clear(), written_.clear(); }

 private:
  /// The facts by which an unchanged run is recognized.
  struct Seen {
    const TrainingRun* run = nullptr;
    TimelinePtr timeline;
    std::size_t steps = 0;
    SnapshotPtr stored;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  static Seen seen(const Record& record, const OpenModel& model);
  void begin_again_if_gone();
  bool is_due(const RunList& runs, Clock::time_point time) const;
  /// NewOnes: that were never saved, or are wanted.
  enum class Which { All, NewOnes };
  /// What is to be saved now; empty where nothing is. What is not there at the deadline stays unsaved.
  /// Returns the error, or "".
  using Work = std::function<std::string(Deadline)>;
  Work work_for(const RunList& runs, Which which);
  std::string note(const std::string& error);

  SessionStore& store_;
  double seconds_;
  std::function<void()> wake_;
  Clock::time_point last_ = Clock::now();  ///< when all runs were checked
  Clock::time_point begun_ = last_;        ///< a save began
  std::map<Index, Seen> saved_;            ///< each run as of its last save, by number
  std::set<Index> own_;                    ///< numbers of this window's runs: saves of other runs stay
  std::set<Index> wanted_;
  std::string open_, written_;      ///< the text of the session's file, and as it was written last
  std::string error_;               ///< until a save succeeds
  Background<std::string> saving_;  ///< last: awaited before what it uses goes
};

}  // namespace attnlab
