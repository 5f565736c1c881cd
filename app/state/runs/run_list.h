// RunList: the runs that are open, one of which is on screen.
#pragma once

#include <memory>
#include <vector>

#include "app/state/runs/opening.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Used by the screen's thread alone.
class RunList {
 public:
  /// Ends all others; the first of `models` is on screen.
  void replace(OpenModels models);
  /// As more runs, the first of which is on screen. Those that `wait` begin to learn by and by: see
  /// set_side_by_side().
  void add(OpenModels models, bool wait);
  /// Throws std::invalid_argument where there is no run of that number.
  void show(Index number);
  /// Ends a run; another one is on screen where it was. The only one cannot be closed.
  void close(Index number);

  /// Null before the first.
  OpenModel* shown() const { return entries_.empty() ? nullptr : entries_[shown_].model.get(); }
  /// Throws std::invalid_argument where nothing is on screen that can be trained.
  TrainingRun& shown_run() const;
  /// That of the run on screen; 0 where there is none.
  Index number() const { return entries_.empty() ? 0 : entries_[shown_].number; }
  /// Work in the background may hold it beyond the run's closing.
  std::shared_ptr<const OpenModel> share(Index number) const;

  /// So many of the runs that wait learn at once.
  void set_side_by_side(Index runs) { side_by_side_ = runs; }
  /// For the states and metrics of all runs together, in equal shares.
  void set_budget(std::size_t bytes);
  void pause_all();

  /// Once a frame: takes what the runs have published, and lets runs that wait begin.
  void update();
  /// Of all runs, in the order in which they were opened; as of the last update.
  const std::vector<RunView>& views() const { return views_; }
  /// Of the run on screen; null where there is none.
  const RunView* shown_view() const { return views_.empty() ? nullptr : &views_[shown_]; }
  /// Of the run on screen; nothing of it where there is none.
  TrainingView training() const { return views_.empty() ? TrainingView{} : views_[shown_].training; }
  /// What is kept of the run on screen; null where nothing is.
  const Timeline* timeline() const { return views_.empty() ? nullptr : views_[shown_].record.timeline.get(); }
  bool waiting() const;

 private:
  struct Entry {
    Index number;
    std::shared_ptr<OpenModel> model;
    bool waits = false;   ///< to learn
    bool queued = false;  ///< its turn has come and is not over: it learns, or the user paused it
  };
  std::size_t find(Index number) const;
  void take(OpenModels models, bool wait);
  void start_waiting();
  void share_budget();
  RunView view_of(const Entry& entry) const;

  std::vector<Entry> entries_;
  std::size_t shown_ = 0;
  Index last_number_ = 0;
  Index side_by_side_ = 1;
  std::size_t budget_ = 512 << 20;
  std::vector<RunView> views_;
};

}  // namespace attnlab
