// --device on the command line.
#include "app/cli/options/device_option.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "core/gpu/gpu_attention_device.h"

namespace attnlab {
namespace {

void go_on_without(const std::string& why) {
  std::fprintf(stderr, "attention is computed on the processor: %s\n", why.c_str());
}

void leave_some(const std::string& why) {
  std::fprintf(stderr, "what does not fit the GPU is computed on the processor: %s\n", why.c_str());
}

}  // namespace

DeviceOption add_device_option(CLI::App& command) {
  auto option = std::make_shared<std::string>("cpu");
  command
      .add_option("--device", *option,
                  "Where attention is computed: cpu, or gpu by OpenGL 4.3 compute shaders; the rest stays on "
                  "the processor")
      ->type_name("cpu|gpu")
      ->check(CLI::IsMember({"cpu", "gpu"}));
  return option;
}

std::shared_ptr<AttentionDevice> open_device(const DeviceOption& option) {
  std::shared_ptr<AttentionDevice> device;
  try {
    if (*option == "gpu") {
      device = gpu::make_attention_device(gpu::make_egl_context(), {go_on_without, leave_some});
      std::fprintf(stderr, "attention is computed on the GPU: %s\n", device->description().c_str());
    }
  } catch (const std::exception& error) {
    go_on_without(error.what());
  }
  return device;
}

}  // namespace attnlab
