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
  if (on && !device_) open();
  gpu_ = on ? device_->description() : "";
  use_attention_device(on ? device_ : nullptr);
}

void DeviceSwitch::open() {
  if (!open_) throw std::runtime_error("there is no GPU here that could compute attention");
  failure_ = std::make_shared<Failure>();
  device_ = open_([failure = failure_, wake = wake_](const std::string& why) {
    {
      const std::lock_guard lock(failure->mutex);
      failure->why = why;
    }
    wake();
  });
}

std::string DeviceSwitch::take_failure() {
  if (gpu_.empty()) return "";
  std::string why;
  {
    const std::lock_guard lock(failure_->mutex);
    why.swap(failure_->why);
  }
  if (!why.empty()) {
    use_gpu(false);
    device_.reset();
  }
  return why;
}

}  // namespace attnlab
