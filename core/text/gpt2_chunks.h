// GPT-2's chunks: contractions, and runs of letters, of numbers, of other characters or of white space.
#pragma once

#include <cstddef>
#include <string_view>

namespace attnlab {

/// Bytes of the chunk at the front of `text`, which must not be empty: see ChunkRule::Gpt2.
std::size_t gpt2_chunk_length(std::string_view text);

}  // namespace attnlab
