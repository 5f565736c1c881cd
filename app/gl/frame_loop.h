// The frame loop: input, script, drawing, sleeping.
#pragma once

#include <functional>

#include "app/gl/texture_cache.h"
#include "app/gl/window.h"
#include "app/script/player.h"

namespace attnlab {

/// The functions of the program that the loop calls.
struct FrameHooks {
  /// Draws one frame with ImGui and widgets. Return false to end the loop.
  std::function<bool()> draw;
  /// Whether content changes now without input (training runs): frames then follow one another. The loop
  /// itself detects animations of widgets.
  std::function<bool()> busy;
  /// Called at every turn of the loop, at least every idle_seconds, whether a frame is drawn or not. May be
  /// empty.
  std::function<void()> turn;
  /// Called when the user wants to close the window; return false to stay. May be empty.
  std::function<bool()> may_close;
};

struct FrameLoopOptions {
  double most_frames_a_second = 60.0;  ///< where the display does not limit the rate
  double idle_seconds = 0.5;           ///< longest sleep; a blinking text cursor shortens it
};

/// Statistics of the frames drawn so far, in seconds.
struct FrameTimes {
  double last_work = 0;     ///< the last frame's own work: input and drawing commands, without rendering
  std::vector<float> work;  ///< processor time of the UI thread for each of the last frames, in no order
  std::uint64_t frames = 0;
};

/// The work time that a `fraction` of the frames, e.g. 0.99, did not exceed; 0 without frames.
double work_percentile(const FrameTimes& times, double fraction);

/// Times of the running loop.
const FrameTimes& frame_times();

/// Runs until draw() returns false, the window is closed, or the script ends. Frames are drawn only after
/// input, wake(), while busy, animated or while a script plays; otherwise the program sleeps. `script` may be
/// null. Returns the exit code; a script's error is printed in one line to standard error.
int run_frame_loop(Window& window, TextureCache& textures, const FrameHooks& hooks,
                   ScriptPlayer* script = nullptr, const FrameLoopOptions& options = {});

/// Takes a screenshot of the frame being drawn once it is rendered. Throws nothing: passes the error, or "",
/// to `report`.
void request_screenshot(std::filesystem::path file, std::function<void(const std::string& problem)> report);

}  // namespace attnlab
