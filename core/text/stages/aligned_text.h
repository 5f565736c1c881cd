// AlignedText: a text that stages change, and which bytes of the whole text each of its bytes is made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/utf8.h"

namespace attnlab {

/// Bytes `begin` to `end` of the whole text; empty where something stands for nothing in it.
struct TextSpan {
  std::uint32_t begin = 0, end = 0;
  bool operator==(const TextSpan&) const = default;
};

struct AlignedText {
  std::string text;
  std::vector<TextSpan> from;  ///< one for each byte of `text`

  /// `part`, which begins at byte `begin` of the whole text. Throws std::length_error over 4 GB.
  static AlignedText of(std::string_view part, std::size_t begin = 0);

  bool empty() const { return text.empty(); }
  std::size_t size() const { return text.size(); }
  /// Appends bytes that all are made of `span`.
  void add(std::string_view bytes, TextSpan span);
  /// Appends bytes of another text with what they are made of.
  void add(const AlignedText& other, std::size_t begin, std::size_t count);
  AlignedText part(std::size_t begin, std::size_t count) const;
  /// What these bytes are made of, from the first to the last.
  TextSpan span(std::size_t begin, std::size_t count) const;
  /// Puts in front what stands for nothing in the whole text.
  void prepend(std::string_view bytes);
};

/// Calls visit(character, its place, its bytes) for each character; a byte that is not UTF-8 is one.
template <typename Visit>
void each_character(std::string_view text, const Visit& visit) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text.substr(at));
    visit(point, at, text.substr(at, point.size));
    at += point.size;
  }
}

}  // namespace attnlab
