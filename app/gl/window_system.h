// What differs between the desktop's windows and the page of a browser.
#pragma once

#include <string>
#include <utility>

#include "app/widgets/base/key_layout.h"

struct GLFWwindow;

namespace attnlab {

/// Why there is no window, for the reason `why`, and what to do.
std::string without_opengl(const std::string& why);

/// A window's width and height in screen coordinates that the screen has room for, at most `wanted`; in a
/// browser the page's.
std::pair<int, int> fitting_size(std::pair<int, int> wanted);

/// Hints for the next window.
void hint_window_system();

/// Icon and limits of the size; in a browser the window follows the page's size.
void fit_into_window_system(GLFWwindow* window);

/// The key of GLFW's event in progress: its place, and what the layout types with it.
ReportedKey reported_key(int key, int scancode);

/// Call after ImGui's backend was begun.
void use_clipboard_of_window_system();

}  // namespace attnlab
