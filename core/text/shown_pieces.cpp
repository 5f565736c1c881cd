// Shown pieces: finding the letters that a token's bytes are of.
#include "core/text/shown_pieces.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace attnlab {
namespace {

/// Bytes of the longest character of UTF-8.
constexpr std::size_t kLongestCharacter = 4;

/// Where the character begins that byte `at` of `text` is in.
std::size_t character_begin(std::string_view text, std::size_t at) {
  for (std::size_t back = 0; back < kLongestCharacter && back <= at; ++back)
    if (const CodePoint point = decode_utf8(text.substr(at - back)); point.valid && point.size > back)
      return at - back;
  return at;
}

/// "[2]" or "[2-3]": bytes `first` to `last` of a character, counted from 1.
std::string byte_numbers(std::size_t first, std::size_t last) {
  const std::string from = std::to_string(first);
  return "[" + (first == last ? from : from + "-" + std::to_string(last)) + "]";
}

}  // namespace

std::string shown_part(std::string_view text, std::size_t begin, std::size_t size) {
  const std::size_t end = begin + size;
  if (!first_invalid_utf8(text.substr(begin, size))) return std::string(text.substr(begin, size));
  std::string shown;
  for (std::size_t at = begin; at < end;) {
    const std::size_t first = character_begin(text, at);
    const std::size_t last = std::min(end, first + decode_utf8(text.substr(first)).size);
    const std::string_view character = text.substr(first, decode_utf8(text.substr(first)).size);
    shown += character;
    if (first < at || last < first + character.size()) shown += byte_numbers(at - first + 1, last - first);
    at = last;
  }
  return shown;
}

std::string shown_piece(const Tokenizer& tokenizer, std::string_view text, const Piece& piece) {
  if (piece.text.empty() && piece.id >= 0) return tokenizer.entry(piece.id);
  return shown_part(text, piece.begin, piece.text.size());
}

std::vector<Piece> shown_pieces(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<Piece> pieces = tokenizer.pieces(text);
  for (Piece& piece : pieces) piece.text = shown_piece(tokenizer, text, piece);
  return pieces;
}

std::vector<Piece> pieces_of_ids(const Tokenizer& tokenizer, std::span<const TokenId> ids) {
  std::vector<Piece> pieces;
  for (const TokenId id : ids) pieces.push_back({id, tokenizer.entry(id), true});
  return pieces;
}

std::vector<Piece> framed_pieces(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<Piece> pieces = pieces_of_ids(tokenizer, tokenizer.frame().before);
  std::ranges::copy(shown_pieces(tokenizer, text), std::back_inserter(pieces));
  std::ranges::copy(pieces_of_ids(tokenizer, tokenizer.frame().after), std::back_inserter(pieces));
  return pieces;
}

std::vector<TokenId> encode_framed(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<TokenId> ids = tokenizer.frame().before;
  std::ranges::copy(tokenizer.encode(text), std::back_inserter(ids));
  std::ranges::copy(tokenizer.frame().after, std::back_inserter(ids));
  return ids;
}

Index tokens_up_to(const Tokenizer& tokenizer, std::string_view question) {
  const std::size_t tokens = tokenizer.encode(question).size();
  return tokens == 0 ? 0 : static_cast<Index>(tokens + tokenizer.frame().before.size());
}

}  // namespace attnlab
