// Plays a script: feeds input into the frame loop, checks expectations, takes screenshots.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/script/random_input.h"
#include "app/script/script.h"
#include "app/widgets/base/targets.h"

namespace attnlab {

/// Receiver of played input. The program's own sink writes the input into ImGui; tests record it.
class InputSink {
 public:
  virtual ~InputSink() = default;
  virtual void move_mouse(float x, float y) = 0;
  virtual void mouse_button(bool down) = 0;
  virtual void key(const KeyChord& chord, bool down) = 0;
  virtual void text(const std::string& utf8) = 0;
  virtual void wheel(float lines) = 0;
  /// Holds modifiers down until the next call.
  virtual void hold(const KeyChord& modifiers) = 0;
};

/// The functions of the program that a script uses. They may throw; the message becomes the script's error.
struct ScriptHost {
  std::function<std::int64_t()> trained_steps;          ///< for wait_steps
  std::function<bool()> idle;                           ///< for wait_idle
  ExpressionSource expressions;                         ///< for expect
  std::function<void(const std::string&)> command;      ///< executes any other line
  std::function<void(const std::string&)> screenshot;   ///< called after a frame was drawn
  std::function<void(int, int)> resize;                 ///< resizes the window to width and height in pixels
  std::function<bool(int, int)> has_size;               ///< whether the window has this size
  std::function<std::vector<std::string>()> tensors{};  ///< names of tensors on screen, for random
  std::function<std::pair<int, int>()> size{};          ///< of the window, in pixels; for random
  std::function<void(float)> display_scale{};           ///< changes the scale of the window's screen
};

/// Plays one script, a little each frame. Order in the frame loop:
///   backend's new frame → before_frame() → ImGui::NewFrame → draw → render → after_frame() → swap.
class ScriptPlayer {
 public:
  ScriptPlayer(Script script, ScriptHost host);

  /// Sends this frame's input to `sink` and runs lines that need no frame.
  void before_frame(InputSink& sink);

  /// Takes a pending screenshot of the frame just rendered.
  void after_frame();

  /// Whether the frame being drawn is one of which a screenshot is taken.
  bool takes_picture() const { return !pending_screenshot_.empty(); }

  /// Whether the present line waits for what is being computed.
  bool waits() const;

  /// Whether the real keyboard and mouse act now, and the script only looks on.
  bool hears() const { return hears_; }

  bool finished() const { return finished_; }

  /// 0, the code given to quit, or 1 after an error.
  int exit_code() const { return exit_code_; }

  /// "FILE:LINE: …", empty if nothing went wrong.
  const std::string& error() const { return error_; }

  /// Longest wait for steps or idleness before it counts as an error: it ends what hangs, and spares what is
  /// slow.
  std::chrono::seconds patience{300};
  /// Shortest search for a widget before it counts as unknown.
  std::chrono::milliseconds hunt{3000};

 private:
  using Clock = std::chrono::steady_clock;

  bool run_line(const ScriptLine& line, InputSink& sink);
  bool run_wait(const ScriptLine& line);
  bool waited_enough(const ScriptLine& line) const;
  bool run_mouse(const ScriptLine& line, InputSink& sink);
  bool run_key(const ScriptLine& line, InputSink& sink);
  bool run_text(const ScriptLine& line, InputSink& sink);
  bool run_screenshot(const ScriptLine& line);
  bool run_window(const ScriptLine& line);
  bool run_random(const ScriptLine& line, InputSink& sink);
  void attempt(const std::string& command) const;
  void check(const ScriptLine& line) const;
  void check_condition(const Condition& condition) const;
  std::optional<TargetRect> visible_target(const std::string& name) const;
  void next_line();
  void fail(const std::string& what);
  void finish(int code);

  Script script_;
  ScriptHost host_;
  std::size_t at_ = 0;
  int phase_ = 0;    ///< frames spent on the present line
  int hunting_ = 0;  ///< frames spent looking for a target
  Clock::time_point line_began_ = Clock::now();
  float mouse_x_ = -1, mouse_y_ = -1;
  float drag_x_ = 0, drag_y_ = 0;  ///< length of the present drag
  std::string pending_screenshot_;
  std::optional<RandomInputs> random_;
  RandomInput input_;  ///< the random input in progress
  bool hears_ = false;
  bool finished_ = false;
  int exit_code_ = 0;
  std::string error_;
};

}  // namespace attnlab
