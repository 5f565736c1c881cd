// A browser has no compute shaders: no context, and nothing on the GPU.
#include <stdexcept>

#include "core/gpu/gpu_attention_device.h"

namespace attnlab::gpu {
namespace {

[[noreturn]] void refuse() {
  throw std::runtime_error("browsers do not have compute shaders, so attention is computed on the processor");
}

}  // namespace

bool Context::lost() { return true; }
std::unique_ptr<Context> make_egl_context() { refuse(); }
std::string describe_current_context() { refuse(); }
bool is_software_renderer(const std::string&) { return false; }

std::shared_ptr<AttentionDevice> make_attention_device(std::unique_ptr<Context>, AttentionDeviceReports) {
  refuse();
}

}  // namespace attnlab::gpu
