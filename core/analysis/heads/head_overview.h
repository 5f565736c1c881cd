// Head overview: what a grid of all heads shows, computed once for a trace.
#pragma once

#include "core/analysis/heads/head_metrics.h"

namespace attnlab {

/// A matrix made small enough to be a thumbnail.
struct SmallMatrix {
  Index rows = 0, columns = 0;
  std::vector<float> cells;  ///< row-major; empty where the matrix itself is small enough
};

/// At most `most` rows and columns: each cell the largest of a block of nearly equal size, so that a single
/// strong weight is not lost among many weak ones. No cells where the matrix [rows,columns] is small enough.
SmallMatrix block_maxima(const Real* matrix, Index rows, Index columns, Index most);

/// One entry a head in each list, in order of computation.
struct HeadOverview {
  std::vector<HeadMetrics> metrics;
  std::vector<SmallMatrix> small;  ///< thumbnail of the weights

  /// Index of a head in both lists; −1 where there is no such head.
  std::ptrdiff_t find(std::string_view attention, Index head) const;
};

/// `most`: rows and columns of a thumbnail.
HeadOverview head_overview(const Trace& trace, Index most);

/// The place that takes at least half of a head's weight, the strongest of several: "previous", "first",
/// "same" or "induction" with its share; where none does, the entropy in bits: "focused" below 1, else
/// "spread".
struct HeadPattern {
  const char* name;
  double value;
  bool is_share = true;
};
HeadPattern strongest_pattern(const HeadMetrics& metrics);

}  // namespace attnlab
