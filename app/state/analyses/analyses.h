// Analyses: those of all views, from frame to frame.
#pragma once

#include <memory>
#include <vector>

#include "app/state/analyses/analysis.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class Analyses {
 public:
  explicit Analyses(const AnalysisTools& tools);

  /// Once a frame: takes finished results, and begins those that a view on the stage needs and that are out
  /// of date.
  void update(const AnalysisInput& input);
  /// Drops all results, for another model.
  void clear();

  const Results& results() const { return results_; }
  bool busy() const;

 private:
  std::vector<std::unique_ptr<Analysis>> all_;
  Results results_;
};

}  // namespace attnlab
