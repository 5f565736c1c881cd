// Windows of a desktop, and what GLFW before 3.5 needs on Wayland.
#include "app/gl/window_system.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "app/gl/window_icon.h"
#include "core/language/messages.h"
#include "core/platform/environment.h"
#include "core/platform/program.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

/// Whether the window system tells what keys type: a layout in which no letter's place has a name is unknown.
bool knows_layout() {
  for (int place = GLFW_KEY_A; place <= GLFW_KEY_Z; ++place)
    if (glfwGetKeyName(place, 0)) return true;
  return false;
}

bool is_glfw_3_5() {
  int major = 0, minor = 0, patch = 0;
  glfwGetVersion(&major, &minor, &patch);
  return std::pair(major, minor) >= std::pair(3, 5);
}

void set_icon(GLFWwindow* window) {
  std::vector<Image> images;
  for (const int size : {16, 24, 32, 48, 64, 128}) images.push_back(window_icon(size));
  std::vector<GLFWimage> icons;
  for (Image& image : images)
    icons.push_back({image.width, image.height, reinterpret_cast<unsigned char*>(image.pixels.data())});
  glfwSetWindowIcon(window, static_cast<int>(icons.size()), icons.data());
}

/// The size in screen coordinates, at most the monitor's, so that the frame is wholly visible.
std::pair<int, int> fitting_size(GLFWwindow* window, std::pair<int, int> points) {
  const float scale = pixels_of_point(window) / pixels_of_coordinate(window);
  int x = 0, y = 0, width = 0, height = 0;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor())
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  const auto fit = [&](int length, int room) {
    const int wanted = static_cast<int>(std::lround(static_cast<float>(length) * scale));
    return room > 0 ? std::min(wanted, room) : wanted;
  };
  return {fit(points.first, width), fit(points.second, height)};
}

}  // namespace

std::string without_opengl(const std::string& why) {
  return tr(
      "the window needs OpenGL 3.3, which this display does not offer ({1}): {2}; a browser with WebGL 2 "
      "also opens the program as a page",
      why, platform::advice_without_opengl());
}

/// GLFW 3.4 tries Wayland first, which writes a line of error where it has no folder for its sockets.
void hint_start() {
#ifdef GLFW_PLATFORM
  const bool no_wayland = !std::getenv("XDG_RUNTIME_DIR") ||
                          (!is_glfw_3_5() && !platform::variable("DISPLAY").empty() &&
                           leaves_frames_to_programs(platform::variable("XDG_CURRENT_DESKTOP")));
  if (no_wayland && glfwPlatformSupported(GLFW_PLATFORM_X11)) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
}

/// Desktops find the program's entry and icon by this name: StartupWMClass, or the name of the entry's file.
void hint_window_system() {
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);  // and the size in points stays when the screen changes
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "attention-lab");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "attention-lab");
#ifdef GLFW_WAYLAND_APP_ID
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, "attention-lab");
#endif
}

void fit_into_window_system(GLFWwindow* window, std::pair<int, int> wanted) {
  set_icon(window);
  glfwSetWindowSizeLimits(window, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  const auto [width, height] = fitting_size(window, wanted);
  glfwSetWindowSize(window, width, height);
}

float pixels_of_point(GLFWwindow* window) {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window, &x, &y);
  return std::clamp(std::max(x, y), 1.0f, 4.0f);
}

float pixels_of_coordinate(GLFWwindow* window) {
  int pixels = 0, coordinates = 0, height = 0;
  glfwGetFramebufferSize(window, &pixels, &height);
  glfwGetWindowSize(window, &coordinates, &height);
  return pixels > coordinates && coordinates > 0
             ? static_cast<float>(pixels) / static_cast<float>(coordinates)
             : 1.0f;
}

bool is_wayland() {
#ifdef GLFW_PLATFORM_WAYLAND
  return glfwGetPlatform() == GLFW_PLATFORM_WAYLAND;
#else
  return std::string_view(glfwGetVersionString()).find("Wayland") != std::string_view::npos;
#endif
}

int refreshes_per_frame() { return is_wayland() ? 0 : 1; }

void fit_into_screen(GLFWwindow* window) {
  constexpr int kTitleBar = 40;  // or a panel of the desktop: GLFW knows neither on Wayland
  if (!is_wayland()) return;
  const float scale = pixels_of_coordinate(window);
  int count = 0, room_across = 0, room_down = 0, width = 0, height = 0;
  GLFWmonitor* const* const monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    const GLFWvidmode* const mode = glfwGetVideoMode(monitors[i]);
    if (!mode) continue;
    room_across = std::max(room_across, static_cast<int>(static_cast<float>(mode->width) / scale));
    room_down = std::max(room_down, static_cast<int>(static_cast<float>(mode->height) / scale));
  }
  room_down -= kTitleBar;
  glfwGetWindowSize(window, &width, &height);
  if (room_across == 0 || (width <= room_across && height <= room_down)) return;
  glfwSetWindowSize(window, std::min(width, room_across), std::min(height, room_down));
}

void keep_pixels_whole(GLFWwindow* window) {
  if (!is_wayland() || is_glfw_3_5() || glfwGetWindowAttrib(window, GLFW_MAXIMIZED)) return;
  int width = 0, height = 0;
  glfwGetWindowSize(window, &width, &height);
  const float scale = pixels_of_point(window);
  const int whole_width = with_whole_pixels(width, scale), whole_height = with_whole_pixels(height, scale);
  if (whole_width != width || whole_height != height) glfwSetWindowSize(window, whole_width, whole_height);
}

/// GLFW names a key by what it types alone in the layout of this moment.
ReportedKey reported_key(int key, int scancode) {
  if (const char* const name = glfwGetKeyName(key, scancode)) return {key, decode_utf8(name).value};
  return {key, knows_layout() ? kTypesNothing : 0};
}

void use_clipboard_of_window_system() {}  // GLFW's, which the backend uses

/// Wayland counts scales in 120ths.
int with_whole_pixels(int length, float scale) {
  constexpr int kParts = 120;
  const auto parts = static_cast<int>(std::lround(scale * kParts));
  while (length > 1 && length * parts % kParts >= kParts / 2) --length;
  return length;
}

bool leaves_frames_to_programs(std::string_view desktops) {
  constexpr std::array<std::string_view, 3> kNames{"GNOME", "X-Cinnamon", "Pantheon"};
  while (!desktops.empty()) {
    const std::string_view name = desktops.substr(0, desktops.find(':'));
    if (std::ranges::find(kNames, name) != kNames.end()) return true;
    desktops.remove_prefix(std::min(name.size() + 1, desktops.size()));
  }
  return false;
}

}  // namespace attnlab
