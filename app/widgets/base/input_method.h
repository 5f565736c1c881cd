// What an input method composes, and the keys that it takes before a field sees them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/widgets/base/box.h"
#include "app/widgets/base/input_queue.h"

namespace attnlab {

/// Text that is not in the field yet: a Chinese word by its sounds, an accent that waits for its letter.
struct ComposedText {
  std::string text;        ///< "": nothing is being composed
  std::size_t cursor = 0;  ///< in `text`, in bytes
  bool operator==(const ComposedText&) const = default;
};

/// What is being composed in this frame, which the field with the keyboard shows.
ComposedText& composed_text();

/// Stands between the window's keys and the fields. Of the screen's thread alone.
class InputMethod {
 public:
  virtual ~InputMethod() = default;

  /// Once a frame, before the keys: where the caret of the field is that takes text; none where no field
  /// does.
  virtual void follow(const std::optional<Box>& caret) = 0;

  /// Whether the input method takes a key from the field, or is still to answer: ask again then. `typed` is
  /// the character that follows the key; 0: none.
  enum class Answer { Leaves, Takes, Waits };
  virtual Answer offer(const InputEvent& key, char32_t typed) = 0;

  /// Characters that were composed, and keys that it gives back, since the last call.
  virtual std::vector<InputEvent> take_events() = 0;
  virtual ComposedText composed() const = 0;

  /// The caret moves to another place: what is being composed becomes text or is given up, as the input
  /// method has it.
  virtual void end_composing() {}
};

}  // namespace attnlab
