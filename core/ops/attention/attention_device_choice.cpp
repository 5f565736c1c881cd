// The choice of an attention device, behind a mutex.
#include "core/ops/attention/attention_device_choice.h"

#include <mutex>
#include <utility>

namespace attnlab {

struct AttentionDeviceChoice::Shared {
  std::mutex mutex;
  std::shared_ptr<AttentionDevice> device;
};

AttentionDeviceChoice::AttentionDeviceChoice(std::shared_ptr<AttentionDevice> device)
    : shared_(std::make_shared<Shared>()) {
  set(std::move(device));
}

void AttentionDeviceChoice::set(std::shared_ptr<AttentionDevice> device) {
  const std::lock_guard lock(shared_->mutex);
  shared_->device.swap(device);  // the one before it ends after the lock
}

std::shared_ptr<AttentionDevice> AttentionDeviceChoice::get() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->device;
}

}  // namespace attnlab
