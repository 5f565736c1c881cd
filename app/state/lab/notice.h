// Notice: the last error or message.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace attnlab {

enum class NoticeKind { Message, Error };

/// Used by the screen's thread alone.
class Notice {
 public:
  /// `text`: one line.
  void set(std::string text, NoticeKind kind) {
    text_ = std::move(text);
    kind_ = kind;
    ++count_;
  }
  /// No longer true; nothing where another notice has taken its place.
  void take_back(const std::string& text) {
    if (text_ == text) text_.clear();
  }
  const std::string& text() const { return text_; }
  bool is_error() const { return kind_ == NoticeKind::Error; }
  /// Grows with each notice.
  std::uint64_t count() const { return count_; }

 private:
  std::string text_;
  NoticeKind kind_ = NoticeKind::Message;
  std::uint64_t count_ = 0;
};

}  // namespace attnlab
