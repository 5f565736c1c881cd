// Expressions: the view Alignment.
#include <algorithm>

#include "app/features/alignment/chosen.h"
#include "app/state/expressions/expression_table.h"
#include "core/analysis/experiments/length_experiment.h"

namespace attnlab::expressions {
namespace {

std::string aligned_at(const Asked& a) {
  if (!is_recurrent_pair(a.view.trace->config())) return "none";
  const AlignedPlace at = aligned_place(a.view.state, *a.view.trace);
  return std::to_string(at.target) + " " + std::to_string(at.source);
}

/// "173 of 200": right answers of one of the two models, by its alignment, in the N-th band of lengths.
std::string right_by_length(const Asked& a) {
  const auto& found = a.view.analyses->of<LengthExperiment>();
  const auto band = static_cast<std::size_t>(number_in(a.argument(1)) - 1);
  if (!found || band >= found->bands.size()) return "none";
  for (const LengthRun& run : found->runs)
    if (run.alignment && run.alignment->name == a.argument(0) && !run.counts.empty()) {
      const Counts& counts = run.counts.back()[band];
      return std::to_string(counts.right_rows) + " of " + std::to_string(counts.rows);
    }
  return "none";
}

}  // namespace

std::span<const ScriptExpression> alignment() {
  static constexpr ScriptExpression kRows[] = {
      {"alignment.at", "", "the decoder's position and the encoder state, `2 3`, or `none`", aligned_at,
       Needs::Trace},
      {"alignment.right", "ALIGNMENT BAND",
       "`173 of 200` right by the length of the source, in the N-th band, or `none`", right_by_length},
  };
  return kRows;
}

}  // namespace attnlab::expressions
