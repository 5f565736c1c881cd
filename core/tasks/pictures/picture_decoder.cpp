// Picture decoder: stb_image, for two formats, without its global functions and its files.
#include "core/tasks/pictures/picture_decoder.h"

#include <algorithm>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#include <stb_image.h>

namespace attnlab {
namespace {

const stbi_uc* data_of(std::string_view bytes) { return reinterpret_cast<const stbi_uc*>(bytes.data()); }

unsigned byte_at(std::string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

constexpr std::string_view kPngHead = "\x89PNG\r\n\x1A\n";

/// The number of four bytes, the greatest first.
Index number_at(std::string_view bytes, std::size_t i) {
  return static_cast<Index>(byte_at(bytes, i) << 24 | byte_at(bytes, i + 1) << 16 |
                            byte_at(bytes, i + 2) << 8 | byte_at(bytes, i + 3));
}

bool is_png(std::string_view bytes) { return bytes.starts_with(kPngHead); }

/// Where the marker behind the entropy-coded bytes that begin at `at` is; bytes.size() where there is none.
std::size_t next_marker(std::string_view bytes, std::size_t at) {
  for (; at + 1 < bytes.size(); ++at) {
    const unsigned code = byte_at(bytes, at + 1);
    const bool restart = code >= 0xD0 && code <= 0xD7;
    if (byte_at(bytes, at) == 0xFF && code != 0 && code != 0xFF && !restart) return at;
  }
  return bytes.size();
}

/// Whether each table of Huffman codes from `at` on, in a segment with `left` bytes, has as many codes as
/// there are symbols, or fewer: the decoder writes beyond its memory for more.
bool has_good_tables(std::string_view bytes, std::size_t at, Index left) {
  constexpr std::size_t kMostCodes = 256, kHead = 17;
  while (left > 0) {
    std::size_t codes = 0;
    for (std::size_t i = at + 1; i < std::min(at + kHead, bytes.size()); ++i) codes += byte_at(bytes, i);
    if (codes > kMostCodes) return false;
    at += kHead + codes;
    left -= static_cast<Index>(kHead + codes);
  }
  return true;
}

/// What the segments of a JPEG file say (ITU-T T.81, annex B).
struct JpegFacts {
  Index width = 0, height = 0;  ///< 0 where it is no JPEG file
  std::string problem;          ///< why the decoder does not get it
};

/// The decoder fills up with grey what has no end.
JpegFacts facts_of_jpeg(std::string_view bytes) {
  constexpr unsigned kBegin = 0xD8, kEnd = 0xD9, kScan = 0xDA, kTables = 0xC4;
  constexpr unsigned kFirstFrame = 0xC0, kLastFrame = 0xC2;  // baseline, extended, progressive
  JpegFacts facts{.problem = "it is cut off: its end is missing"};
  const auto number = [&](std::size_t i) {
    return i + 1 < bytes.size() ? static_cast<Index>(byte_at(bytes, i) * 256 + byte_at(bytes, i + 1)) : 0;
  };
  std::size_t at = next_marker(bytes, 0);
  if (!bytes.starts_with('\xFF') || at == bytes.size() || byte_at(bytes, at + 1) != kBegin) return facts;
  for (at += 2; (at = next_marker(bytes, at)) < bytes.size();) {
    const unsigned marker = byte_at(bytes, at + 1);
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
      facts.problem = "it is broken (a table has too many Huffman codes)";
      break;
    }
    at += static_cast<std::size_t>(length);
    if (marker == kScan) at = next_marker(bytes, at);
  }
  return facts;
}

/// What the decoder says, which may name a part of the file by the file's own bytes.
std::string decoders_reason() {
  std::string reason = stbi_failure_reason();
  std::ranges::replace_if(
      reason, [](char c) { return c < ' ' || c > '~'; }, '?');
  return reason;
}

}  // namespace

bool picture_size(std::string_view bytes, Index& width, Index& height) {
  if (is_png(bytes) && bytes.size() >= 24) {
    width = number_at(bytes, 16);
    height = number_at(bytes, 20);
  } else {
    const JpegFacts facts = facts_of_jpeg(bytes);
    width = facts.width;
    height = facts.height;
  }
  return width > 0 && height > 0;
}

DecodedPicture decode(std::string_view bytes) {
  DecodedPicture picture;
  if (!is_png(bytes) && !(picture.problem = facts_of_jpeg(bytes).problem).empty()) return picture;
  int width = 0, height = 0, channels = 0;
  stbi_uc* pixels =
      stbi_load_from_memory(data_of(bytes), static_cast<int>(bytes.size()), &width, &height, &channels, 4);
  if (!pixels) {
    picture.problem = "it is broken or cut off (" + decoders_reason() + ")";
    return picture;
  }
  picture.width = width;
  picture.height = height;
  picture.rgba = {pixels, [](unsigned char* p) { stbi_image_free(p); }};
  return picture;
}

}  // namespace attnlab
