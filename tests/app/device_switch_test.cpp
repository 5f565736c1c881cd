// The switch between processor and GPU, and what happens when the GPU fails.
#include "app/state/lab/device_switch.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/plain_device.h"

namespace attnlab {
namespace {

struct DeviceSwitchTest : ::testing::Test {
  int woken = 0;
  AttentionDeviceReports reports;  ///< of the device opened last
  DeviceSwitch device{[this](const AttentionDeviceReports& made) {
                        reports = made;
                        return std::make_shared<testing::PlainDevice>();
                      },
                      [this] { ++woken; }};
};

TEST_F(DeviceSwitchTest, SwitchesThereAndBack) {
  EXPECT_EQ(device.gpu(), "");
  device.use_gpu(true);
  EXPECT_EQ(device.gpu(), "plain loops");
  const auto first = device.choice().get();
  ASSERT_TRUE(first);
  device.use_gpu(true);
  EXPECT_EQ(device.choice().get(), first) << "it was on already";
  device.use_gpu(false);
  EXPECT_EQ(device.gpu(), "");
  EXPECT_FALSE(device.choice().get());
}

TEST_F(DeviceSwitchTest, AFailureIsReportedOnceAndTheProcessorGoesOn) {
  device.use_gpu(true);
  EXPECT_EQ(device.take_failure(), "");
  reports.failed("the driver gave up");
  EXPECT_EQ(woken, 1);
  EXPECT_EQ(device.take_failure(), "the driver gave up");
  EXPECT_EQ(device.gpu(), "");
  EXPECT_FALSE(device.choice().get());
  EXPECT_EQ(device.take_failure(), "");
  device.use_gpu(true);
  EXPECT_TRUE(device.choice().get()) << "it can be tried again";
  EXPECT_EQ(device.take_failure(), "") << "the old failure is not the new device's";
}

TEST_F(DeviceSwitchTest, WhatItLeavesToTheProcessorIsReportedAndItStays) {
  device.use_gpu(true);
  EXPECT_EQ(device.take_refusal(), "");
  reports.refused("too wide");
  EXPECT_EQ(woken, 1);
  EXPECT_EQ(device.take_failure(), "") << "it is no failure";
  EXPECT_EQ(device.take_refusal(), "too wide");
  EXPECT_EQ(device.take_refusal(), "") << "once";
  EXPECT_TRUE(device.choice().get());
}

TEST_F(DeviceSwitchTest, ADeviceThatFailedWhileItWasOffIsOpenedAnew) {
  device.use_gpu(true);
  const auto first = device.choice().get();
  device.use_gpu(false);
  reports.failed("at its last work");
  EXPECT_EQ(device.take_failure(), "") << "nobody uses it";
  device.use_gpu(true);
  EXPECT_NE(device.choice().get(), first);
  EXPECT_EQ(device.take_failure(), "");
  EXPECT_TRUE(device.choice().get());
}

TEST(DeviceSwitch, WithoutAGpuTheProcessorStays) {
  DeviceSwitch none({}, [] {});
  EXPECT_THROW(none.use_gpu(true), std::runtime_error);
  DeviceSwitch broken([](auto) -> std::shared_ptr<AttentionDevice> { throw std::runtime_error("no driver"); },
                      [] {});
  EXPECT_THROW(broken.use_gpu(true), std::runtime_error);
  EXPECT_EQ(broken.gpu(), "");
  EXPECT_FALSE(broken.choice().get());
}

TEST(DeviceSwitch, LeavesTheProcessorBehind) {
  AttentionDeviceChoice choice;
  {
    DeviceSwitch device([](auto) { return std::make_shared<testing::PlainDevice>(); }, [] {});
    choice = device.choice();
    device.use_gpu(true);
    EXPECT_TRUE(choice.get()) << "copies are one choice";
  }
  EXPECT_FALSE(choice.get());
}

}  // namespace
}  // namespace attnlab
