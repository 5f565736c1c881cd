// What happens to the window: keyboard, mouse, dropped files, resizes and wake-ups. There is one window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "app/widgets/base/input_queue.h"

struct GLFWwindow;

namespace attnlab {

/// Queues the events of keyboard and mouse in order, and counts every event.
void install_window_input(GLFWwindow* window);

/// Whether keys go to the window.
bool window_has_keyboard();

/// The events that wait for a frame.
InputQueue& window_input();
/// Files dropped since the last call.
std::vector<std::filesystem::path> take_files_dropped_on_window();

/// Queues an event, and counts it. Of the screen's thread alone, as GLFW's events are.
void add_window_event(const InputEvent& event);
/// Counts an event that GLFW does not report. Callable from any thread.
void count_window_event();
/// Number of events so far. Callable from any thread.
std::uint64_t window_events();

}  // namespace attnlab
