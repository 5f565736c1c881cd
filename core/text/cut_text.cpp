// Cut text: what became of each piece.
#include "core/text/cut_text.h"

#include <algorithm>

#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/text/shown_pieces.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

TokenFate fate_of(const Tokenizer& tokenizer, const Piece& piece) {
  if (!piece.known) return TokenFate::Unknown;
  if (tokenizer.byte_pairs() || tokenizer.pipeline()) {
    const bool cut = piece.id != tokenizer.mask() && first_invalid_utf8(piece.text).has_value();
    return cut ? TokenFate::PartOfLetter : TokenFate::Known;
  }
  return tokenizer.entry(piece.id) == piece.text ? TokenFate::Known : TokenFate::LowerCase;
}

/// The bytes that one id stands for within a text: none for a token of the frame.
std::string written_bytes(const Tokenizer& tokenizer, TokenId id) {
  const TokenRoles& roles = tokenizer.roles();
  const auto holds = [id](const std::vector<TokenId>& ids) {
    return std::ranges::find(ids, id) != ids.end();
  };
  if (id < 0 || id == roles.pad || id == roles.sos || id == roles.eos || holds(tokenizer.frame().before) ||
      holds(tokenizer.frame().after))
    return "";
  const TokenId one[] = {id};
  return tokenizer.pipeline() ? tokenizer.pipeline()->bytes(id) : tokenizer.decode(one);
}

/// How many bytes of `rest`, which goes on where the pieces before end, the piece is; nothing where it goes
/// on otherwise. Decoders leave out the space before a text.
std::optional<std::size_t> written_size(std::string_view rest, const Tokenizer& tokenizer, TokenId id) {
  const std::string bytes = written_bytes(tokenizer, id);
  if (rest.starts_with(bytes)) return bytes.size();
  if (bytes.starts_with(' ') && rest.starts_with(std::string_view(bytes).substr(1))) return bytes.size() - 1;
  return {};
}

}  // namespace

double CutText::characters_per_token() const {
  return tokens.empty() ? 0 : double(characters) / double(tokens.size());
}

Index CutText::count(TokenFate fate) const {
  return static_cast<Index>(std::ranges::count(tokens, fate, &CutToken::fate));
}

int CutText::at(std::size_t offset) const {
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (offset >= tokens[i].begin && offset < tokens[i].end()) return static_cast<int>(i);
  return -1;
}

CutText cut_text(const Tokenizer& tokenizer, std::string_view text, Index merge_count) {
  CutText cut{{}, static_cast<Index>(count_code_points(text))};
  for (Piece& piece : tokenizer.pieces(text, merge_count)) {
    const TokenFate fate = fate_of(tokenizer, piece);
    std::string shown = shown_piece(tokenizer, text, piece);
    cut.tokens.push_back({piece.id, std::move(piece.text), piece.begin, fate, std::move(shown)});
  }
  return cut;
}

std::optional<CutText> cut_as_written(const Tokenizer& tokenizer, std::span<const TokenId> ids) {
  if (!tokenizer.byte_pairs() && !tokenizer.pipeline()) return {};
  const std::string text = tokenizer.decode(ids);
  CutText cut{{}, static_cast<Index>(count_code_points(text))};
  std::size_t at = 0;
  for (const TokenId id : ids) {
    const std::optional<std::size_t> size = written_size(std::string_view(text).substr(at), tokenizer, id);
    if (!size) return {};
    Piece piece{id, text.substr(at, *size), id != tokenizer.unknown(), at};
    const TokenFate fate = fate_of(tokenizer, piece);
    std::string shown = shown_piece(tokenizer, text, piece);
    cut.tokens.push_back({id, std::move(piece.text), at, fate, std::move(shown)});
    at += *size;
  }
  if (at != text.size()) return {};
  return cut;
}

std::string fate_words(const Tokenizer& tokenizer, const CutToken& token) {
  switch (token.fate) {
    case TokenFate::Known: return "";
    case TokenFate::LowerCase: return tr("read as its lowercase form, {1}", tokenizer.entry(token.id));
    case TokenFate::PartOfLetter: return tr("part of a character that is split into several tokens");
    case TokenFate::Unknown:
      return token.id == kUnknownId ? tr("unknown, without a token ID: its vector is zero")
                                    : tr("unknown, read as {1}", tokenizer.entry(token.id));
  }
  no_such_kind("fate of a token");
}

}  // namespace attnlab
