// Contribution analysis: the parts of the logit that the view Contributions asks about.
#pragma once

#include "app/state/analyses/analysis_input.h"
#include "app/state/latest_job.h"
#include "core/analysis/contributions/contributions.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analysis.
class ContributionAnalysis {
 public:
  explicit ContributionAnalysis(const std::function<void()>& wake) : job_(wake) {}

  /// Once a frame: takes a finished sum, and begins the one that the view on the stage needs.
  void update(const AnalysisInput& input);
  /// Drops all values, for another model.
  void clear() { job_.clear(); }

  /// Null before the first.
  const std::shared_ptr<const Contributions>& result() const { return job_.result(); }
  const std::string& error() const { return job_.error(); }
  bool busy() const { return job_.busy(); }

 private:
  LatestJob<std::pair<TracePtr, AskedLogit>, Contributions> job_;
};

}  // namespace attnlab
