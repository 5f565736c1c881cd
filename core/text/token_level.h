// Token levels: the ways to cut text into tokens, one row each.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "core/language/messages.h"

namespace attnlab {

/// How text is cut into tokens: Unicode code points; words, as next_word() cuts them; the bytes of UTF-8;
/// byte pairs (BytePairs); names between spaces, such as those of classes; or as the file of another program
/// says (TokenPipeline).
enum class TokenLevel { Characters, Words, Bytes, BytePairs, Labels, Pieces };

struct TokenLevelKind {
  TokenLevel level;
  std::string_view name;    ///< as options and files write it: "bpe"
  std::string_view pieces;  ///< many of them: "byte pairs"
  std::string_view piece;   ///< one: "byte pair"
  bool of_texts = true;     ///< false: no running text is cut so
};

/// In the order of TokenLevel.
inline constexpr TokenLevelKind kTokenLevels[] = {
    {TokenLevel::Characters, "characters", tr_mark("characters"), tr_mark("character")},
    {TokenLevel::Words, "words", tr_mark("words"), tr_mark("word")},
    {TokenLevel::Bytes, "bytes", tr_mark("bytes"), tr_mark("byte")},
    {TokenLevel::BytePairs, "bpe", tr_mark("byte pairs"), tr_mark("byte pair")},
    {TokenLevel::Labels, "labels", tr_mark("labels"), tr_mark("label"), false},
    {TokenLevel::Pieces, "pieces", tr_mark("pieces"), tr_mark("piece"), false},
};

/// The levels at which running text is cut.
inline constexpr auto kLevelsOfTexts = [] {
  std::array<TokenLevel, std::ranges::count_if(kTokenLevels, &TokenLevelKind::of_texts)> levels{};
  std::size_t count = 0;
  for (const TokenLevelKind& kind : kTokenLevels)
    if (kind.of_texts) levels[count++] = kind.level;
  return levels;
}();

/// The row of a level.
constexpr const TokenLevelKind& token_level(TokenLevel level) {
  return kTokenLevels[static_cast<std::size_t>(level)];
}

/// The row of that name. Throws std::invalid_argument with near names.
const TokenLevelKind& token_level(std::string_view name);

}  // namespace attnlab
