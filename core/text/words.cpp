// Words: cutting by runs of word characters, joining by the habits of printed English and French.
#include "core/text/words.h"

#include <algorithm>
#include <array>

#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr std::array<std::string_view, 9> kElided{"l", "d", "n", "j", "s", "c", "m", "t", "qu"};
constexpr std::array<std::string_view, 14> kClosing{",", ".", ";", ":", "!", "?", ")",
                                                    "]", "}", "%", "…", "”", "’", "'"};
constexpr std::array<std::string_view, 5> kOpening{"(", "[", "{", "“", "‘"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_apostrophe(char32_t value) { return value == '\'' || value == 0x2019; }
bool is_word(CodePoint point) { return point.valid && is_word_character(point.value); }

bool is_elision(std::string_view stem) { return stem.size() <= 2 && is_one_of(lower_case(stem), kElided); }

/// True for "l'", "qu’" and the like, apostrophe included.
bool is_elided_word(std::string_view word) {
  for (const std::string_view mark : {"'", "’"})
    if (word.ends_with(mark)) return is_elision(word.substr(0, word.size() - mark.size()));
  return false;
}

bool begins_with_space(std::string_view text) {
  const CodePoint point = decode_utf8(text);
  return point.valid && is_white_space(point.value);
}

void skip_white_space(std::string_view& text) {
  while (begins_with_space(text)) text.remove_prefix(decode_utf8(text).size);
}

/// A letter or digit of ASCII, which is one byte.
bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x80 && is_word_character(byte);
}

/// Length of the run of letters and digits at the front; those of ASCII, most of a text, are not decoded.
std::size_t run_length(std::string_view text) {
  std::size_t length = 0;
  while (true) {
    while (length < text.size() && is_word_byte(text[length])) ++length;
    const CodePoint point = decode_utf8(text.substr(length));
    if (!is_word(point)) return length;
    length += point.size;
  }
}

/// Length of the word at the front, which begins with a word character.
std::size_t word_length(std::string_view text) {
  std::size_t length = run_length(text);
  while (true) {
    const std::string_view rest = text.substr(length);
    const CodePoint mark = decode_utf8(rest);
    if (!mark.valid || !(is_apostrophe(mark.value) || mark.value == '-')) return length;
    const std::string_view after = rest.substr(mark.size);
    const std::size_t next = run_length(after);
    const bool elides = is_apostrophe(mark.value) && is_elision(text.substr(0, length));
    if (elides && (next > 0 || after.empty() || begins_with_space(after))) return length + mark.size;
    if (next == 0) return length;
    length += mark.size + next;
  }
}

}  // namespace

std::optional<std::string_view> next_word(std::string_view& text) {
  skip_white_space(text);
  if (text.empty()) return std::nullopt;
  const CodePoint point = decode_utf8(text);
  const std::size_t length = is_word(point) ? word_length(text) : point.size;
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

bool WordJoiner::wants_space(std::string_view word) const {
  if (glue_) return false;
  return word == "\"" ? !inside_quote_ : !is_one_of(word, kClosing);
}

void WordJoiner::add(std::string_view word) {
  if (wants_space(word)) text_ += ' ';
  text_ += word;
  if (word == "\"") inside_quote_ = !inside_quote_;
  glue_ = is_one_of(word, kOpening) || is_elided_word(word) || (word == "\"" && inside_quote_);
}

}  // namespace attnlab
