// Cutting: by code points, words or spaces.
#include "core/text/cutting.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/text/utf8.h"
#include "core/text/words.h"

namespace attnlab {
namespace {

constexpr char32_t kCodePoints = 0x110000;

bool is_space(CodePoint point) { return point.valid && is_white_space(point.value); }

std::optional<std::string_view> next_character(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const std::string_view piece = text.substr(0, decode_utf8(text).size);
  text.remove_prefix(piece.size());
  return piece;
}

enum class RunKind { WhiteSpace, Visible };

/// The run of that kind at the front, which may be empty; `text` is advanced past it.
std::string_view take_run(std::string_view& text, RunKind kind) {
  std::size_t length = 0;
  for (CodePoint point = decode_utf8(text);
       point.size > 0 && is_space(point) == (kind == RunKind::WhiteSpace);
       point = decode_utf8(text.substr(length)))
    length += point.size;
  const std::string_view run = text.substr(0, length);
  text.remove_prefix(length);
  return run;
}

std::optional<std::string_view> next_label(std::string_view& text) {
  take_run(text, RunKind::WhiteSpace);
  const std::string_view label = take_run(text, RunKind::Visible);
  return label.empty() ? std::nullopt : std::optional(label);
}

std::vector<std::string> distinct_characters(std::string_view corpus) {
  std::vector<bool> seen(kCodePoints, false);
  while (!corpus.empty()) {
    const CodePoint point = decode_utf8(corpus);
    if (point.valid) seen[point.value] = true;
    corpus.remove_prefix(point.size);
  }
  std::vector<std::string> characters;
  for (char32_t value = 0; value < kCodePoints; ++value)
    if (seen[value]) characters.push_back(encode_utf8(value));
  return characters;
}

}  // namespace

std::optional<std::string_view> next_piece(std::string_view& text, TokenLevel level) {
  switch (level) {
    case TokenLevel::Characters: return next_character(text);
    case TokenLevel::Words: return next_word(text);
    case TokenLevel::Labels: return next_label(text);
    case TokenLevel::Bytes:
    case TokenLevel::BytePairs:
    case TokenLevel::Pieces: break;
  }
  throw std::logic_error("BytePairs cuts bytes, and a pipeline cuts pieces");
}

std::vector<std::string> distinct_pieces(std::string_view corpus, TokenLevel level, std::size_t limit) {
  if (level == TokenLevel::Characters) return distinct_characters(corpus);
  std::unordered_map<std::string_view, std::size_t> counts;
  while (const auto word = next_piece(corpus, level))
    if (!first_invalid_utf8(*word)) ++counts[*word];
  std::vector<std::pair<std::string_view, std::size_t>> words(counts.begin(), counts.end());
  std::ranges::sort(words, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  words.resize(std::min(words.size(), limit));
  std::vector<std::string> result;
  for (const auto& [word, count] : words) result.emplace_back(word);
  return result;
}

}  // namespace attnlab
