// Probe: tries OpenGL contexts from the newest on.
#include "app/gl/probe.h"

#include "app/gl/gl.h"
// GLFW must come after the GL functions.
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <array>
#include <utility>

#include "app/gl/window_system.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

std::string g_error;

std::string text_of(GLenum name) {
  const auto* text = reinterpret_cast<const char*>(glGetString(name));
  return text ? text : "?";
}

/// A hidden window with at least this OpenGL version; null where it cannot be opened.
GLFWwindow* open_hidden(int major, int minor) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);  // macOS has no other core profile
  return glfwCreateWindow(64, 64, "", nullptr, nullptr);
}

void describe(GLFWwindow* window, GraphicsReport& report) {
  glfwMakeContextCurrent(window);
  report.renderer = text_of(GL_RENDERER) + ", OpenGL " + text_of(GL_VERSION);
  glfwDestroyWindow(window);
}

}  // namespace

GraphicsReport probe_graphics() {
  GraphicsReport report;
  report.imgui = IMGUI_VERSION;
  report.glfw = glfwGetVersionString();
  g_error.clear();
  glfwSetErrorCallback([](int, const char* text) { g_error = text; });
  hint_start();
  if (glfwInit() != GLFW_TRUE) {
    report.problem = g_error.empty() ? tr("no display") : tr("no display ({1})", g_error);
    return report;
  }
  constexpr std::array<std::pair<int, int>, 2> versions{{{4, 3}, {3, 3}}};
  for (const auto& [major, minor] : versions) {
    if (GLFWwindow* window = open_hidden(major, minor)) {
      describe(window, report);
      break;
    }
  }
  if (report.renderer.empty()) report.problem = tr("no OpenGL 3.3 ({1})", g_error);
  glfwTerminate();
  return report;
}

}  // namespace attnlab
