// The switch between processor and GPU, and what happens when the GPU fails.
#include "app/state/device_switch.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/plain_device.h"

namespace attnlab {
namespace {

struct DeviceSwitchTest : ::testing::Test {
  int woken = 0;
  std::function<void(const std::string&)> fail;
  DeviceSwitch device{[this](auto on_failure) {
                        fail = on_failure;
                        return std::make_shared<testing::PlainDevice>();
                      },
                      [this] { ++woken; }};
};

TEST_F(DeviceSwitchTest, SwitchesThereAndBack) {
  EXPECT_EQ(device.gpu(), "");
  device.use_gpu(true);
  EXPECT_EQ(device.gpu(), "plain loops");
  const auto first = attention_device();
  ASSERT_TRUE(first);
  device.use_gpu(true);
  EXPECT_EQ(attention_device(), first) << "it was on already";
  device.use_gpu(false);
  EXPECT_EQ(device.gpu(), "");
  EXPECT_FALSE(attention_device());
}

TEST_F(DeviceSwitchTest, AFailureIsToldOnceAndTheProcessorGoesOn) {
  device.use_gpu(true);
  EXPECT_EQ(device.take_failure(), "");
  fail("the driver gave up");
  EXPECT_EQ(woken, 1);
  EXPECT_EQ(device.take_failure(), "the driver gave up");
  EXPECT_EQ(device.gpu(), "");
  EXPECT_FALSE(attention_device());
  EXPECT_EQ(device.take_failure(), "");
  device.use_gpu(true);
  EXPECT_TRUE(attention_device()) << "it can be tried again";
  EXPECT_EQ(device.take_failure(), "") << "the old failure is not the new device's";
}

TEST(DeviceSwitch, WithoutAGpuTheProcessorStays) {
  DeviceSwitch none({}, [] {});
  EXPECT_THROW(none.use_gpu(true), std::runtime_error);
  DeviceSwitch broken([](auto) -> std::shared_ptr<AttentionDevice> { throw std::runtime_error("no driver"); },
                      [] {});
  EXPECT_THROW(broken.use_gpu(true), std::runtime_error);
  EXPECT_EQ(broken.gpu(), "");
  EXPECT_FALSE(attention_device());
}

TEST(DeviceSwitch, LeavesTheProcessorBehind) {
  {
    DeviceSwitch device([](auto) { return std::make_shared<testing::PlainDevice>(); }, [] {});
    device.use_gpu(true);
  }
  EXPECT_FALSE(attention_device());
}

}  // namespace
}  // namespace attnlab
