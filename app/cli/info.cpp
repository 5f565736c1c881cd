// attention-lab info: versions, processor and graphics.
#include <CLI/CLI.hpp>
#include <Eigen/Core>
#include <cstdio>
#include <string>
#include <thread>

#include "app/cli/subcommands.h"
#include "app/gl/probe.h"
#include "core/gpu/gpu_attention_device.h"

namespace attnlab {
namespace {

std::string compiler() {
#if defined(__clang__)
  return std::string("Clang ") + __clang_version__;
#elif defined(__GNUC__)
  return std::string("GCC ") + __VERSION__;
#else
  return "unknown";
#endif
}

std::string eigen() {
  return std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

void print_property(const char* what, const std::string& value) {
  std::printf("%-14s %s\n", what, value.c_str());
}

std::string attention_on_gpu() {
  try {
    return make_gpu_attention_device(make_egl_context())->description();
  } catch (const std::exception& error) {
    return std::string("no: ") + error.what();
  }
}

int info() {
  const GraphicsReport graphics = probe_graphics();
  print_property("attention-lab", ATTNLAB_VERSION);
  print_property("compiler", compiler());
  print_property("Eigen", eigen());
  print_property("ImGui", graphics.imgui);
  print_property("GLFW", graphics.glfw);
  print_property("SIMD", Eigen::SimdInstructionSetsInUse());
  print_property("threads", std::to_string(std::thread::hardware_concurrency()));
  print_property("OpenGL", graphics.renderer.empty() ? "none: " + graphics.problem : graphics.renderer);
  print_property("--device gpu", attention_on_gpu());
  return kDone;
}

Action declare_info(CLI::App& command) {
  command.footer("Works without a display too, and then says why there is no OpenGL.");
  return info;
}

}  // namespace

extern const Subcommand kInfoSubcommand = {
    .name = "info", .sentence = "Show versions, processor features and OpenGL", .declare = declare_info};

}  // namespace attnlab
