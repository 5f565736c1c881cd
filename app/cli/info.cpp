// attention-lab info: versions, processor and graphics.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/gl/probe.h"
#include "core/config/cores.h"
#include "core/gpu/gpu_attention_device.h"
#include "core/language/messages.h"
#include "core/tensor/arithmetic.h"

namespace attnlab {
namespace {

std::string compiler() {
#if defined(__clang__)
  return std::string("Clang ") + __clang_version__;
#elif defined(__GNUC__)
  return std::string("GCC ") + __VERSION__;
#else
  return tr("unknown");
#endif
}

std::string attention_on_gpu() {
  try {
    return gpu::make_attention_device(gpu::make_egl_context())->description();
  } catch (const std::exception& error) {
    return tr("no: {1}", error.what());
  }
}

struct Property {
  const char* name;
  std::string value;
};

std::vector<Property> properties() {
  const GraphicsReport graphics = probe_graphics();
  return {{"attention-lab", ATTNLAB_VERSION},
          {"compiler", compiler()},
          {"Eigen", eigen_version()},
          {"ImGui", graphics.imgui},
          {"GLFW", graphics.glfw},
          {"SIMD", simd_in_use()},
          {"threads", std::to_string(cores())},
          {"OpenGL", graphics.renderer.empty() ? tr("none: {1}", graphics.problem) : graphics.renderer},
          {"--device gpu", attention_on_gpu()}};
}

int info(bool json) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (const Property& property : properties()) {
    object[property.name] = property.value;
    if (!json) std::printf("%-14s %s\n", property.name, property.value.c_str());
  }
  if (json) print_json_object(object, 2);
  return kDone;
}

Action declare_info(CLI::App& command) {
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, tr("Print one JSON object with the same names"));
  command.footer(tr("Also works without a display, and then gives the reason why OpenGL is not available."));
  return [json] { return info(*json); };
}

}  // namespace

extern const Subcommand kInfoSubcommand = {
    .name = "info",
    .sentence = tr_mark("Show versions, processor features and OpenGL"),
    .declare = declare_info};

}  // namespace attnlab
