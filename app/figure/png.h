// PNG files of pictures.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "app/figure/image.h"

namespace attnlab {

/// The channels of a PNG file.
enum class PngChannels { Rgb, Rgba };

/// Writes a picture's bytes, making missing folders. Throws std::runtime_error naming a file that cannot be
/// written, and why.
void write_file(std::string_view bytes, const std::filesystem::path& file);

/// Writes `image` as a PNG, making missing folders. Throws std::runtime_error naming a file that
/// cannot be written, and why.
void write_png(const Image& image, const std::filesystem::path& file,
               PngChannels channels = PngChannels::Rgb);

/// Encodes as PNG in memory, with the strongest compression.
std::vector<unsigned char> encode_png(const Image& image, PngChannels channels = PngChannels::Rgb);

}  // namespace attnlab
