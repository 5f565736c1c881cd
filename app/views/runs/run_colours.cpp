// Colors by the numbers of runs.
#include "app/views/runs/run_colours.h"

#include <iterator>

namespace attnlab {
namespace {

/// The run's number; the runs of a sweep that differ in their seeds alone have one between them.
Index colour_number(const RunView& run) {
  if (!run.sweep) return run.number;
  const auto point = static_cast<Index>(run.sweep->point);
  return run.number - point + static_cast<Index>(run.sweep->plan->combination(run.sweep->point));
}

}  // namespace

Colour held_out_colour() { return series_colour(1); }

Colour run_colour(const RunView& run) {
  constexpr int kColours[] = {0, 2, 3, 4, 5, 6, 7};  // all but that of what is held out
  return series_colour(kColours[static_cast<std::size_t>(colour_number(run) - 1) % std::size(kColours)]);
}

}  // namespace attnlab
