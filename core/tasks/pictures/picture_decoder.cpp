// Picture decoder: stb_image, for two formats, without its global functions and its files.
#include "core/tasks/pictures/picture_decoder.h"

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

bool is_jpeg(std::string_view bytes) { return bytes.starts_with("\xFF\xD8"); }

/// Where the marker behind the entropy-coded bytes that begin at `at` is; bytes.size() where there is none.
std::size_t next_marker(std::string_view bytes, std::size_t at) {
  for (; at + 1 < bytes.size(); ++at) {
    const unsigned code = byte_at(bytes, at + 1);
    const bool restart = code >= 0xD0 && code <= 0xD7;
    if (byte_at(bytes, at) == 0xFF && code != 0 && code != 0xFF && !restart) return at;
  }
  return bytes.size();
}

/// Whether a JPEG file goes on to its end marker (ITU-T T.81, annex B): the decoder fills up with grey.
bool is_complete_jpeg(std::string_view bytes) {
  constexpr unsigned kEnd = 0xD9, kScan = 0xDA;
  std::size_t at = 2;
  while ((at = next_marker(bytes, at)) < bytes.size()) {
    const unsigned marker = byte_at(bytes, at + 1);
    if (marker == kEnd) return true;
    if (at + 4 > bytes.size()) return false;
    at += 2 + byte_at(bytes, at + 2) * 256 + byte_at(bytes, at + 3);
    if (marker == kScan) at = next_marker(bytes, at);
  }
  return false;
}

}  // namespace

bool picture_size(std::string_view bytes, Index& width, Index& height) {
  if (bytes.starts_with(kPngHead) && bytes.size() >= 24) {  // the decoder itself has no such limit
    width = number_at(bytes, 16);
    height = number_at(bytes, 20);
    return width > 0 && height > 0;
  }
  int w = 0, h = 0, channels = 0;
  if (!stbi_info_from_memory(data_of(bytes), static_cast<int>(bytes.size()), &w, &h, &channels)) return false;
  width = w;
  height = h;
  return w > 0 && h > 0;
}

DecodedPicture decode(std::string_view bytes) {
  DecodedPicture picture;
  if (is_jpeg(bytes) && !is_complete_jpeg(bytes)) {
    picture.problem = "it is cut off: its end is missing";
    return picture;
  }
  int width = 0, height = 0, channels = 0;
  stbi_uc* pixels =
      stbi_load_from_memory(data_of(bytes), static_cast<int>(bytes.size()), &width, &height, &channels, 4);
  if (!pixels) {
    picture.problem = std::string("it is broken or cut off (") + stbi_failure_reason() + ")";
    return picture;
  }
  picture.width = width;
  picture.height = height;
  picture.rgba = {pixels, [](unsigned char* p) { stbi_image_free(p); }};
  return picture;
}

}  // namespace attnlab
