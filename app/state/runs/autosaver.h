// Autosaver: saves the runs of the window every minute, beside training and the screen.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <set>
#include <string>

#include "app/state/runs/run_list.h"
#include "app/state/runs/session_store.h"

namespace attnlab {

/// Used by the screen's thread alone, which waits for it only at the end.
class Autosaver {
 public:
  using Clock = std::chrono::steady_clock;

  /// `seconds`: between two saves; 0: none. `wake` is called when one ends.
  Autosaver(SessionStore& store, double seconds, std::function<void()> wake)
      : store_(store), seconds_(seconds), wake_(std::move(wake)) {}
  ~Autosaver() {
    if (saving_.valid()) saving_.wait();
  }

  /// To be called often. Begins to save the runs that have learnt since they were saved last, when it is
  /// time. Returns what went wrong, once until it goes well again, or "".
  std::string update(const RunList& runs, Clock::time_point time = Clock::now());
  /// Saves what is not saved yet, and waits for it. Returns what went wrong, or "".
  std::string finish(const RunList& runs);
  bool busy() const { return saving_.valid(); }
  /// The store keeps another session from now on: nothing in it is this window's yet. Not while busy.
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
  std::future<std::string> saving_;
  /// What tells that a run is as it was.
  struct Seen {
    const TrainingRun* run = nullptr;
    TimelinePtr timeline;
    std::size_t steps = 0;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  std::map<Index, Seen> saved_;  ///< of each run as it was saved last, by number
  std::set<Index> own_;          ///< numbers of runs that were open here: what is saved of others stays
  bool reported_ = false;        ///< what went wrong, until it goes well again
};

}  // namespace attnlab
