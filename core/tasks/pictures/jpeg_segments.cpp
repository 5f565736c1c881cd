// Walks from segment to segment as the decoder does.
#include "core/tasks/pictures/jpeg_segments.h"

#include <algorithm>
#include <cstddef>

namespace attnlab {
namespace {

unsigned byte_of(std::string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

/// Where the marker behind the entropy-coded bytes that begin at `at` is; bytes.size() where there is none.
std::size_t next_marker(std::string_view bytes, std::size_t at) {
  for (; at + 1 < bytes.size(); ++at) {
    const unsigned code = byte_of(bytes, at + 1);
    const bool restart = code >= 0xD0 && code <= 0xD7;
    if (byte_of(bytes, at) == 0xFF && code != 0 && code != 0xFF && !restart) return at;
  }
  return bytes.size();
}

/// Whether each table of Huffman codes from `at` on, in a segment with `left` bytes, has as many codes as
/// there are symbols, or fewer: the decoder writes beyond its memory for more.
bool has_good_tables(std::string_view bytes, std::size_t at, Index left) {
  constexpr std::size_t kMostCodes = 256, kHead = 17;
  while (left > 0) {
    std::size_t codes = 0;
    for (std::size_t i = at + 1; i < std::min(at + kHead, bytes.size()); ++i) codes += byte_of(bytes, i);
    if (codes > kMostCodes) return false;
    at += kHead + codes;
    left -= static_cast<Index>(kHead + codes);
  }
  return true;
}

}  // namespace

JpegFacts facts_of_jpeg(std::string_view bytes) {
  constexpr unsigned kBegin = 0xD8, kEnd = 0xD9, kScan = 0xDA, kTables = 0xC4;
  constexpr unsigned kFirstFrame = 0xC0, kLastFrame = 0xC2;  // baseline, extended, progressive
  JpegFacts facts{.problem = "the file is cut off: its end is missing"};
  const auto number = [&](std::size_t i) {
    return i + 1 < bytes.size() ? static_cast<Index>(byte_of(bytes, i) * 256 + byte_of(bytes, i + 1)) : 0;
  };
  std::size_t at = next_marker(bytes, 0);
  if (!bytes.starts_with('\xFF') || at == bytes.size() || byte_of(bytes, at + 1) != kBegin) return facts;
  for (at += 2; (at = next_marker(bytes, at)) < bytes.size();) {
    const unsigned marker = byte_of(bytes, at + 1);
    at += 2;
    if (marker == kEnd) {
      facts.problem.clear();
      break;
    }
    const Index length = number(at);
    if (facts.width == 0 && marker >= kFirstFrame && marker <= kLastFrame) {
      facts.height = number(at + 3);
      facts.width = number(at + 5);
    }
    if (marker == kTables && !has_good_tables(bytes, at + 2, length - 2)) {
      facts.problem = "the file is damaged (a table has too many Huffman codes)";
      break;
    }
    at += static_cast<std::size_t>(length);
    if (marker == kScan) at = next_marker(bytes, at);
  }
  return facts;
}

}  // namespace attnlab
