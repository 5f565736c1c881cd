// Token levels: the ways to cut text into tokens, one row each.
#pragma once

#include <cstddef>
#include <string_view>

namespace attnlab {

/// How text is cut into tokens: Unicode code points; words, as next_word() cuts them: runs of letters and
/// digits, and every other visible character by itself; byte pairs (BytePairs); or names between spaces, such
/// as those of classes.
enum class TokenLevel { Characters, Words, BytePairs, Labels };

struct TokenLevelKind {
  TokenLevel level;
  std::string_view name;    ///< as options and files write it: "bpe"
  std::string_view pieces;  ///< many of them: "byte pairs"
  std::string_view piece;   ///< one: "byte pair"
};

/// In the order of TokenLevel.
inline constexpr TokenLevelKind kTokenLevels[] = {
    {TokenLevel::Characters, "characters", "characters", "character"},
    {TokenLevel::Words, "words", "words", "word"},
    {TokenLevel::BytePairs, "bpe", "byte pairs", "byte pair"},
    {TokenLevel::Labels, "labels", "labels", "label"},
};

/// The row of a level.
constexpr const TokenLevelKind& token_level(TokenLevel level) {
  return kTokenLevels[static_cast<std::size_t>(level)];
}

/// The row of that name. Throws std::invalid_argument with near names.
const TokenLevelKind& token_level(std::string_view name);

}  // namespace attnlab
