// Chunks: the pieces of a text across whose ends no byte pair is merged.
#pragma once

#include <string_view>

namespace attnlab {

/// Bytes of the longest chunk of runs; longer runs are cut.
inline constexpr std::size_t kMaxChunkBytes = 128;

/// How a text is cut into chunks.
enum class ChunkRule {
  /// Runs of letters and digits, of other visible characters (bytes that are not UTF-8 among them), or of
  /// white space. One space before a visible run belongs to that run, so that " the" can become one token.
  Runs,
  /// As GPT-2 cuts (Radford et al. 2019): 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+|
  /// ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
  /// with Unicode's letters and numbers, of any length; bytes that are not UTF-8 are neither.
  Gpt2
};

/// The chunk at the front of `text`, which must not be empty and is advanced past it.
std::string_view next_chunk(std::string_view& text, ChunkRule rule = ChunkRule::Runs);

}  // namespace attnlab
