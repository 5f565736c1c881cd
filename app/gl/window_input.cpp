// GLFW's events of the only window.
#include "app/gl/window_input.h"

#include "app/gl/gl.h"
// GLFW must come after the GL functions.
#include <GLFW/glfw3.h>

#include <atomic>
#include <utility>

#include "app/gl/window_system.h"

namespace attnlab {
namespace {

std::atomic<std::uint64_t> g_events{0};
std::vector<std::filesystem::path> g_dropped;
InputQueue g_input;
bool g_has_keyboard = true;  ///< the window, as far as it has been told

KeyChord chord_of(int modifiers) {
  return {0, (modifiers & GLFW_MOD_CONTROL) != 0, (modifiers & GLFW_MOD_SHIFT) != 0,
          (modifiers & GLFW_MOD_ALT) != 0};
}

void add_move(GLFWwindow* window, double x, double y) {
  const float scale = pixels_of_coordinate(window);
  add_window_event({.kind = InputEvent::Kind::Move, .x = float(x) * scale, .y = float(y) * scale});
}

/// ImGui itself repeats a key that is held; an input method hears each repetition.
void on_key(GLFWwindow*, int key, int scancode, int action, int modifiers) {
  const ReportedKey reported = reported_key(key, scancode);
  add_window_event({.kind = action == GLFW_REPEAT ? InputEvent::Kind::Repeat : InputEvent::Kind::Key,
                    .code = reported.place,
                    .down = action != GLFW_RELEASE,
                    .types = reported.types,
                    .modifiers = chord_of(modifiers),
                    .scancode = scancode});
}

void on_button(GLFWwindow*, int button, int action, int modifiers) {
  add_window_event({.kind = InputEvent::Kind::Button,
                    .code = button,
                    .down = action == GLFW_PRESS,
                    .modifiers = chord_of(modifiers)});
}

/// Not every window system reports where the mouse enters.
void on_enter(GLFWwindow* window, int entered) {
  if (!entered) return add_window_event({.kind = InputEvent::Kind::Leave});
  double x = 0, y = 0;
  glfwGetCursorPos(window, &x, &y);
  add_move(window, x, y);
}

}  // namespace

void add_window_event(const InputEvent& event) {
  g_input.add(event);
  count_window_event();
}

void count_window_event() { g_events.fetch_add(1, std::memory_order_relaxed); }
std::uint64_t window_events() { return g_events.load(std::memory_order_relaxed); }
bool window_has_keyboard() { return g_has_keyboard; }
InputQueue& window_input() { return g_input; }
std::vector<std::filesystem::path> take_files_dropped_on_window() { return std::exchange(g_dropped, {}); }

void install_window_input(GLFWwindow* window) {
  glfwSetKeyCallback(window, on_key);
  glfwSetMouseButtonCallback(window, on_button);
  glfwSetCursorEnterCallback(window, on_enter);
  glfwSetCharCallback(window, [](GLFWwindow*, unsigned character) {
    add_window_event({.kind = InputEvent::Kind::Character, .code = static_cast<int>(character)});
  });
  glfwSetCursorPosCallback(window, add_move);
  glfwSetScrollCallback(window, [](GLFWwindow*, double x, double y) {
    add_window_event({.kind = InputEvent::Kind::Wheel, .x = float(x), .y = float(y)});
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow*, int focused) {
    g_has_keyboard = focused != 0;
    focused ? count_window_event() : add_window_event({.kind = InputEvent::Kind::FocusLost});
  });
  glfwSetWindowCloseCallback(window, [](GLFWwindow*) { count_window_event(); });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow*, int, int) { count_window_event(); });
  glfwSetWindowContentScaleCallback(window, [](GLFWwindow*, float, float) { count_window_event(); });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow*) { count_window_event(); });
  glfwSetDropCallback(window, [](GLFWwindow*, int count, const char** paths) {
    for (int i = 0; i < count; ++i) g_dropped.emplace_back(reinterpret_cast<const char8_t*>(paths[i]));
    count_window_event();
  });
}

}  // namespace attnlab
