// AdamW on the device: weights and moments in one pass.
#pragma once

#include <span>

#include "core/gpu/device.h"
#include "core/training/step_device.h"

namespace attnlab::gpu {

/// What AdamW changes and reads, cell by cell; `totals` has the loss and the sum of the gradient's squares.
struct AdamWOperands {
  Buffer weights, gradients, mean, square, totals;
  Buffer decay_ends;  ///< integers: see shaders/adamw.comp
  Index ranges = 0;   ///< number of them
  Index cells = 0;
};

/// One update, which changes nothing where one of the totals is not finite. On the device's thread.
void adamw(Device& device, const AdamWOperands& operands, const StepRequest& request);

}  // namespace attnlab::gpu
