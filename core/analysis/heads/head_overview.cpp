// Head overview: metrics, thumbnails, patterns.
#include "core/analysis/heads/head_overview.h"

#include <algorithm>

#include "core/language/messages.h"

namespace attnlab {

SmallMatrix block_maxima(const Real* matrix, Index rows, Index columns, Index most) {
  SmallMatrix small{std::min(rows, most), std::min(columns, most), {}};
  if (rows <= most && columns <= most) return small;
  small.cells.assign(small.rows * small.columns, 0);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c) {
      const Index block = r * small.rows / rows * small.columns + c * small.columns / columns;
      float& cell = small.cells[block];
      cell = std::max(cell, float(matrix[r * columns + c]));
    }
  return small;
}

std::ptrdiff_t HeadOverview::find(std::string_view attention, Index head) const {
  const auto found = std::ranges::find_if(
      metrics, [&](const HeadMetrics& m) { return m.head == head && m.attention == attention; });
  return found == metrics.end() ? -1 : found - metrics.begin();
}

HeadOverview head_overview(const Trace& trace, Index most) {
  HeadOverview overview{head_metrics(trace), {}};
  for (const HeadMetrics& m : overview.metrics) {
    const TraceTensor& weights = trace.at(m.attention + ".weights");
    const Index queries = weights.shape[2], keys = weights.shape[3];
    overview.small.push_back(
        block_maxima(weights.value.data() + m.head * queries * keys, queries, keys, most));
  }
  return overview;
}

HeadPattern strongest_pattern(const HeadMetrics& m) {
  constexpr double kMuch = 0.5, kFewBits = 1;
  HeadPattern strongest{m.entropy < kFewBits ? tr_mark("focused") : tr_mark("spread"), m.entropy, false};
  double most = kMuch;
  for (const HeadPattern& p :
       {HeadPattern{tr_mark("previous"), m.previous}, HeadPattern{tr_mark("first"), m.first},
        HeadPattern{tr_mark("same"), m.same}, HeadPattern{tr_mark("induction"), m.induction}}) {
    if (!(p.value >= most)) continue;  // NaN never is
    most = p.value;
    strongest = p;
  }
  return strongest;
}

}  // namespace attnlab
