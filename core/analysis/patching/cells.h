// Cells: passes that fill the cells of a patching result.
#pragma once

#include <vector>

#include "core/analysis/patching/passes.h"
#include "core/analysis/patching/patching.h"

namespace attnlab {

/// A cell and what its pass takes from the clean text's.
struct PatchJob {
  PatchCell* cell;
  Patch patch;
};

/// Fills cells by the metric of a result, in batches of passes. The four must outlive it.
class PatchFiller {
 public:
  /// Writes the metric of both texts into `result`. Throws std::invalid_argument where the two are one
  /// number.
  PatchFiller(PatchPasses& passes, const PatchMetric& metric, PatchingResult& result,
              const PatchProgress& goes_on);

  /// Does the jobs; sets `complete` unless the work was ended early.
  void fill(const std::vector<PatchJob>& jobs);

  PatchPasses& passes() const { return passes_; }
  PatchingResult& result() const { return result_; }
  /// Whether the work goes on after `done` of `all` passes.
  bool goes_on(Index done, Index all) const { return !goes_on_ || goes_on_(done, all); }

 private:
  double metric_of(std::span<const Real> logits) const;

  PatchPasses& passes_;
  const PatchMetric& metric_;
  PatchingResult& result_;
  const PatchProgress& goes_on_;
};

/// Path patching: a block with a row for each head that sends and a column for each head that receives.
void fill_paths(PatchFiller& filler, const PathInput& input);

}  // namespace attnlab
