// --device on the command line.
#include "app/cli/groups/device_option.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "core/gpu/gpu_attention_device.h"
#include "core/gpu/training/gpu_step_device.h"
#include "core/language/messages.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

void print_error_line(const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); }

void go_on_without(const std::string& why) {
  print_error_line(tr("attention is computed on the processor: {1}", why));
}

void leave_some(const std::string& why) {
  print_error_line(tr("what does not fit the GPU is computed on the processor: {1}", why));
}

void steps_go_on_without(const std::string& why) {
  print_error_line(tr("training steps run on the processor: {1}", why));
}

constexpr const char* kGpuStep = "gpu-step";

DeviceOption add_option(CLI::App& command, const std::string& help, const std::vector<std::string>& values) {
  auto option = std::make_shared<std::string>(values.front());
  std::string names;
  for (const std::string& value : values) names += (names.empty() ? "" : "|") + value;
  command.add_option("--device", *option, help)->type_name(names)->check(CLI::IsMember(values));
  return option;
}

}  // namespace

DeviceOption add_device_option(CLI::App& command) {
  return add_option(command,
                    tr("Where attention is computed: on the cpu, or on the gpu by OpenGL 4.3 compute "
                       "shaders; the processor computes the rest"),
                    {"cpu", "gpu"});
}

DeviceOption add_training_device_option(CLI::App& command) {
  return add_option(command,
                    tr("Where attention is computed: on the cpu, or on the gpu by OpenGL 4.3 compute "
                       "shaders; the processor computes the rest. gpu-step: whole training steps on the GPU, "
                       "for models of the architecture gpt"),
                    {"cpu", "gpu", kGpuStep});
}

std::shared_ptr<AttentionDevice> open_device(const DeviceOption& option) {
  std::shared_ptr<AttentionDevice> device;
  try {
    if (option && *option == "gpu") {
      device = gpu::make_attention_device(gpu::make_egl_context(), {go_on_without, leave_some});
      print_error_line(tr("attention is computed on the GPU: {1}", device->description()));
    }
  } catch (const std::exception& error) {
    go_on_without(error.what());
  }
  return device;
}

void make_steps_on(const DeviceOption& option, Trainer& trainer) {
  if (*option != kGpuStep) return;
  std::shared_ptr<StepDevice> device;
  try {
    device = gpu::make_step_device(gpu::make_egl_context());
  } catch (const std::exception& error) {
    return steps_go_on_without(error.what());
  }
  try {
    trainer.use_step_device(device, steps_go_on_without);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(tr("--device {1}: {2}; remove the option", *option, error.what()));
  }
  print_error_line(tr("training steps run on the GPU: {1}", device->description()));
}

}  // namespace attnlab
