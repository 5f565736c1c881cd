// Chunks: the pieces of a text across whose ends no byte pair is merged.
#pragma once

#include <string_view>

namespace attnlab {

/// Bytes of the longest chunk; longer runs are cut.
inline constexpr std::size_t kMaxChunkBytes = 128;

/// The chunk at the front of `text`, which must not be empty and is advanced past it. A chunk is a run of
/// letters and digits, of other visible characters (bytes that are not UTF-8 among them), or of white space.
/// One space before a visible run belongs to that run, so that " the" can become one token.
std::string_view next_chunk(std::string_view& text);

}  // namespace attnlab
