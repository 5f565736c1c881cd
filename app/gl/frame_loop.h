// The frame loop: input, script, drawing, sleeping.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

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
  bool unseen = false;  ///< while a script plays, only frames of which a picture is taken are rendered
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

/// The frames of a window. Frames are drawn only after input, wake(), while busy, animated or while a script
/// plays. `script` may be null. All arguments but the hooks and options must outlive the loop.
class FrameLoop {
 public:
  FrameLoop(Window& window, TextureCache& textures, FrameHooks hooks, ScriptPlayer* script = nullptr,
            const FrameLoopOptions& options = {});
  ~FrameLoop();

  /// Sleeps until there is a reason for a frame, at most idle_seconds, and draws one if there is. False once
  /// draw() returned false, the window is closed, or the script ends; a script's error is then printed in one
  /// line to standard error.
  bool turn();
  int exit_code() const;  ///< of the script; 0 without one

 private:
  class Turns;
  std::unique_ptr<Turns> turns_;
};

/// Takes a screenshot of the frame being drawn once it is rendered. Throws nothing: passes the error, or "",
/// to `report`.
void request_screenshot(std::filesystem::path file, std::function<void(const std::string& problem)> report);

}  // namespace attnlab
