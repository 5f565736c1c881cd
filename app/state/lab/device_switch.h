// Device switch: whether the GPU computes attention, and what happens when it cannot any more.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/state/commands/actions.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {

/// Makes the GPU's device; throws std::runtime_error where there is none.
using OpenGpu = std::function<std::shared_ptr<AttentionDevice>(AttentionDeviceReports)>;

/// Used by the screen's thread alone. The destructor makes the processor the attention device again.
class DeviceSwitch final : public DeviceActions {
 public:
  /// `wake` is called when the GPU fails. An empty `open` means that there is no GPU.
  DeviceSwitch(OpenGpu open, std::function<void()> wake);
  ~DeviceSwitch() override;

  void use_gpu(std::optional<bool> on) override;
  /// For those who train, trace and generate.
  const AttentionDeviceChoice& choice() const { return choice_; }
  /// The GPU that computes attention: "llvmpipe …, OpenGL 4.5"; "": the processor.
  const std::string& gpu() const { return gpu_; }
  /// Call it often. Returns why the GPU has failed since the last call, once, or ""; after a failure the
  /// processor is in use.
  std::string take_failure();
  /// Returns why the GPU in use left a pass to the processor, once, or "".
  std::string take_refusal();

 private:
  /// The reports of a device. Shared with the device, which may outlive the switch.
  struct Reports {
    std::mutex mutex;
    std::string failure, refusal;
  };

  void open();
  std::string take(std::string Reports::*what) const;
  bool has_failed() const;

  OpenGpu open_;
  std::function<void()> wake_;
  std::shared_ptr<Reports> reports_;         ///< of `device_`
  std::shared_ptr<AttentionDevice> device_;  ///< opened once, until it fails
  AttentionDeviceChoice choice_;
  std::string gpu_;
};

}  // namespace attnlab
