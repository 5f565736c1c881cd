// Open runs: opens, shows and closes runs beside the run on screen.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/state/commands/actions.h"
#include "app/state/lab/files.h"
#include "app/state/runs/run_list.h"

namespace attnlab {

/// What the run on screen shares with the previous one: the model, so that all choices stay; the texts;
/// nothing.
enum class Relation { SameModel, SameTask, None };

/// The choices in the run that comes on screen: those at first, where nothing else is shared; those with
/// which it was left, in the view on the stage; or all as they were in another window.
enum class ChoicesOf { First, Left, OtherWindow };

/// Used by the screen's thread alone.
class OpenRuns final : public RunActions {
 public:
  using OnShown = std::function<void(Relation, ChoicesOf)>;

  /// `on_shown` is called when another open run comes on screen. `runs` and `files` must outlive the object.
  OpenRuns(RunList& runs, Files& files, OnShown on_shown);

  /// What came of opened models.
  struct Taken {
    Relation relation = Relation::None;  ///< of the run on screen to the one before
    Index paused = 0;                    ///< the run that was training until now; 0: none
  };
  /// Puts opened models on screen, beside the runs that are open.
  Taken take(OpenModels opened, const OpenRequest& request);
  /// Brings a run into memory whose turn to learn has come.
  void update();
  /// What was asked for could not be opened, or was stopped.
  void stay_away(const OpenRequest& request);

  void branch(std::optional<Index> step, const std::vector<std::string>& changes) override;
  void experiment(const std::string& name, Index side_by_side) override;
  void sweep(const SweepGrid& grid) override;
  void stop_sweep() override;
  void go_on_with_sweep() override;
  void close_sweep() override;
  void show_of(const std::string& preset, const std::vector<std::string>& options) override;
  void show_saved(const std::string& folder, const std::vector<std::string>& options) override;
  void show_run(Index number) override;
  void close_run(Index number) override;
  void reopen_run() override;

 private:
  /// The relation of the run on screen to another model, which was there before; null: there was none.
  Relation relation_to(const OpenModel* before) const;
  void change_shown(const std::function<void()>& change, ChoicesOf choices);
  void look_at(Index number, ChoicesOf choices);
  void bring_back(Index number, OpenRequest request);
  void come_back(OpenModels opened, const OpenRequest& request);
  bool close_or_ask(Index number, RunList::Closed closed);
  /// What an experiment varies: the preset of the run on screen with its settings of now.
  Preset preset_now() const;

  RunList& runs_;
  Files& files_;
  OnShown on_shown_;
};

}  // namespace attnlab
