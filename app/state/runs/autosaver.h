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

  /// Call it often. When it is time, begins to save the runs that have learnt since their last save. Returns
  /// the error, once until a save succeeds again, or "".
  std::string update(const RunList& runs, Clock::time_point time = Clock::now());
  /// Saves all unsaved steps and waits for them. Returns the error, or "".
  std::string finish(const RunList& runs);
  bool busy() const { return saving_.valid(); }
  /// Whether new steps are saved, at the end at the latest, and no save has failed since the last good one.
  bool saves() const { return store_.enabled() && seconds_ > 0 && !reported_; }
  /// The store now holds another session, with no runs of this window yet. Do not call it while busy.
  void forget() { own_.clear(), saved_.clear(); }

 private:
  bool is_new(const RunView& run, const OpenModel& model) const;
  bool is_of_another(Index number, const OpenModel& model) const;
  bool begin(const RunList& runs);
  std::string take();

  SessionStore& store_;
  double seconds_;
  std::function<void()> wake_;
  Clock::time_point last_ = Clock::now();
  /// The facts by which an unchanged run is recognized.
  struct Seen {
    const TrainingRun* run = nullptr;
    TimelinePtr timeline;
    std::size_t steps = 0;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  std::map<Index, Seen> saved_;     ///< each run as of its last save, by number
  std::set<Index> own_;             ///< numbers of this window's runs: saves of other runs stay
  bool reported_ = false;           ///< the error was returned; until a save succeeds
  Background<std::string> saving_;  ///< last: awaited before what it uses goes
};

}  // namespace attnlab
