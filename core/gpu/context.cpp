// The description and the reset status of the calling thread's context.
#include "core/gpu/context.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace attnlab::gpu {

bool Context::lost() {
  if (!reports_resets_)
    reports_resets_ = epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness");
  return *reports_resets_ && glGetGraphicsResetStatus() != GL_NO_ERROR;
}

std::string describe_current_context() {
  const int version = epoxy_gl_version();
  const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return std::string(renderer ? renderer : "unknown renderer") + ", OpenGL " + std::to_string(version / 10) +
         "." + std::to_string(version % 10);
}

bool is_software_renderer(const std::string& description) {
  constexpr std::array<std::string_view, 3> kNames = {"llvmpipe", "softpipe", "swrast"};
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view name) { return description.find(name) != std::string::npos; });
}

}  // namespace attnlab::gpu
