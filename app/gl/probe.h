// Probe: the graphics of this machine, found without a visible window.
#pragma once

#include <string>

namespace attnlab {

/// The result of a probe, which never fails.
struct GraphicsReport {
  std::string imgui, glfw;  ///< versions
  std::string renderer;  ///< "llvmpipe …, OpenGL 4.5 …"; "" without the OpenGL 3.3 that the window needs
  std::string problem;   ///< why there is no renderer
};

/// Opens a hidden window for a moment. Must not be called while a Window exists.
GraphicsReport probe_graphics();

}  // namespace attnlab
