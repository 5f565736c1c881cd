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

/// Used by the screen's thread alone.
class OpenRuns final : public RunActions {
 public:
  /// `on_shown` is called when another open run comes on screen. `runs` and `files` must outlive the object.
  OpenRuns(RunList& runs, Files& files, std::function<void(Relation)> on_shown);

  /// Puts opened models on screen, beside the open runs or instead of them. Returns what the new run shares
  /// with the previous one.
  Relation take(OpenModels opened, const OpenRequest& request);

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

 private:
  /// The relation of the run on screen to another model, which was there before; null: there was none.
  Relation relation_to(const OpenModel* before) const;
  void change_shown(const std::function<void()>& change);
  /// What an experiment varies: the preset of the run on screen with its settings of now.
  Preset preset_now() const;

  RunList& runs_;
  Files& files_;
  std::function<void(Relation)> on_shown_;
};

}  // namespace attnlab
