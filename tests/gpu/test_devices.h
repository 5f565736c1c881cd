// The devices of the tests, which end before the program does, and a context that is lost.
#pragma once

#include <memory>

#include "core/gpu/device.h"
#include "core/training/step_device.h"

namespace attnlab::testing {

/// A device for all tests of the program. The test fails where no OpenGL 4.3 is to be had; with
/// ATTNLAB_NO_GPU set in the environment it is skipped instead, and null is returned.
gpu::Device* test_device();
/// A step device for all tests of the program; null where test_device() is.
std::shared_ptr<StepDevice> test_step_device();

/// A context that is lost after it was asked so many times.
class LostContext final : public gpu::Context {
 public:
  explicit LostContext(int after) : left_(after) {}
  void make_current() override { context_->make_current(); }
  void release() override { context_->release(); }
  bool lost() override { return --left_ < 0; }

 private:
  std::unique_ptr<gpu::Context> context_ = gpu::make_egl_context();
  int left_;
};

}  // namespace attnlab::testing
