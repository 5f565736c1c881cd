// An OpenGL context beside the window's: that of a hidden window.
#include <GLFW/glfw3.h>

#include <stdexcept>

#include "app/gl/window.h"
#include "core/language/messages.h"
#include "core/platform/program.h"

namespace attnlab {
namespace {

class HiddenContext final : public gpu::Context {
 public:
  explicit HiddenContext(GLFWwindow* window) : window_(window) {}
  void make_current() override {
    glfwMakeContextCurrent(window_);
    if (glfwGetCurrentContext() != window_)
      throw std::runtime_error(tr("OpenGL: the second context is in use, or cannot be used on this thread"));
  }
  void release() override { glfwMakeContextCurrent(nullptr); }

 private:
  GLFWwindow* window_;
};

void hint_hidden(bool robust) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robust ? GLFW_LOSE_CONTEXT_ON_RESET : GLFW_NO_ROBUSTNESS);
}

}  // namespace

/// A context that reports resets cannot share with the window's, which reports none; the fallback shares.
std::unique_ptr<gpu::Context> Window::make_second_context() {
  for (const bool robust : {true, false}) {
    hint_hidden(robust);
    GLFWwindow* const made = glfwCreateWindow(16, 16, "", nullptr, robust ? nullptr : window_);
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_NO_ROBUSTNESS);
    if (!made) continue;
    hidden_.push_back(made);
    return std::make_unique<HiddenContext>(made);
  }
  const char* why = nullptr;
  glfwGetError(&why);
  throw std::runtime_error(tr("computing on the GPU needs OpenGL 4.3: {1} ({2})",
                              platform::advice_without_compute(), why ? why : tr("no reason given")));
}

}  // namespace attnlab
