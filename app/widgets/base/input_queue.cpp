// Which events share a frame: a press ends the frame; earlier moves and releases may share the frame with it.
#include "app/widgets/base/input_queue.h"

#include <imgui.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "app/widgets/base/context.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/input_method.h"
#include "app/widgets/base/key_layout.h"

namespace attnlab {
namespace {

using EventKind = InputEvent::Kind;

/// Frames from asking for a field to typing in it: a popup opens, ImGui moves the focus, the field begins.
constexpr int kFramesToFocus = 4;
/// Frames from a press, while a text field has the keyboard, until ImGui knows whether the field still has
/// it.
constexpr int kFramesToLeave = 2;

struct HeldKeys {
  int frames = 0;
};

// Codes of the window system, left and right.
constexpr int kShiftKeys[] = {340, 344}, kControlKeys[] = {341, 345}, kAltKeys[] = {342, 346};

bool is_one_of(const int (&keys)[2], int code) { return code == keys[0] || code == keys[1]; }

bool is_key(int code) { return code >= 0 && code < kKeyCodes; }
bool is_of_key(const InputEvent& event) {
  return event.kind == EventKind::Key || event.kind == EventKind::Repeat;
}
bool is_press_of_button(const InputEvent& event) { return event.kind == EventKind::Button && event.down; }

}  // namespace

bool is_modifier_key(int place) {
  return is_one_of(kShiftKeys, place) || is_one_of(kControlKeys, place) || is_one_of(kAltKeys, place);
}

void hold_keys() { remembered<HeldKeys>().frames = kFramesToFocus; }

void focus_next_field() {
  focus_next_item();
  hold_keys();
}

/// Of consecutive moves only the last is stored.
void InputQueue::add(const InputEvent& event) {
  if (is_of_key(event) && !is_key(event.code)) return;
  if (event.kind == EventKind::Button && (event.code < 0 || event.code >= IM_ARRAYSIZE(buttons_))) return;
  if (event.kind == EventKind::Move && waits() && events_.back().kind == EventKind::Move) events_.pop_back();
  events_.push_back(event);
}

/// The character that the key at the front of the queue types; 0: none.
char32_t InputQueue::typed() const {
  const bool follows = events_.size() > 1 && events_[1].kind == EventKind::Character;
  return follows ? static_cast<char32_t>(events_[1].code) : 0;
}

/// Whether the key only types into a text field: the character follows.
bool InputQueue::types(const InputEvent& event) const {
  return typed() != 0 && ImGui::GetIO().WantTextInput && !event.modifiers.ctrl && !event.modifiers.alt;
}

bool InputQueue::key_fits(const InputEvent& event, const Frame& frame) const {
  if (std::ranges::find(frame.keys, event.code) != frame.keys.end()) return false;
  if (is_modifier_key(event.code)) return !frame.pressed && !frame.typed && !frame.wheeled;
  if (!event.down) return true;
  if (frame.pressed || frame.wheeled || resting_ > 0) return false;
  return !frame.typed || types(event);
}

bool InputQueue::fits(const InputEvent& event, const Frame& frame) const {
  switch (event.kind) {
    case EventKind::Key: return key_fits(event, frame);
    case EventKind::Repeat:
    case EventKind::Character: return frame.joins || (!frame.pressed && !frame.wheeled && resting_ == 0);
    case EventKind::Wheel: return !frame.pressed && !frame.typed;
    default: return !frame.pressed && !frame.typed && !frame.wheeled;
  }
}

void InputQueue::take_key(const InputEvent& event, Frame& frame) {
  frame.joins = event.down;
  if (is_modifier_key(event.code)) return take_modifier(event, frame);
  if (!event.down) return release_key(event, frame);
  types(event) ? void(modifiers_ = event.modifiers) : press_key(event, frame);
}

KeyChord InputQueue::held_modifiers() const {
  const auto any_down = [&](const int(&keys)[2]) {
    return modifier_keys_.contains(keys[0]) || modifier_keys_.contains(keys[1]);
  };
  return {0, any_down(kControlKeys), any_down(kShiftKeys), any_down(kAltKeys)};
}

/// The event of a modifier key lists the modifiers before the event.
void InputQueue::take_modifier(const InputEvent& event, Frame& frame) {
  const bool changes =
      event.down ? modifier_keys_.insert(event.code).second : modifier_keys_.erase(event.code) > 0;
  if (changes) frame.keys.push_back(event.code);
  set_key(event.code, event.down);
  modifiers_ = held_modifiers();
}

void InputQueue::press_key(const InputEvent& event, Frame& frame) {
  KeyChord chord = shortcut_chord({event.code, event.types, event.modifiers}, typed());
  const int key = std::exchange(chord.key, 0);
  if (key != 0) {
    set_key(key, true);
    frame.keys.push_back(event.code);
    pressed_[event.code] = key;
  }
  if (chord != event.modifiers) shifted_ = event.code;
  take_press(chord, frame);
}

void InputQueue::release_key(const InputEvent& event, Frame& frame) {
  const auto pressed = pressed_.find(event.code);
  if (pressed == pressed_.end()) return;
  set_key(pressed->second, false);
  frame.keys.push_back(event.code);
  pressed_.erase(pressed);
  if (event.code != shifted_) return;
  shifted_ = 0;
  modifiers_ = held_modifiers();
}

void InputQueue::take_press(const KeyChord& modifiers, Frame& frame) {
  modifiers_ = modifiers;
  frame.pressed = true;
  if (ImGui::GetIO().WantTextInput) resting_ = std::max(resting_, kFramesToLeave);
}

void InputQueue::lose_focus() {
  release_keys();
  modifier_keys_.clear();
  std::ranges::fill(buttons_, false);
  pressed_.clear();
  shifted_ = 0;
  modifiers_ = {};
}

void InputQueue::take(const InputEvent& event, Frame& frame) {
  if (event.kind != EventKind::Key && event.kind != EventKind::Character) frame.joins = false;
  switch (event.kind) {
    case EventKind::Key: return take_key(event, frame);
    case EventKind::Repeat: return;  // ImGui itself repeats a key that is held
    case EventKind::Character:
      frame.typed = true;
      return ImGui::GetIO().AddInputCharacter(
          widgets().stand_ins.for_field(static_cast<char32_t>(event.code)));
    case EventKind::Button: buttons_[event.code] = event.down; return take_press(event.modifiers, frame);
    case EventKind::Move: return move_to(event.x, event.y);
    case EventKind::Leave:
      if (std::ranges::none_of(buttons_, std::identity())) move_to(kNowhere, kNowhere);  // else it drags on
      return;
    case EventKind::Wheel: frame.wheeled = true; return turn_wheel(event.x, event.y);
    case EventKind::FocusLost: return lose_focus();
  }
}

/// Overwrites the present state, which the backend wrote, with the state at the last event of this frame.
void InputQueue::write_held() const {
  const bool held = std::ranges::any_of(buttons_, std::identity());
  const ImVec2 mouse{x_, y_};
  set_mouse(x_ == kNowhere ? mouse : widgets().mirror.layout_point(mouse, held), buttons_);
  set_modifiers(modifiers_);
}

/// Whether the first event is the program's, as far as the input method is concerned.
bool InputQueue::is_settled(const InputEvent& event) const {
  if (!method_ || event.offered) return true;
  return !is_of_key(event) && !(is_press_of_button(event) && !method_->composed().text.empty());
}

/// Offers the first event, a key, to the input method. One that is taken goes with what it has typed. A press
/// of the mouse, which moves the caret, comes after what was composed. Whether the input method has answered.
bool InputQueue::settle_first() {
  if (is_press_of_button(events_.front())) {
    events_.front().offered = true;
    method_->end_composing();
    take_composed();
    return true;
  }
  const InputMethod::Answer answer = method_->offer(events_.front(), typed());
  if (answer == InputMethod::Answer::Waits) return false;
  if (answer == InputMethod::Answer::Leaves) events_.front().offered = true;
  if (answer == InputMethod::Answer::Takes) {
    do events_.pop_front();
    while (waits() && events_.front().kind == EventKind::Character);
  }
  take_composed();
  return true;
}

/// What was composed comes before the keys that wait.
void InputQueue::take_composed() {
  const std::vector<InputEvent> events = method_ ? method_->take_events() : std::vector<InputEvent>();
  events_.insert(events_.begin(), events.begin(), events.end());
  composed_text() = method_ ? method_->composed() : ComposedText{};
}

void InputQueue::begin_frame() {
  int& held = remembered<HeldKeys>().frames;
  resting_ = std::max(resting_, std::exchange(held, 0));
  const bool rests = resting_ > 0;
  take_composed();
  Frame frame;
  while (waits() && fits(events_.front(), frame)) {
    if (is_settled(events_.front())) {
      take(events_.front(), frame);
      events_.pop_front();
    } else if (!settle_first()) {
      break;
    }
  }
  if (rests) --resting_;
  write_held();
}

}  // namespace attnlab
