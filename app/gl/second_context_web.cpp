// A page draws by WebGL, which has no compute shaders.
#include <stdexcept>

#include "app/gl/window.h"
#include "core/language/messages.h"

namespace attnlab {

std::unique_ptr<gpu::Context> Window::make_second_context() {
  throw std::runtime_error(tr("browsers do not have compute shaders, so the processor computes attention"));
}

}  // namespace attnlab
