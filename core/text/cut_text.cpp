// Cut text: what became of each piece.
#include "core/text/cut_text.h"

#include <algorithm>

#include "core/config/no_such_kind.h"
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

}  // namespace

double CutText::characters_per_token() const {
  return tokens.empty() ? 0 : static_cast<double>(characters) / static_cast<double>(tokens.size());
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

std::string fate_words(const Tokenizer& tokenizer, const CutToken& token) {
  switch (token.fate) {
    case TokenFate::Known: return "";
    case TokenFate::LowerCase: return "its lower case stands for it: " + tokenizer.entry(token.id);
    case TokenFate::PartOfLetter: return "bytes of a character that is not one token";
    case TokenFate::Unknown:
      return token.id == kUnknownId ? "unknown, without an id: its vector is zero"
                                    : "unknown: " + tokenizer.entry(token.id) + " stands for it";
  }
  no_such_kind("fate of a token");
}

}  // namespace attnlab
