// The conversation with IBus: one input context, over D-Bus. fcitx5 speaks it too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/desktop/message_bus.h"
#include "app/widgets/base/box.h"
#include "app/widgets/base/input_method.h"

namespace attnlab {

/// The address of the running IBus: $IBUS_ADDRESS, or as IBus has written it for this display; "" where there
/// is none.
std::string ibus_address();

/// Bits of a key's state, as X11 has them.
inline constexpr std::uint32_t kShiftBit = 1 << 0, kControlBit = 1 << 2, kAltBit = 1 << 3,
                               kReleaseBit = 1 << 30;

/// A key for IBus, or from it.
struct SymbolKey {
  std::uint32_t symbol = 0, code = 0, state = 0;
};

/// Something that IBus sends to the field: a text, or a key.
struct SentByMethod {
  std::string text;  ///< "": it is the key
  std::optional<SymbolKey> key{};
};

class IBusContext {
 public:
  explicit IBusContext(const std::string& address);

  /// Whether IBus is connected and has not refused an input context.
  bool open() const { return bus_.open() && !refused_; }

  /// Whether a field takes text now.
  void focus(bool takes_text);
  /// Where candidates are shown: below this box, on the screen or, if `in_window`, in the window.
  /// Whether IBus could be told.
  bool place(const Box& caret, bool in_window);

  /// What is being composed becomes text, if IBus has said so, or is given up.
  void end_composing();

  /// Offers a key. Returns its number; 0 where nobody can answer.
  std::uint32_t offer(const SymbolKey& key);
  /// Whether IBus took the key; none: it has not answered.
  std::optional<bool> answer(std::uint32_t number);
  void forget(std::uint32_t number) { answers_.erase(number); }

  /// Takes what has come, or comes within so many milliseconds.
  void receive(int milliseconds = 0);

  const ComposedText& composed() const { return shown_ ? composed_ : nothing_; }
  std::vector<SentByMethod> take_sent() { return std::exchange(sent_, {}); }

 private:
  BusMessage call(const char* method) const;
  void begin(const std::string& path);
  void commit_ourselves();
  void take(const BusMessage& message);
  void take_signal(const BusMessage& message);
  void take_preedit(BusReader values);

  MessageBus bus_;
  std::string path_;  ///< of the input context; "": it is still being made
  std::uint32_t making_ = 0;
  bool refused_ = false, focused_ = false, shown_ = false;
  bool becomes_text_ = false;                             ///< what is composed, when composing ends
  std::map<std::uint32_t, std::optional<bool>> answers_;  ///< of keys that were offered
  ComposedText composed_;
  const ComposedText nothing_{};
  std::vector<SentByMethod> sent_;
};

}  // namespace attnlab
