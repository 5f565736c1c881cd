// The program's step device on a GPU: decoder-only models, whole training steps.
#pragma once

#include <memory>
#include <vector>

#include "core/gpu/context.h"
#include "core/gpu/dispatch.h"
#include "core/training/step_device.h"

namespace attnlab::gpu {

/// Whole training steps on the GPU of `context`, for models of the architecture gpt; see
/// StepDevice::refuses(). Throws Error where the context cannot be used.
std::shared_ptr<StepDevice> make_step_device(std::unique_ptr<Context> context);

/// A step device whose kernels can be timed, for benchmarks.
class TimedStepDevice : public StepDevice {
 public:
  virtual void measure_kernels(bool on) = 0;
  virtual std::vector<KernelTime> take_kernel_times() = 0;
};
std::shared_ptr<TimedStepDevice> make_timed_step_device(std::unique_ptr<Context> context);

}  // namespace attnlab::gpu
