// Picture results: rollout, or cosines of positions.
#include "app/features/pictures/results.h"

#include "core/analysis/pictures/patch_filters.h"

namespace attnlab {

PictureResults answered(const PictureQuestion& question) {
  const Trace& trace = *question.trace;
  PictureResults results{.grid = *patch_grid(trace), .followed = question.followed};
  if (!question.positions) {
    results.rollout = picture_rollout(trace, question.followed);
  } else if (const TraceTensor* const positions = patch_positions(trace)) {
    const Index width = positions->shape.last();
    const auto skipped = static_cast<std::size_t>(results.grid.first * width);
    const auto patches = static_cast<std::size_t>(results.grid.patches() * width);
    results.positions = cosines(positions->value.subspan(skipped, patches), width);
  }
  return results;
}

}  // namespace attnlab
