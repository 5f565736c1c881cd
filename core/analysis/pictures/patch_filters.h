// Patch filters: the rows of a patch embedding as little pictures, and what they answer to a picture.
#pragma once

#include <optional>
#include <vector>

#include "core/trace/patch_grid.h"

namespace attnlab {

/// What makes a vector of each patch: feature f of a patch is its dot product with filter f, plus a bias.
struct PatchFilters {
  const TraceTensor* weights = nullptr;  ///< [C, channels·side·side]
  const TraceTensor* biases = nullptr;   ///< [C]; null without biases
  const TraceTensor* answers = nullptr;  ///< [1,P,C]: the projected patches
  PatchGrid grid{};
  Index channels = 1;

  Index filters() const { return weights->shape[0]; }
  Index pixels() const { return grid.side * grid.side; }  ///< of one channel
  /// The weights [side·side] of one filter for one channel, row by row.
  std::span<const Real> plane(Index filter, Index channel) const;
  /// What one filter answers to each patch: [P], row by row.
  std::vector<Real> answers_of(Index filter) const;
  /// √Σw² of one filter.
  double length(Index filter) const;
  /// The largest absolute weight of all filters.
  double largest() const;
};

/// Those of the pass; nothing where it embeds no patches.
std::optional<PatchFilters> patch_filters(const Trace& trace);

/// The vectors that tell the positions of patches: [T,C], T as the grid counts positions. Null where the
/// model has none, as with no positions, or where these act in attention itself.
const TraceTensor* patch_positions(const Trace& trace);

/// The cosine between each two of these rows [T,width]: [T,T]; 0 where a row is zero.
std::vector<Real> cosines(std::span<const Real> rows, Index width);

}  // namespace attnlab
