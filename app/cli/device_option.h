// --device: where attention is computed.
#pragma once

#include <memory>
#include <string>

#include "core/ops/attention/attention_device.h"

namespace CLI {
class App;
}

namespace attnlab {

/// "cpu" or "gpu", as it was chosen.
using DeviceOption = std::shared_ptr<std::string>;

DeviceOption add_device_option(CLI::App& command);

/// Where attention is computed while what it returns lives. Where there is no GPU to be had, it fails later,
/// or something does not fit it, one line on standard error says why, and the processor does it.
UsedAttentionDevice use_device(const DeviceOption& option);

}  // namespace attnlab
