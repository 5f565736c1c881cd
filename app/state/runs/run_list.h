// RunList: the runs that are open, one of which is on screen.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/state/runs/opening.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Used by the screen's thread alone.
class RunList {
 public:
  enum class Learns { AtOnce, InTurn };
  /// What becomes of the run that the window opened by itself, and with which nobody has done anything.
  enum class StartRun { Stays, GivesWay };

  /// Opens `models` as more runs; the first, or that which was on screen in its window, comes on screen. Runs
  /// InTurn wait to learn: see set_side_by_side(). A model keeps
  /// its number, where it has one that is free.
  void add(OpenModels models, Learns learns, StartRun start = StartRun::Stays);
  /// Puts a run on screen. Throws std::invalid_argument where no run has that number.
  void show(Index number);
  /// Whether a run that was closed is kept, until another one is closed.
  enum class Closed { IsKept, IsForgotten };
  /// Pauses a run and takes it off the list; the one at successor() takes its place on screen. The only run
  /// cannot be closed.
  void close(Index number, Closed closed = Closed::IsKept);
  /// The closed run that is kept; 0: none.
  Index closed() const { return closed_ ? closed_->entry.number : 0; }
  /// Puts that run back to its place in the list. Throws std::invalid_argument where there is none.
  void reopen();
  void forget_closed() { closed_.reset(); }
  /// The run that comes on screen where `number` is closed: the run there, or where that is closed, one
  /// beside it, of those in memory where there are any.
  Index successor(Index number) const;
  bool has(Index number) const {
    return std::ranges::find(entries_, number, &Entry::number) != entries_.end();
  }
  /// A number that no run has had.
  Index free_number() const { return std::max(last_number_, numbers_of_files_) + 1; }
  /// No run gets one of the numbers until `last` from now on: files have them.
  void take_numbers_until(Index last) { numbers_of_files_ = last; }

  /// Whether a run's numbers are in the session's files. Throws as show().
  bool is_away(Index number) const { return entries_[find(number)].model->away.has_value(); }
  /// Bytes of the numbers of all runs that are in memory.
  std::size_t bytes() const;
  /// The runs whose numbers could be away, the longest idle first: that are neither on screen nor learn.
  std::vector<Index> idle() const;
  /// Takes the numbers of a run out of memory; all of them are in `folder`. False, and nothing is done, where
  /// the run is not idle: another that was put away may have given it its turn to learn.
  bool put_away(Index number, const std::filesystem::path& folder);
  /// The folders of runs that are away are elsewhere now.
  void place_away(const std::function<std::filesystem::path(Index)>& folder_of);
  /// The numbers of a run are in memory again. Nothing where it was closed meanwhile.
  void bring_back(Index number, std::unique_ptr<OpenModel> model);
  /// A run that is away and whose turn to learn has come; 0: none.
  Index wanted_back() const { return wanted_back_; }

  /// Somebody did something with the run on screen.
  void note_use();
  /// Pauses the run on screen, unless it learns in turn. Returns its number, 0 where it did not learn.
  Index pause_shown();

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
  /// The memory for the states and metrics of all runs, in equal shares. More runs make the shares smaller,
  /// but no run loses what it has for that.
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
    bool waits = false;      ///< waits for its turn to learn
    bool queued = false;     ///< its turn has come and is not over: it learns, or the user paused it
    std::uint64_t used = 0;  ///< the update at which it was on screen or trained last
  };
  struct ClosedRun {
    Entry entry;
    std::size_t place;  ///< in the list
  };
  /// What becomes of states that are more than a share.
  enum class Beyond { Stays, IsThinned };

  std::size_t find(Index number) const;
  bool is_idle(const Entry& entry) const;
  Index number_for(const OpenModel& model);
  std::size_t place_after(std::size_t closed) const;
  void start_waiting();
  void begin_turn(Entry& entry);
  void note_used();
  void share_budget(Beyond beyond);
  RunView view_of(const Entry& entry) const;

  std::vector<Entry> entries_;
  std::optional<ClosedRun> closed_;
  std::size_t shown_ = 0;
  Index last_number_ = 0;
  Index numbers_of_files_ = 0;
  Index side_by_side_ = 1;
  std::size_t budget_ = 512 << 20;
  double pace_ = 0;
  std::uint64_t updates_ = 0;
  Index wanted_back_ = 0;
  std::vector<RunView> views_;
};

}  // namespace attnlab
