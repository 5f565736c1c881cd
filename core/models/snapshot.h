// WeightsSnapshot: the weights of one moment, never changed again.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/tensor/tensor.h"

namespace attnlab {

/// One cell of the flat parameter buffer in one update of the optimizer.
struct CellUpdate {
  Index cell = 0;            ///< in the flat buffer
  double weight = 0;         ///< before
  double gradient = 0;       ///< of the batch's mean loss, not clipped
  double mean = 0;           ///< m before
  double square = 0;         ///< v before
  double clip_factor = 1;    ///< what the gradient was multiplied by
  double learning_rate = 0;  ///< of this update
  Index update = 1;          ///< t: this was the t-th update, the first is 1
  double result = 0;         ///< the weight after the update
  friend bool operator==(const CellUpdate&, const CellUpdate&) = default;
};

/// A copy of the flat parameter buffer after `step` updates.
struct WeightsSnapshot {
  Index step = 0;
  AlignedBuffer weights;
  std::optional<CellUpdate> update{};  ///< the last update of the cell that was watched, if there was one
};

using SnapshotPtr = std::shared_ptr<const WeightsSnapshot>;

/// A copy of `weights`, in memory of `source`; see Trainer::snapshot() and first_snapshot() too.
inline SnapshotPtr make_snapshot(Index step, std::span<const Real> weights,
                                 std::optional<CellUpdate> update = {}, MemorySourcePtr source = {}) {
  return std::make_shared<const WeightsSnapshot>(
      WeightsSnapshot{step, copy_of(weights, std::move(source)), update});
}

}  // namespace attnlab
