// InputQueue: the events of keyboard and mouse, dealt out to frames in order.
#pragma once

#include <deque>
#include <limits>
#include <set>
#include <unordered_map>
#include <vector>

#include "app/widgets/base/keys.h"

namespace attnlab {

/// One event of a key, the mouse or the window.
struct InputEvent {
  enum class Kind { Key, Repeat, Character, Button, Move, Leave, Wheel, FocusLost } kind = Kind::FocusLost;
  int code = 0;          ///< of the key's place (see ReportedKey), of the character, or of the mouse button
  bool down = false;     ///< whether the key or button was pressed rather than released
  char32_t types = 0;    ///< of a key: as ReportedKey has it
  float x = 0, y = 0;    ///< the mouse in pixels, or the lines that the wheel turned
  KeyChord modifiers{};  ///< held during the event of a key or a button; `key` is 0
  int scancode = 0;      ///< of a key: the window system's own number
  bool offered = false;  ///< the input method has heard of it, and left it to the program
};

/// Whether a key is Shift, Ctrl or Alt, by its place.
bool is_modifier_key(int place);

class InputMethod;

/// Deals events out to ImGui's frames, as many to each as one frame can tell apart: however long a frame
/// takes, each press is seen, with its own modifiers and before later events. ImGui itself would see what is
/// down when a frame begins, and miss all events in between. ImGui and the program know a key by what
/// it types (see shortcut_chord): the queue alone knows its place.
class InputQueue {
 public:
  void add(const InputEvent& event);

  /// Keys in a text field are offered to the input method first; null: there is none.
  void use(InputMethod* method) { method_ = method; }

  /// Writes the next events into ImGui's io. Call before each ImGui::NewFrame(), after the backend's.
  void begin_frame();

  /// Forgets the events that wait.
  void clear() { events_.clear(); }

  /// Whether events wait for another frame.
  bool waits() const { return !events_.empty(); }

 private:
  static constexpr float kNowhere = -std::numeric_limits<float>::max();  ///< as ImGui writes it

  /// The events that the beginning frame has so far.
  struct Frame {
    bool pressed = false;  ///< a key or a button; later events wait for its effect
    bool typed = false;    ///< has characters
    bool wheeled = false;
    bool joins = false;     ///< the next character belongs to the key just pressed
    std::vector<int> keys;  ///< that changed in this frame
  };

  bool fits(const InputEvent& event, const Frame& frame) const;
  bool key_fits(const InputEvent& event, const Frame& frame) const;
  bool types(const InputEvent& event) const;
  char32_t typed() const;
  void take(const InputEvent& event, Frame& frame);
  void take_key(const InputEvent& event, Frame& frame);
  void take_modifier(const InputEvent& event, Frame& frame);
  void press_key(const InputEvent& event, Frame& frame);
  void release_key(const InputEvent& event, Frame& frame);
  void take_press(const KeyChord& modifiers, Frame& frame);
  void move_to(float x, float y) { x_ = x, y_ = y; }
  void lose_focus();
  void write_held() const;

  KeyChord held_modifiers() const;
  bool is_settled(const InputEvent& event) const;
  bool settle_first();
  void take_composed();

  std::deque<InputEvent> events_;
  InputMethod* method_ = nullptr;
  KeyChord modifiers_{};
  std::set<int> modifier_keys_;           ///< that are down
  std::unordered_map<int, int> pressed_;  ///< of the places of keys that are down: how ImGui knows the key
  int shifted_ = 0;                       ///< the place of a key whose sign has taken the modifiers; 0: none
  bool buttons_[5]{};
  float x_ = kNowhere, y_ = kNowhere;  ///< of the mouse
  int resting_ = 0;                    ///< frames for which keys wait
};

/// Lets keys wait for some frames, until a requested text field has the keyboard.
void hold_keys();

/// ImGui's SetKeyboardFocusHere() for the next field; keys wait until it has the keyboard.
void focus_next_field();

}  // namespace attnlab
