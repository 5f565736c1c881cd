// Chunks: runs of one class of characters.
#include "core/text/chunks.h"

#include "core/config/no_such_kind.h"
#include "core/text/gpt2_chunks.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

enum class Class { Space, Word, Other };

Class class_of(CodePoint point) {
  if (!point.valid) return Class::Other;
  if (is_white_space(point.value)) return Class::Space;
  return is_word_character(point.value) ? Class::Word : Class::Other;
}

/// Bytes of the run that begins at `start`.
std::size_t run_end(std::string_view text, std::size_t start) {
  const Class wanted = class_of(decode_utf8(text.substr(start)));
  std::size_t end = start;
  while (end < text.size()) {
    const CodePoint point = decode_utf8(text.substr(end));
    if (class_of(point) != wanted || end + point.size > kMaxChunkBytes) break;
    end += point.size;
  }
  return end;
}

bool is_visible(std::string_view text) {
  return !text.empty() && class_of(decode_utf8(text)) != Class::Space;
}

std::size_t chunk_length(std::string_view text) {
  if (text[0] == ' ' && is_visible(text.substr(1))) return run_end(text, 1);
  const std::size_t end = run_end(text, 0);
  const bool leaves_space = end > 1 && text[end - 1] == ' ' && is_visible(text.substr(end));
  return leaves_space && class_of(decode_utf8(text)) == Class::Space ? end - 1 : end;
}

}  // namespace

std::string_view next_chunk(std::string_view& text, ChunkRule rule) {
  const auto length = [&] {
    switch (rule) {
      case ChunkRule::Runs: return chunk_length(text);
      case ChunkRule::Gpt2: return gpt2_chunk_length(text);
    }
    no_such_kind("chunk rule");
  };
  const std::string_view chunk = text.substr(0, length());
  text.remove_prefix(chunk.size());
  return chunk;
}

}  // namespace attnlab
