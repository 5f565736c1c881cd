// Residual analyses: the logit lens over the pass on screen and over past steps, for the view Residual
// stream.
#pragma once

#include <optional>

#include "app/state/analyses/analysis_input.h"
#include "app/state/by_step.h"
#include "app/state/results/residual_results.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class ResidualAnalyses {
 public:
  explicit ResidualAnalyses(const std::function<void()>& wake) : pass_(wake), course_(wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input);
  /// Drops all values, for another run.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const ResidualResults>& results() const { return results_; }
  bool busy() const { return pass_.busy() || course_.busy(); }

 private:
  /// What the past steps read.
  struct CourseKey {
    std::shared_ptr<const Model> model;
    TraceRequest wanted;  ///< as the pass on screen was asked for
    TraceRequest read;    ///< with the target of that pass
  };
  void update_course(const AnalysisInput& input);
  void publish(const TimelinePtr& timeline);

  LatestJob<TracePtr, ResidualPass> pass_;
  ByStep<Lens> course_;
  std::optional<CourseKey> course_of_;
  TimelinePtr published_of_;
  std::uint64_t published_version_ = 0;
  std::shared_ptr<const ResidualResults> results_;
};

}  // namespace attnlab
