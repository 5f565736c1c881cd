// Patch grid: where the patches of a picture lie, and which axes of a pass's tensors run over them.
#pragma once

#include <optional>

#include "core/trace/trace.h"

namespace attnlab {

/// How the picture of a pass is cut into square patches. Positions are those of what the layers read: the
/// class vector first, where there is one, then patches row by row.
struct PatchGrid {
  /// Row and column of a patch, from the top left.
  struct Place {
    Index row = 0, column = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };

  Index rows = 0, columns = 0;
  Index side = 0;   ///< of a patch, in pixels
  Index first = 0;  ///< positions before the first patch: 1 with a class vector

  Index patches() const { return rows * columns; }
  Index positions() const { return first + patches(); }
  Index position(Place patch) const { return first + patch.row * columns + patch.column; }
  /// The patch at a position; nothing for the class vector and outside of the grid.
  std::optional<Place> patch_at(Index position) const;
  friend bool operator==(const PatchGrid&, const PatchGrid&) = default;
};

/// The grid of a model's pictures; nothing where it reads none, or no layers read their patches.
std::optional<PatchGrid> patch_grid(const ModelConfig& config);
/// The grid of the picture that the pass read; nothing where it read none, or not as patches.
std::optional<PatchGrid> patch_grid(const Trace& trace);

/// Whether the places along this axis of the tensor are the patches of the pass's picture, with the class
/// vector where it has one.
bool runs_over_patches(const Trace& trace, const TraceTensor& tensor, std::size_t axis);

/// "1,2" as the pieces of a pass name patches; "[CLS]" before the first.
std::string position_name(const PatchGrid& grid, Index position);

}  // namespace attnlab
