// Open runs: more runs beside the one on screen, and which of them is on screen.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/state/commands/actions.h"
#include "app/state/lab/files.h"
#include "app/state/runs/run_list.h"

namespace attnlab {

/// What the run on screen shares with the one before it: all, so that all choices stay; the texts; nothing.
enum class Relation { SameModel, SameTask, None };

/// Used by the screen's thread alone.
class OpenRuns final : public RunActions {
 public:
  /// `on_shown` is called when another of the open runs is on screen. `runs` and `files` must outlive it.
  OpenRuns(RunList& runs, Files& files, std::function<void(Relation)> on_shown);

  /// Puts what was opened on screen, beside the runs that are open or instead of them. Returns what it shares
  /// with the run before.
  Relation take(OpenModels opened, const OpenRequest& request);

  void branch(std::optional<Index> step, const std::vector<std::string>& changes) override;
  void experiment(const std::string& name, Index side_by_side) override;
  void show_run(Index number) override;
  void close_run(Index number) override;

 private:
  void change_shown(const std::function<void()>& change);

  RunList& runs_;
  Files& files_;
  std::function<void(Relation)> on_shown_;
};

}  // namespace attnlab
