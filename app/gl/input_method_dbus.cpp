// IBus as the window's input method. GLFW itself has none on Wayland, and on X11 one that shows nothing while
// a text is composed.
#include "app/gl/gl.h"
// GLFW must come after the GL functions.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "app/desktop/ibus_context.h"
#include "app/gl/input_method.h"
#include "app/gl/key_symbols.h"
#include "app/gl/window_system.h"
#include "core/platform/environment.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How long a frame waits for an answer, and a key altogether: an engine that begins reads its dictionaries.
constexpr milliseconds kFrameWaits(15), kKeyWaits(5000);

/// IBus numbers keys as Linux does, X11 by 8 more.
SymbolKey symbol_key(const InputEvent& key, std::uint32_t symbol) {
  const int code = key.scancode - (is_wayland() ? 0 : 8);
  const std::uint32_t state = (key.modifiers.shift ? kShiftBit : 0) | (key.modifiers.ctrl ? kControlBit : 0) |
                              (key.modifiers.alt ? kAltBit : 0) |
                              (key.kind == InputEvent::Kind::Key && !key.down ? kReleaseBit : 0);
  return {symbol, static_cast<std::uint32_t>(std::max(code, 0)), state};
}

/// A box of pixels in the units of the window system.
Box in_coordinates(const Box& box) {
  const float unit = pixels_of_coordinate(glfwGetCurrentContext());
  return {{box.min.x / unit, box.min.y / unit}, {box.max.x / unit, box.max.y / unit}};
}

Box on_screen(const Box& box) {
  int x = 0, y = 0;
  glfwGetWindowPos(glfwGetCurrentContext(), &x, &y);
  const ImVec2 by{static_cast<float>(x), static_cast<float>(y)};
  return box_at({box.min.x + by.x, box.min.y + by.y}, box.size());
}

void add_text(const std::string& text, std::vector<InputEvent>& events) {
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint letter = decode_utf8(rest);
    events.push_back({.kind = InputEvent::Kind::Character, .code = static_cast<int>(letter.value)});
    rest.remove_prefix(letter.size);
  }
}

/// A key that types is a character here, but for one with Ctrl or Alt.
void add_key(const SymbolKey& key, std::vector<InputEvent>& events) {
  const bool down = (key.state & kReleaseBit) == 0;
  const KeyChord modifiers{0, (key.state & kControlBit) != 0, (key.state & kShiftBit) != 0,
                           (key.state & kAltBit) != 0};
  const char32_t letter = letter_of_symbol(key.symbol);
  if (letter != 0 && !modifiers.ctrl && !modifiers.alt) {
    if (down) events.push_back({.kind = InputEvent::Kind::Character, .code = static_cast<int>(letter)});
    return;
  }
  const int place = letter >= 'a' && letter <= 'z' ? static_cast<int>(letter - 'a' + 'A')
                    : letter != 0                  ? static_cast<int>(letter)
                                                   : place_of_symbol(key.symbol);
  if (place == 0) return;
  events.push_back({.kind = InputEvent::Kind::Key,
                    .code = place,
                    .down = down,
                    .types = letter,
                    .modifiers = modifiers,
                    .offered = true});
}

class IBusMethod : public InputMethod {
 public:
  explicit IBusMethod(const std::string& address) : context_(std::in_place, address) {}

  bool connected() const { return context_->open(); }

  /// IBus hears of a place for a context that has the focus only.
  void follow(const std::optional<Box>& caret) override {
    if (caret && !caret_) begin_field();
    context_->focus(caret.has_value());
    context_->receive();
    if (caret && !(caret_ && *caret == *caret_ && placed_)) place(*caret);
    caret_ = caret;
  }

  Answer offer(const InputEvent& key, char32_t typed) override {
    const std::uint32_t symbol = caret_ && !gave_up_ ? symbol_of(key, typed) : 0;
    if (symbol == 0) return Answer::Leaves;
    if (is_modifier_key(key.code) || (key.kind == InputEvent::Kind::Key && !key.down)) {
      context_->forget(context_->offer(symbol_key(key, symbol)));
      return Answer::Leaves;
    }
    if (offered_ == 0) {
      offered_ = context_->offer(symbol_key(key, symbol));
      since_ = Clock::now();
    }
    return wait();
  }

  std::vector<InputEvent> take_events() override {
    std::vector<InputEvent> events;
    for (const SentByMethod& sent : context_->take_sent())
      sent.key ? add_key(*sent.key, events) : add_text(sent.text, events);
    return events;
  }

  ComposedText composed() const override { return caret_ ? context_->composed() : ComposedText{}; }
  void end_composing() override { context_->end_composing(); }

 private:
  void begin_field() {
    gave_up_ = false;
    const std::string address = context_->open() ? "" : ibus_address();
    if (!address.empty()) context_.emplace(address);
  }

  void place(const Box& caret) {
    const Box box = in_coordinates(caret);
    placed_ = context_->place(is_wayland() ? box : on_screen(box), is_wayland());
  }

  Answer wait() {
    std::optional<bool> taken = context_->answer(offered_);
    for (const auto end = Clock::now() + kFrameWaits; !taken && Clock::now() < end;) {
      context_->receive(static_cast<int>(kFrameWaits.count()));
      taken = context_->answer(offered_);
    }
    if (!taken && Clock::now() - since_ < kKeyWaits) return Answer::Waits;
    if (!taken) {
      gave_up_ = true;
      context_->forget(offered_);
    }
    offered_ = 0;
    return taken.value_or(false) ? Answer::Takes : Answer::Leaves;
  }

  std::optional<IBusContext> context_;  ///< never none
  std::optional<Box> caret_;
  bool placed_ = false;
  bool gave_up_ = false;       ///< in this field: a key has had no answer
  std::uint32_t offered_ = 0;  ///< the key that waits for its answer; 0: none
  Clock::time_point since_{};
};

/// Whether the user has chosen another input method, which speaks with GLFW.
bool prefers_another() {
  const std::string chosen = platform::variable("XMODIFIERS");
  return !chosen.empty() && chosen.find("@im=ibus") == std::string::npos &&
         chosen.find("@im=fcitx") == std::string::npos;
}

}  // namespace

/// Where IBus takes part, X11's way to it is closed, so that it hears each key once.
std::unique_ptr<InputMethod> make_input_method() {
  const std::string address = prefers_another() ? "" : ibus_address();
  if (address.empty()) return nullptr;
  auto method = std::make_unique<IBusMethod>(address);
  if (!method->connected()) return nullptr;
  platform::set_variable("XMODIFIERS", "@im=none");
  return method;
}

}  // namespace attnlab
