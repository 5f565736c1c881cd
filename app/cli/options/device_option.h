// --device: the device that computes attention, or makes training steps.
#pragma once

#include <memory>
#include <string>

#include "core/ops/attention/attention_device.h"
#include "core/training/step_device.h"

namespace CLI {
class App;
}

namespace attnlab {

/// The chosen device: "cpu", "gpu", or of a command that trains "gpu-step".
using DeviceOption = std::shared_ptr<std::string>;

DeviceOption add_device_option(CLI::App& command);
/// Of a command that trains: "gpu-step" too, for whole training steps on the GPU.
DeviceOption add_training_device_option(CLI::App& command);

/// What computes attention; null: the processor. Where there is no GPU to be had, it fails later, or
/// something does not fit it, one line on standard error says why, and the processor does it.
std::shared_ptr<AttentionDevice> open_device(const DeviceOption& option);

/// What makes training steps, where the option says so; null: the processor. Where there is no GPU to be had,
/// one line on standard error says why.
std::shared_ptr<StepDevice> open_step_device(const DeviceOption& option);
/// Says on standard error that a step device has failed.
void steps_go_on_without(const std::string& why);

}  // namespace attnlab
