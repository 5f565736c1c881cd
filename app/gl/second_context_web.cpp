// A page draws by WebGL, which has no compute shaders.
#include <stdexcept>

#include "app/gl/window.h"

namespace attnlab {

std::unique_ptr<gpu::Context> Window::make_second_context() {
  throw std::runtime_error("browsers do not have compute shaders, so attention is computed on the processor");
}

}  // namespace attnlab
