// Systems without EGL have no OpenGL without a window; the window itself computes on the GPU.
#include <stdexcept>

#include "core/gpu/context.h"

namespace attnlab::gpu {

std::unique_ptr<Context> make_egl_context() {
  throw std::runtime_error("on this system, the command line cannot use OpenGL without a window");
}

}  // namespace attnlab::gpu
