// --device: the device that computes attention.
#pragma once

#include <memory>
#include <string>

#include "core/ops/attention/attention_device.h"

namespace CLI {
class App;
}

namespace attnlab {

/// The chosen device: "cpu" or "gpu".
using DeviceOption = std::shared_ptr<std::string>;

DeviceOption add_device_option(CLI::App& command);

/// What computes attention; null: the processor. Where there is no GPU to be had, it fails later, or
/// something does not fit it, one line on standard error says why, and the processor does it.
std::shared_ptr<AttentionDevice> open_device(const DeviceOption& option);

}  // namespace attnlab
