// Vector analyses: the points of the view Vectors.
#pragma once

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/analyses/vector_work.h"
#include "app/state/by_step.h"
#include "app/state/latest_job.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class VectorAnalyses {
 public:
  explicit VectorAnalyses(const std::function<void()>& wake) : points_(wake), states_(wake) {}

  /// Once a frame: takes finished points, and begins those that the stage needs and that are out of date.
  void update(const AnalysisInput& input);
  /// Drops all, for another run.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const VectorResults>& results() const { return points_.result(); }
  bool busy() const { return points_.busy() || states_.busy(); }

 private:
  /// All that the points depend on.
  struct Wanted {
    VectorTable table;
    SnapshotPtr snapshot;
    TracePtr trace;        ///< of tables of tokens
    RowsAtStep axes;       ///< no owner: those of the vectors themselves
    VectorsChoice choice;  ///< what decides of it
    Index focus = -1;
    std::vector<RowsAtStep> past{};  ///< for paths
    friend bool operator==(const Wanted&, const Wanted&) = default;
  };

  Wanted wanted(const AnalysisInput& input, const VectorTable& table);
  void add_past(const AnalysisInput& input, Wanted& wanted);
  std::optional<RowsAtStep> rows_at(const AnalysisInput& input, const VectorTable& table,
                                    const SnapshotPtr& snapshot) const;
  void trace_states(const AnalysisInput& input, const VectorTable& table,
                    const std::vector<SnapshotPtr>& snapshots);
  SnapshotPtr newest(const AnalysisInput& input);

  LookedAt looked_at_;
  SnapshotPtr newest_;  ///< weights that the axes are of while a past step is on screen
  std::chrono::steady_clock::time_point newest_since_{};
  LatestJob<Wanted, VectorResults> points_;
  /// Of tables of tokens: the rows of past steps.
  ByStep<KeptRows> states_;
  std::string states_table_;
  std::vector<std::string> states_text_;  ///< what the past passes read
};

}  // namespace attnlab
