// RunList: the runs that are open, one of which is on screen.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/state/runs/opening.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Used by the screen's thread alone.
class RunList {
 public:
  enum class Learns { AtOnce, InTurn };

  /// Ends all runs and opens `models`; the first comes on screen.
  void replace(OpenModels models);
  /// Opens `models` as more runs; the first comes on screen. Runs InTurn wait to
  /// learn: see set_side_by_side().
  void add(OpenModels models, Learns learns);
  /// Puts a run on screen. Throws std::invalid_argument where no run has that number.
  void show(Index number);
  /// Ends a run; another run takes its place on screen. The only run cannot be closed.
  void close(Index number);

  /// The model on screen; null before the first.
  OpenModel* shown() const { return entries_.empty() ? nullptr : entries_[shown_].model.get(); }
  /// The run on screen. Throws std::invalid_argument where it cannot be trained.
  TrainingRun& shown_run() const;
  /// The number of the run on screen; 0 where there is none.
  Index number() const { return entries_.empty() ? 0 : entries_[shown_].number; }
  /// The model of a run, for background work that may outlast the run.
  std::shared_ptr<const OpenModel> share(Index number) const;

  /// How many of the waiting runs learn at the same time.
  void set_side_by_side(Index runs) { side_by_side_ = runs; }
  /// The memory for the states and metrics of all runs, in equal shares.
  void set_budget(std::size_t bytes);
  /// At most so many steps a second of each run that learns; 0: as many as it can.
  void set_pace(double steps_per_second);
  void pause_all();
  /// Pauses these runs; those that wait for their turn wait no more. Throws as show().
  void stop(std::span<const Index> numbers);
  /// Those of these runs that have neither ended nor learn now wait for their turn. Throws as show().
  void queue(std::span<const Index> numbers);

  /// Why a run makes its steps on the processor again since the last call, once, or "".
  std::string take_device_failure();

  /// Once a frame: takes what the runs have published, and starts waiting runs.
  void update();
  /// All runs in the order of opening, as of the last update().
  const std::vector<RunView>& views() const { return views_; }
  /// The run on screen; null where there is none.
  const RunView* shown_view() const { return views_.empty() ? nullptr : &views_[shown_]; }
  /// The training of the run on screen; the default where there is none.
  TrainingView training() const { return views_.empty() ? TrainingView{} : views_[shown_].training; }
  /// The timeline of the run on screen; null where it keeps no steps.
  const Timeline* timeline() const { return views_.empty() ? nullptr : views_[shown_].record.timeline.get(); }
  bool waiting() const;

 private:
  struct Entry {
    Index number;
    std::shared_ptr<OpenModel> model;
    bool waits = false;   ///< waits for its turn to learn
    bool queued = false;  ///< its turn has come and is not over: it learns, or the user paused it
  };
  std::size_t find(Index number) const;
  void take(OpenModels models, Learns learns);
  void start_waiting();
  void share_budget();
  RunView view_of(const Entry& entry) const;

  std::vector<Entry> entries_;
  std::size_t shown_ = 0;
  Index last_number_ = 0;
  Index side_by_side_ = 1;
  std::size_t budget_ = 512 << 20;
  double pace_ = 0;
  std::vector<RunView> views_;
};

}  // namespace attnlab
