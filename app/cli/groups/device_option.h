// --device: the device that computes attention, or makes training steps.
#pragma once

#include <memory>
#include <string>

#include "core/ops/attention/attention_device.h"

namespace CLI {
class App;
}

namespace attnlab {

class Trainer;

/// The chosen device: "cpu", "gpu", or of a command that trains "gpu-step".
using DeviceOption = std::shared_ptr<std::string>;

DeviceOption add_device_option(CLI::App& command);
/// Of a command that trains: "gpu-step" too, for whole training steps on the GPU.
DeviceOption add_training_device_option(CLI::App& command);

/// What computes attention; null, as without an option: the processor. Where there is no GPU to be had, it
/// fails later, or something does not fit it, one line on standard error says why, and the processor does it.
std::shared_ptr<AttentionDevice> open_device(const DeviceOption& option);

/// Has the trainer make its steps on the GPU, where the option says so. One line on standard error says that
/// it does, or why the processor makes them: there is no GPU to be had, or it fails later. Throws
/// std::invalid_argument where the GPU's steps do not know an option of the trainer's model.
void make_steps_on(const DeviceOption& option, Trainer& trainer);

}  // namespace attnlab
