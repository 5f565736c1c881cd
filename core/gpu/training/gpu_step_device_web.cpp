// A browser has no compute shaders: steps are made on the processor.
#include <stdexcept>

#include "core/gpu/training/gpu_step_device.h"

namespace attnlab::gpu {
namespace {

[[noreturn]] void refuse_steps() {
  throw std::runtime_error("browsers do not have compute shaders, so training steps run on the processor");
}

}  // namespace

std::shared_ptr<StepDevice> make_step_device(std::unique_ptr<Context>) { refuse_steps(); }
std::shared_ptr<TimedStepDevice> make_timed_step_device(std::unique_ptr<Context>) { refuse_steps(); }

}  // namespace attnlab::gpu
