// PNG encoding through stb_image_write.
#include "app/figure/png.h"

#include <stb_image_write.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

std::vector<unsigned char> channel_bytes(const Image& image, int channels) {
  std::vector<unsigned char> bytes;
  bytes.reserve(image.pixels.size() * static_cast<std::size_t>(channels));
  for (std::uint32_t pixel : image.pixels) {
    for (int shift = 0; shift < 8 * channels; shift += 8)
      bytes.push_back(static_cast<unsigned char>(pixel >> shift));
  }
  return bytes;
}

void append(void* context, void* data, int size) {
  auto& out = *static_cast<std::vector<unsigned char>*>(context);
  const auto* bytes = static_cast<const unsigned char*>(data);
  out.insert(out.end(), bytes, bytes + size);
}

[[noreturn]] void cannot_write(const std::filesystem::path& file, const std::string& why) {
  throw std::runtime_error(tr("the image {1} cannot be written: {2}", quoted(file), why));
}

}  // namespace

std::vector<unsigned char> encode_png(const Image& image, PngChannels channels) {
  stbi_write_png_compression_level = 8;
  // Drawings are of few colours: unfiltered rows take half the time, and a quarter less room.
  stbi_write_force_png_filter = 0;
  const int count = channels == PngChannels::Rgba ? 4 : 3;
  const std::vector<unsigned char> bytes = channel_bytes(image, count);
  std::vector<unsigned char> png;
  if (!stbi_write_png_to_func(append, &png, image.width, image.height, count, bytes.data(),
                              image.width * count)) {
    throw std::runtime_error(tr("an image of {1} × {2} pixels cannot be encoded", std::to_string(image.width),
                                std::to_string(image.height)));
  }
  return png;
}

void write_file(std::string_view bytes, const std::filesystem::path& file) {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) cannot_write(file, error.message());
  std::ofstream out(file, std::ios::binary);
  if (!out) cannot_write(file, std::strerror(errno));
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) cannot_write(file, std::strerror(errno));
}

void write_png(const Image& image, const std::filesystem::path& file, PngChannels channels) {
  const std::vector<unsigned char> png = encode_png(image, channels);
  write_file({reinterpret_cast<const char*>(png.data()), png.size()}, file);
}

}  // namespace attnlab
