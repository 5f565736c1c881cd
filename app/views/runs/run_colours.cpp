// Colors by the numbers of runs.
#include "app/views/runs/run_colours.h"

#include <iterator>

#include "core/language/messages.h"

namespace attnlab {

std::string run_label(const RunView& run) {
  const std::string number = tr("run {1}", std::to_string(run.number));
  return run.name.empty() ? number : number + " · " + spoken(run.name);
}

std::string short_run_label(const RunView& run) {
  constexpr std::size_t kShort = 16;
  return run.name.size() <= kShort ? run_label(run) : tr("run {1}", std::to_string(run.number));
}

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
  constexpr int kColours[] = {0, 2, 3, 4, 5, 6, 7};  // all but held_out_colour()
  return series_colour(kColours[static_cast<std::size_t>(colour_number(run) - 1) % std::size(kColours)]);
}

}  // namespace attnlab
