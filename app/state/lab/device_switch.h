// Device switch: whether the GPU computes attention, and what happens when it cannot any more.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/state/commands/actions.h"
#include "core/ops/attention/attention_device.h"

namespace attnlab {

/// Makes the GPU's device; throws std::runtime_error where there is none.
using OpenGpu = std::function<std::shared_ptr<AttentionDevice>(AttentionDeviceReports)>;

/// Used by the screen's thread alone. The program's attention device is the processor again when it ends.
class DeviceSwitch final : public DeviceActions {
 public:
  /// `wake` is called when the GPU fails. An empty `open` means that there is no GPU to be switched to.
  DeviceSwitch(OpenGpu open, std::function<void()> wake);
  ~DeviceSwitch() override;

  void use_gpu(std::optional<bool> on) override;
  /// The GPU that computes attention: "llvmpipe …, OpenGL 4.5"; "": the processor.
  const std::string& gpu() const { return gpu_; }
  /// To be called often. Why the GPU gave up since the last call, once, or ""; from then on the processor is
  /// in use.
  std::string take_failure();
  /// Why the GPU in use has left something to the processor, once, or "".
  std::string take_refusal();

 private:
  /// What a device has reported. Outlives the switch where the device still has it.
  struct Reports {
    std::mutex mutex;
    std::string failure, refusal;
  };

  void open();
  std::string take(std::string Reports::*what) const;
  bool has_failed() const;

  OpenGpu open_;
  std::function<void()> wake_;
  std::shared_ptr<Reports> reports_;         ///< by `device_`
  std::shared_ptr<AttentionDevice> device_;  ///< opened once, until it fails
  std::string gpu_;
};

}  // namespace attnlab
