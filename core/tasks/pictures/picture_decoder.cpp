// Picture decoder: stb_image, for two formats, without its global functions and its files.
#include "core/tasks/pictures/picture_decoder.h"

#include <algorithm>

#include "core/tasks/pictures/jpeg_segments.h"

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
    picture.problem = "the file is damaged or cut off (" + decoders_reason() + ")";
    return picture;
  }
  picture.width = width;
  picture.height = height;
  picture.rgba = {pixels, [](unsigned char* p) { stbi_image_free(p); }};
  return picture;
}

}  // namespace attnlab
