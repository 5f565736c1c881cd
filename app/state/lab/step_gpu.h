// Step GPU: the GPU that makes training steps, opened when a run first asks for it.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/training/step_device.h"

namespace attnlab {

/// Makes the device; throws std::runtime_error where there is none.
using OpenStepGpu = std::function<std::shared_ptr<StepDevice>()>;

/// Used by the screen's thread alone.
class StepGpu {
 public:
  /// An empty `open` means that there is no GPU.
  explicit StepGpu(OpenStepGpu open) : open_(std::move(open)) {}

  /// Throws std::runtime_error where there is none.
  std::shared_ptr<StepDevice> get() {
    if (!open_) throw std::runtime_error("there is no GPU here that could make training steps");
    if (!device_) device_ = open_();
    return device_;
  }
  /// The next call of get() opens another one: this one has failed.
  void forget() { device_.reset(); }

 private:
  OpenStepGpu open_;
  std::shared_ptr<StepDevice> device_;
};

}  // namespace attnlab
