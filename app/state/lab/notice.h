// Notice: the last thing that went wrong or was done.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace attnlab {

/// Used by the screen's thread alone.
class Notice {
 public:
  /// `text`: one line.
  void set(std::string text, bool is_error) {
    text_ = std::move(text);
    is_error_ = is_error;
    ++count_;
  }
  const std::string& text() const { return text_; }
  bool is_error() const { return is_error_; }
  /// Grows with each notice.
  std::uint64_t count() const { return count_; }

 private:
  std::string text_;
  bool is_error_ = false;
  std::uint64_t count_ = 0;
};

}  // namespace attnlab
