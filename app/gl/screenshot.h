// Writes a picture as a PNG file.
#pragma once

#include <filesystem>

#include "app/gl/image.h"

namespace attnlab {

/// Writes `image` as an opaque PNG, making missing folders. Throws std::runtime_error naming a file that
/// cannot be written, and why.
void write_png(const Image& image, const std::filesystem::path& file);

/// Encodes as PNG in memory (RGB, strongest compression).
std::vector<unsigned char> encode_png(const Image& image);

}  // namespace attnlab
