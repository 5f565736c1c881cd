// Contribution analysis: the parts of the logit that the view Contributions asks about, now and at past
// steps.
#pragma once

#include <optional>

#include "app/state/analyses/analysis_input.h"
#include "app/state/by_step.h"
#include "app/state/results/contribution_results.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analysis.
class ContributionAnalysis {
 public:
  explicit ContributionAnalysis(const std::function<void()>& wake) : job_(wake), past_(wake) {}

  /// Once a frame: takes finished sums, and begins those that the view on the stage needs.
  void update(const AnalysisInput& input);
  /// Drops all values, for another model.
  void clear();

  /// Null before the first.
  const std::shared_ptr<const Contributions>& result() const { return job_.result(); }
  /// Null before the course was on the stage.
  const std::shared_ptr<const ContributionCourse>& course() const { return course_; }
  const std::string& error() const { return job_.error().empty() ? past_.error() : job_.error(); }
  bool busy() const { return job_.busy() || past_.busy(); }

 private:
  /// What the past steps are asked.
  struct CourseKey {
    std::shared_ptr<const Model> model;
    TraceRequest wanted;        ///< as the pass on screen was asked for
    TraceRequest read;          ///< with the target of that pass
    std::string word, against;  ///< as they were named
    AskedLogit asked;
  };
  void update_course(const AnalysisInput& input, const AskedLogit& asked);
  void publish_course(const TimelinePtr& timeline);

  LatestJob<std::pair<TracePtr, AskedLogit>, Contributions> job_;
  ByStep<Contributions> past_;
  std::optional<CourseKey> course_of_;
  TimelinePtr published_of_;
  std::uint64_t published_version_ = 0;
  std::shared_ptr<const ContributionCourse> course_;
};

}  // namespace attnlab
