// Device switch: opens a device and takes its reports.
#include "app/state/lab/device_switch.h"

#include <stdexcept>
#include <utility>

#include "core/language/messages.h"

namespace attnlab {

DeviceSwitch::DeviceSwitch(OpenGpu open, std::function<void()> wake)
    : open_(std::move(open)), wake_(std::move(wake)) {}

DeviceSwitch::~DeviceSwitch() { use_gpu(false); }

void DeviceSwitch::use_gpu(std::optional<bool> wanted) {
  const bool on = wanted.value_or(gpu_.empty());
  if (on == !gpu_.empty()) return;
  if (on && has_failed()) device_.reset();
  if (on && !device_) open();
  gpu_ = on ? device_->description() : "";
  choice_.set(on ? device_ : nullptr);
}

void DeviceSwitch::open() {
  if (!open_) throw std::runtime_error(tr("no GPU on this computer can compute attention"));
  reports_ = std::make_shared<Reports>();
  const auto note = [this](std::string Reports::*what) {
    return [reports = reports_, wake = wake_, what](const std::string& why) {
      {
        const std::lock_guard lock(reports->mutex);
        (*reports).*what = why;
      }
      wake();
    };
  };
  device_ = open_({note(&Reports::failure), note(&Reports::refusal)});
}

/// The report since the last call, or "".
std::string DeviceSwitch::take(std::string Reports::*what) const {
  if (gpu_.empty()) return "";
  const std::lock_guard lock(reports_->mutex);
  return std::exchange((*reports_).*what, "");
}

/// The device may have failed at work that it still did when it was switched off.
bool DeviceSwitch::has_failed() const {
  if (!reports_) return false;
  const std::lock_guard lock(reports_->mutex);
  return !reports_->failure.empty();
}

std::string DeviceSwitch::take_failure() {
  std::string why = take(&Reports::failure);
  if (!why.empty()) {
    use_gpu(false);
    device_.reset();
  }
  return why;
}

std::string DeviceSwitch::take_refusal() { return take(&Reports::refusal); }

}  // namespace attnlab
