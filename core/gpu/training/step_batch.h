// StepBatch: what a step uploads of its batch, as one buffer of integers.
#pragma once

#include <vector>

#include "core/gpu/device.h"
#include "core/gpu/training/dropped.h"
#include "core/gpu/training/gpt_plan.h"
#include "core/training/step_device.h"

namespace attnlab::gpu {

/// Tokens, targets, the rows in which each token stands, and keys of dropout, on the device.
struct StepBatch {
  Index sequences = 0, positions = 0;  ///< B, T
  Index targets = 0;                   ///< number of the first target; tokens begin at 0
  Index lists = 0;                     ///< see embed_backward()
  Index keys = 0;                      ///< number of the first key, in fours
  std::vector<std::int32_t> numbers;   ///< the last ones; kept, so that equal sizes allocate nothing
  Buffer buffer;

  Index rows() const { return sequences * positions; }
  /// Dropout number `use` of a pass, in the order of the model's operations.
  Dropped dropped(Index use, double rate) const { return {buffer, keys + use * sequences, positions, rate}; }
};

/// Number of a pass's dropouts before those of layer `layer`.
Index dropouts_before(const GptPlan& plan, Index layer);

/// Throws std::invalid_argument for tokens, targets or lengths that the model does not have. On the device's
/// thread.
void upload(Device& device, const GptPlan& plan, const StepRequest& request, StepBatch& to);

}  // namespace attnlab::gpu
