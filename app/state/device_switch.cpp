// Device switch: opening, and noticing a failure.
#include "app/state/device_switch.h"

#include <stdexcept>
#include <utility>

namespace attnlab {

DeviceSwitch::DeviceSwitch(OpenGpu open, std::function<void()> wake)
    : open_(std::move(open)), wake_(std::move(wake)) {}

DeviceSwitch::~DeviceSwitch() { use_gpu(false); }

void DeviceSwitch::use_gpu(bool on) {
  if (on == !gpu_.empty()) return;
  std::shared_ptr<AttentionDevice> device;
  if (on) {
    if (!open_) throw std::runtime_error("there is no GPU here that could compute attention");
    failure_ = std::make_shared<Failure>();
    device = open_([failure = failure_, wake = wake_](const std::string& why) {
      {
        const std::lock_guard lock(failure->mutex);
        failure->why = why;
      }
      wake();
    });
  }
  gpu_ = device ? device->description() : "";
  use_attention_device(std::move(device));
}

std::string DeviceSwitch::take_failure() {
  if (gpu_.empty()) return "";
  std::string why;
  {
    const std::lock_guard lock(failure_->mutex);
    why.swap(failure_->why);
  }
  if (!why.empty()) use_gpu(false);
  return why;
}

}  // namespace attnlab
