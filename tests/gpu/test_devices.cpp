// Makes the tests' devices when they are first asked for.
#include "tests/gpu/test_devices.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/gpu/training/gpu_step_device.h"

namespace attnlab::testing {

namespace {

std::unique_ptr<gpu::Device> only_device;
std::shared_ptr<StepDevice> only_step_device;

/// The devices end before main() does: at the program's end, some drivers are gone before our objects.
struct DeviceEnd : ::testing::Environment {
  void TearDown() override {
    only_device.reset();
    only_step_device.reset();
  }
};
[[maybe_unused]] const ::testing::Environment* const kDeviceEnd =
    ::testing::AddGlobalTestEnvironment(new DeviceEnd);

bool without_gpu() { return std::getenv("ATTNLAB_NO_GPU") != nullptr; }

}  // namespace

gpu::Device* test_device() {
  if (!without_gpu() && (!only_device || only_device->lost()))
    only_device = std::make_unique<gpu::Device>(gpu::make_egl_context());
  return only_device.get();
}

std::shared_ptr<StepDevice> test_step_device() {
  if (!without_gpu() && !only_step_device) only_step_device = gpu::make_step_device(gpu::make_egl_context());
  return only_step_device;
}

}  // namespace attnlab::testing
