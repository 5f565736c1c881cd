// The player: one small state machine over the lines of a script.
#include "app/script/player.h"

#include <stdexcept>
#include <utility>

#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Least number of frames before a missing widget counts as unknown: panels open, traces arrive.
constexpr int kHuntFrames = 45;
/// Frames between two inputs, so that popups and layouts settle.
constexpr int kSettle = 2;
constexpr int kDragFrames = 8;
/// Frames after which the program counts as idle, if nothing goes on then.
constexpr int kIdleFrames = 3;

std::string unknown_target(const std::string& name) {
  std::string near;
  for (const std::string& similar : similar_targets(name)) near += (near.empty() ? "" : ", ") + similar;
  return near.empty() ? tr("there is no widget \"{1}\" on screen", name)
                      : tr("there is no widget \"{1}\" on screen; similar names: {2}", name, near);
}

}  // namespace

ScriptPlayer::ScriptPlayer(Script script, ScriptHost host)
    : script_(std::move(script)), host_(std::move(host)) {}

void ScriptPlayer::before_frame(InputSink& sink) {
  if (mouse_x_ >= 0) sink.move_mouse(mouse_x_, mouse_y_);
  if (!pending_screenshot_.empty()) return;
  // Lines that need no frame run at once; the first line that needs one ends the turn.
  while (!finished_) {
    if (at_ >= script_.lines.size()) return finish(0);
    try {
      if (!run_line(script_.lines[at_], sink)) return;
    } catch (const std::exception& error) {
      return fail(error.what());
    }
  }
}

void ScriptPlayer::after_frame() {
  if (pending_screenshot_.empty()) return;
  const std::string file = std::exchange(pending_screenshot_, "");
  try {
    host_.screenshot(file);
    next_line();
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

/// Returns true when the next line may run within the same frame.
bool ScriptPlayer::run_line(const ScriptLine& line, InputSink& sink) {
  switch (line.action) {
    case ScriptAction::WaitFrames:
    case ScriptAction::WaitSteps:
    case ScriptAction::WaitIdle:
    case ScriptAction::WaitUntil: return run_wait(line);
    case ScriptAction::Click:
    case ScriptAction::Hover:
    case ScriptAction::Drag:
    case ScriptAction::Wheel: return run_mouse(line, sink);
    case ScriptAction::Key: return run_key(line, sink);
    case ScriptAction::Type: return run_text(line, sink);
    case ScriptAction::Screenshot: return run_screenshot(line);
    case ScriptAction::Window: return run_window(line);
    case ScriptAction::Scale: host_.display_scale(float(line.count) / 100); break;
    case ScriptAction::Random: return run_random(line, sink);
    case ScriptAction::Hear: hears_ = line.count != 0; break;
    case ScriptAction::Hold: sink.hold(line.key); break;
    case ScriptAction::Expect: check(line); break;
    case ScriptAction::Command: host_.command(line.text); break;
    case ScriptAction::Quit: finish(static_cast<int>(line.count)); return false;
  }
  next_line();
  return true;
}

bool ScriptPlayer::waited_enough(const ScriptLine& line) const {
  switch (line.action) {
    case ScriptAction::WaitFrames: return phase_ >= line.count;
    case ScriptAction::WaitSteps: return host_.trained_steps() >= line.count;
    case ScriptAction::WaitUntil: return values_match(host_.expressions.value(line.text), line.value);
    default: return phase_ >= kIdleFrames && host_.idle();
  }
}

bool ScriptPlayer::run_wait(const ScriptLine& line) {
  if (waited_enough(line)) {
    next_line();
    return true;
  }
  if (line.action != ScriptAction::WaitFrames && Clock::now() - line_began_ > patience) {
    if (line.action == ScriptAction::WaitUntil) check(line);
    throw std::runtime_error(tr("waited longer than {1} s", std::to_string(patience.count())));
  }
  ++phase_;
  return false;
}

bool ScriptPlayer::waits() const {
  if (finished_ || at_ >= script_.lines.size()) return false;
  const ScriptAction action = script_.lines[at_].action;
  return action == ScriptAction::WaitSteps || action == ScriptAction::WaitUntil ||
         (action == ScriptAction::WaitIdle && phase_ >= kIdleFrames);
}

std::optional<TargetRect> ScriptPlayer::visible_target(const std::string& name) const {
  const std::optional<TargetRect> rect = find_target(name);
  if (rect && !rect->empty()) return rect;
  if (hunting_ < kHuntFrames || Clock::now() - line_began_ < hunt) return std::nullopt;
  if (!rect) throw std::runtime_error(unknown_target(name));
  throw std::runtime_error(tr("the widget \"{1}\" is scrolled out of sight", name));
}

/// Phase 0: move to the target. Then, for a click: press and release; for a drag: press, move in small steps,
/// release; for the wheel: turn.
bool ScriptPlayer::run_mouse(const ScriptLine& line, InputSink& sink) {
  if (phase_ == 0) {
    const std::optional<TargetRect> from = visible_target(line.text),
                                    to = line.value.empty() ? from : visible_target(line.value);
    if (!from || !to) return ++hunting_, false;
    mouse_x_ = from->centre_x();
    mouse_y_ = from->centre_y();
    drag_x_ = line.value.empty() ? line.dx : to->centre_x() - mouse_x_;
    drag_y_ = line.value.empty() ? line.dy : to->centre_y() - mouse_y_;
  }
  const bool presses = line.action == ScriptAction::Click || line.action == ScriptAction::Drag;
  const int moves = line.action == ScriptAction::Drag ? kDragFrames : 0;
  const int press = 2, release = press + 1 + moves;
  if (presses && phase_ == press) sink.mouse_button(true);
  if (line.action == ScriptAction::Wheel && phase_ == press) sink.wheel(line.dy);
  if (phase_ > press && phase_ <= press + moves) {
    mouse_x_ += drag_x_ / float(moves);
    mouse_y_ += drag_y_ / float(moves);
  }
  sink.move_mouse(mouse_x_, mouse_y_);
  if (presses && phase_ == release) sink.mouse_button(false);
  const int last = line.action == ScriptAction::Hover ? kSettle : release + kSettle;
  if (phase_++ >= last) next_line();
  return false;
}

bool ScriptPlayer::run_key(const ScriptLine& line, InputSink& sink) {
  if (phase_ == 0) {
    sink.key(line.key, true);
    if (const std::string typed = key_text(line.key); !typed.empty()) sink.text(typed);
  }
  if (phase_ == 1) sink.key(line.key, false);
  if (phase_++ >= 1 + kSettle) next_line();
  return false;
}

bool ScriptPlayer::run_text(const ScriptLine& line, InputSink& sink) {
  if (phase_ == 0) sink.text(line.text);
  if (phase_++ >= kSettle) next_line();
  return false;
}

/// Waits for the window's size: the window system may be slow.
bool ScriptPlayer::run_window(const ScriptLine& line) {
  const auto width = static_cast<int>(line.dx), height = static_cast<int>(line.dy);
  if (phase_++ == 0) host_.resize(width, height);
  if (phase_ > kSettle && host_.has_size(width, height)) {
    next_line();
  } else if (Clock::now() - line_began_ > patience) {
    throw std::runtime_error(tr("the window does not take this size"));
  }
  return false;
}

/// Runs a command that may fail, but only with std::invalid_argument.
void ScriptPlayer::attempt(const std::string& command) const {
  try {
    host_.command(command);
  } catch (const std::invalid_argument&) {
    return;
  } catch (const std::exception& error) {
    throw std::runtime_error(command + ": " + error.what());
  }
}

/// Plays one input per turn; a mouse or key input takes two frames: press and release.
bool ScriptPlayer::run_random(const ScriptLine& line, InputSink& sink) {
  using Kind = RandomInput::Kind;
  if (!random_) random_.emplace(static_cast<std::uint64_t>(line.seed));
  if (phase_ >= 2 * line.count) {
    random_.reset();
    next_line();
    return false;
  }
  const bool first = phase_++ % 2 == 0;
  if (first) {
    input_ = random_->next(host_.tensors());
    const auto [width, height] = host_.size();
    mouse_x_ = input_.x * float(width);
    mouse_y_ = input_.y * float(height);
  }
  switch (input_.kind) {
    case Kind::Command:
      if (first) attempt(input_.command);
      return false;
    case Kind::Key: sink.key(input_.key, first); return false;
    case Kind::Wheel:
      sink.move_mouse(mouse_x_, mouse_y_);
      if (first) sink.wheel(input_.dx > 0 ? 3.0f : -3.0f);
      return false;
    case Kind::Click:
    case Kind::Drag: break;
  }
  if (!first && input_.kind == Kind::Drag) {
    const auto [width, height] = host_.size();
    mouse_x_ += input_.dx * float(width);
    mouse_y_ += input_.dy * float(height);
  }
  sink.move_mouse(mouse_x_, mouse_y_);
  sink.mouse_button(first);
  return false;
}

/// Draws one more frame after the lines before took effect; after_frame() then takes the screenshot.
bool ScriptPlayer::run_screenshot(const ScriptLine& line) {
  if (phase_++ >= 1) pending_screenshot_ = line.text;
  return false;
}

void ScriptPlayer::check(const ScriptLine& line) const {
  if (!line.condition.empty()) return check_condition(line.condition);
  const std::string actual = host_.expressions.value(line.text);
  if (values_match(actual, line.value)) return;
  throw std::runtime_error(tr("expected {1} to be {2}, but it is {3}", line.text, line.value, actual));
}

void ScriptPlayer::check_condition(const Condition& condition) const {
  if (condition.holds(host_.expressions)) return;
  std::string values;
  for (const std::string& name : condition.expressions())
    values += (values.empty() ? "" : ", ") + tr("{1} is {2}", name, host_.expressions.value(name));
  throw std::runtime_error(tr("expected {1}, but {2}", condition.text(), values));
}

void ScriptPlayer::next_line() {
  ++at_;
  phase_ = hunting_ = 0;
  line_began_ = Clock::now();
}

void ScriptPlayer::fail(const std::string& what) {
  error_ = script_.file + ":" + std::to_string(script_.lines[at_].line) + ": " + what;
  finish(1);
}

void ScriptPlayer::finish(int code) {
  finished_ = true;
  exit_code_ = code;
}

}  // namespace attnlab
