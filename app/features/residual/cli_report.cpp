// Lens report: made of a pass.
#include "app/features/residual/cli_report.h"

#include <limits>

#include "core/models/model_config.h"

namespace attnlab {

double LensReport::size_in(const std::vector<std::vector<double>>& of, std::size_t row,
                           std::size_t column) const {
  if (lens.pooled && !has_class_token(trace->config())) return std::numeric_limits<double>::quiet_NaN();
  return of[row][column];
}

LensReport lens_report(TracePtr trace, std::shared_ptr<const Vocabularies> vocabularies, Index top) {
  LensReport report{trace->step(), trace, std::move(vocabularies), logit_lens(*trace, top),
                    lens_pieces(*trace)};
  report.states = residual_states(*trace);
  for (const StreamState& state : report.states) {
    report.sizes.push_back(row_sizes(*state.sum));
    report.added.push_back(row_sizes(*state.addition));
  }
  return report;
}

Index last_with_right(const LensReport& report) {
  const std::vector<LensCell>& cells = report.lens.rows.back().cells;
  for (std::size_t t = cells.size(); t-- > 0;)
    if (cells[t].has_right()) return static_cast<Index>(t);
  return static_cast<Index>(cells.size()) - 1;
}

}  // namespace attnlab
