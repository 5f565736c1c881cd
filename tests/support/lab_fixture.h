// LabTest: a Lab without a window, which executes commands and is waited for.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/state/lab/lab.h"
#include "tests/support/plain_device.h"
#include "tests/support/plain_step_device.h"
#include "tests/support/waiting.h"

namespace attnlab {

struct LabTest : ::testing::Test {
  explicit LabTest(std::filesystem::path sessions = {}, double autosave_seconds = 60,
                   std::filesystem::path answers = {}) {
    LabHost host;
    host.wake = [] {};
    host.save_screenshot = [](const std::string&) {};
    host.save_figure = [](const FigureRequest&) {};
    host.open_gpu = [this](const AttentionDeviceReports& reports) {
      fail_gpu = reports.failed;
      refuse_by_gpu = reports.refused;
      const auto device = std::make_shared<testing::PlainDevice>();
      gpu = device;
      return device;
    };
    host.open_step_gpu = [this] {
      ++step_gpus_opened;
      return std::make_shared<testing::PlainStepDevice>(step_gpu);
    };
    host.sessions = std::move(sessions);
    host.autosave_seconds = autosave_seconds;
    host.answers = std::move(answers);
    lab = std::make_unique<Lab>(std::move(host));
  }

  void say(const std::string& line) { lab->apply_or_throw(parse_command(line)); }
  std::string refusal(const std::string& line) {
    try {
      say(line);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }
  /// Updates frame after frame until the Lab is idle.
  void settle() {
    const auto end = std::chrono::steady_clock::now() + kSlowMachine;
    for (int idle = 0; idle < 3;) {
      lab->update();
      lab->autosave();
      idle = lab->idle() ? idle + 1 : 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "still busy";
    }
  }
  /// Updates frame after frame until the condition holds; false where it never does.
  template <typename Condition>
  bool update_until(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + kSlowMachine;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      lab->update();
      lab->autosave();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  void say_and_settle(const std::string& line) {
    say(line);
    settle();
  }
  /// Opens a preset at step 0.
  void open(const std::string& preset = "reverse") {
    lab->open({.name = preset, .play = false});
    settle();
  }
  std::string ask(const std::string& expression) const { return lab->evaluate(expression); }

  std::function<void(const std::string&)> fail_gpu, refuse_by_gpu;  ///< of the device that was opened last
  std::weak_ptr<testing::PlainDevice> gpu;                          ///< that device
  std::shared_ptr<testing::PlainStepDevice::Facts> step_gpu =
      std::make_shared<testing::PlainStepDevice::Facts>();  ///< of all that make training steps
  int step_gpus_opened = 0;
  std::unique_ptr<Lab> lab;
};

}  // namespace attnlab
