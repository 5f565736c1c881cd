// Cut text: the tokens of a text with their places in it, and how pieces without an entry were read.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace attnlab {

/// How a piece of a text came to its id.
enum class TokenFate {
  Known,         ///< it is an entry of the vocabulary
  LowerCase,     ///< its lower case is, and stands for it
  PartOfLetter,  ///< bytes of a character that has no entry of its own
  Unknown,       ///< it has none: <unk> stands for it, and its letters are lost
};

struct CutToken {
  TokenId id = kUnknownId;  ///< kUnknownId where the vocabulary has not even <unk>
  std::string text;         ///< bytes of the text that it stands for
  std::size_t begin = 0;    ///< offset of its first byte in the text
  TokenFate fate = TokenFate::Known;
  std::string shown{};  ///< as people see it: a part of a letter as shown_part(), the entry of no bytes

  std::size_t end() const { return begin + text.size(); }
};

/// A text as the tokens of one tokenizer. White space between words belongs to no token, nor what a
/// pipeline's normalizer drops.
struct CutText {
  std::vector<CutToken> tokens;
  Index characters = 0;  ///< code points of the whole text

  /// Characters of the text for each token; 0 if there is none.
  double characters_per_token() const;
  Index count(TokenFate fate) const;
  /// The token that byte `offset` is in, or −1.
  int at(std::size_t offset) const;
};

/// Byte pairs: with the first `merge_count` merges only.
CutText cut_text(const Tokenizer& tokenizer, std::string_view text,
                 Index merge_count = BytePairs::kAllMerges);

/// The text that a model wrote as these `ids`, decode(ids), cut into the pieces that it wrote, which are not
/// always those into which the tokenizer would cut it: one token for each id. One that stands for nothing has
/// no bytes, as <pad>. Nothing where pieces have no bytes of their own, as words, or the text is not made of
/// them.
std::optional<CutText> cut_as_written(const Tokenizer& tokenizer, std::span<const TokenId> ids);

/// A few words about how the token was read: "unknown, read as <unk>"; "" for a known token.
std::string fate_words(const Tokenizer& tokenizer, const CutToken& token);

}  // namespace attnlab
