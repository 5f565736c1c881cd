// What differs between the desktop's windows and the page of a browser.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "app/widgets/base/key_layout.h"

struct GLFWwindow;

namespace attnlab {

/// Why there is no window, for the reason `why`, and what to do.
std::string without_opengl(const std::string& why);

/// Hints for GLFW's start.
void hint_start();

/// Hints for the next window.
void hint_window_system();

/// Icon, limits of the size, and the size itself: `wanted` points, or what the screen has room for. In a
/// browser the window follows the page's size.
void fit_into_window_system(GLFWwindow* window, std::pair<int, int> wanted);

/// Pixels of a point on the window's present screen, 1 to 4. A point is the unit of the text's size and of
/// the sizes that people choose: a pixel where the desktop's scale is 100 %.
float pixels_of_point(GLFWwindow* window);

/// Pixels of a screen coordinate, in which the window system reports the mouse: 1 on X11 and Windows, up to 4
/// on Wayland and macOS.
float pixels_of_coordinate(GLFWwindow* window);

/// Whether the window system is Wayland, which tells no window its place on the screen.
bool is_wayland();

/// Refreshes of the screen that GLFW waits for when it shows a frame. None on Wayland: before GLFW 3.5 a
/// window that nobody can see would wait, and not close or save, until it is seen again.
int refreshes_per_frame();

/// Call when the scale of the screen has changed. Wayland says it only once the window is on a screen: then
/// the window becomes at most as large as the largest screen.
void fit_into_screen(GLFWwindow* window);

/// Call when a frame begins. On Wayland, GLFW before 3.5 drops the last fraction of a pixel where the
/// compositor rounds it up and stretches the picture, which blurs letters: the window becomes a little
/// smaller then.
void keep_pixels_whole(GLFWwindow* window);

/// The greatest length up to `length` that has no half or greater fraction of a pixel at `scale`.
int with_whole_pixels(int length, float scale);

/// Whether one of the desktops, separated by colons as in XDG_CURRENT_DESKTOP, leaves a window's frame to the
/// program on Wayland. GLFW then has libdecor draw it; before GLFW 3.5, whatever is dragged over such a frame
/// ends the program.
bool leaves_frames_to_programs(std::string_view desktops);

/// The key of GLFW's event in progress: its place, and what the layout types with it.
ReportedKey reported_key(int key, int scancode);

/// Call after ImGui's backend was begun.
void use_clipboard_of_window_system();

}  // namespace attnlab
