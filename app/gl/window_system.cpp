// Windows of a desktop.
#include "app/gl/window_system.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/gl/window_icon.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

/// Whether the window system tells what keys type: a layout in which no letter's place has a name is unknown.
bool knows_layout() {
  for (int place = GLFW_KEY_A; place <= GLFW_KEY_Z; ++place)
    if (glfwGetKeyName(place, 0)) return true;
  return false;
}

}  // namespace

std::string without_opengl(const std::string& why) {
  return "the window needs OpenGL 3.3, which this display does not offer (" + why +
         "): update the graphics driver, or install Mesa's software one (libgl1-mesa-dri)";
}

/// Screen sizes larger than the monitor are clipped, so that the frame is wholly visible.
std::pair<int, int> fitting_size(std::pair<int, int> wanted) {
  int x = 0, y = 0, width = 0, height = 0;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  }
  return {width > 0 ? std::min(wanted.first, width) : wanted.first,
          height > 0 ? std::min(wanted.second, height) : wanted.second};
}

/// Desktops find the program's entry and icon by this name: StartupWMClass, or the name of the entry's file.
void hint_window_system() {
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "attention-lab");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "attention-lab");
#ifdef GLFW_WAYLAND_APP_ID
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, "attention-lab");
#endif
}

void fit_into_window_system(GLFWwindow* window) {
  std::vector<Image> images;
  for (const int size : {16, 24, 32, 48, 64, 128}) images.push_back(window_icon(size));
  std::vector<GLFWimage> icons;
  for (Image& image : images)
    icons.push_back({image.width, image.height, reinterpret_cast<unsigned char*>(image.pixels.data())});
  glfwSetWindowIcon(window, static_cast<int>(icons.size()), icons.data());
  glfwSetWindowSizeLimits(window, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
}

/// GLFW names a key by what it types alone in the layout of this moment.
ReportedKey reported_key(int key, int scancode) {
  if (const char* const name = glfwGetKeyName(key, scancode)) return {key, decode_utf8(name).value};
  return {key, knows_layout() ? kTypesNothing : 0};
}

void use_clipboard_of_window_system() {}  // GLFW's, which the backend uses

}  // namespace attnlab
