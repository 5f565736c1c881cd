// Picture files: reading, and scaling by area.
#include "core/tasks/pictures/picture_file.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/tasks/base/user_file.h"
#include "core/tasks/pictures/pen.h"
#include "core/tasks/pictures/picture_decoder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

UserFile picture_at(const fs::path& path) { return {"picture", path}; }

[[noreturn]] void refuse_picture(const fs::path& path, const std::string& why) {
  picture_at(path).refuse(why);
}

std::string size_text(Index width, Index height) {
  return std::to_string(width) + " × " + std::to_string(height) + " pixels";
}

void check_size(const fs::path& path, Index width, Index height) {
  if (width > kMaxPicturePixels / height)
    refuse_picture(path, "it has " + size_text(width, height) + ", but may have at most " +
                             std::to_string(kMaxPicturePixels / 1'000'000) +
                             " million pixels; make it smaller");
  if (std::min(width, height) < kLeastPictureSide)
    refuse_picture(path, "it has " + size_text(width, height) + ", but must have at least " +
                             size_text(kLeastPictureSide, kLeastPictureSide));
}

/// The square in the middle of a decoded picture.
struct MiddleSquare {
  const DecodedPicture* picture;
  Index left, top, side;

  explicit MiddleSquare(const DecodedPicture& p)
      : picture(&p),
        left((p.width - std::min(p.width, p.height)) / 2),
        top((p.height - std::min(p.width, p.height)) / 2),
        side(std::min(p.width, p.height)) {}

  /// One pixel's channel, 0 to 1, white behind what is transparent; channel −1: gray.
  double light(Index x, Index y, Index channel) const {
    const unsigned char* pixel = picture->rgba.get() + 4 * ((top + y) * picture->width + left + x);
    const double solid = pixel[3] / 255.0;
    const double colour = channel >= 0 ? pixel[channel] : grey_of(pixel[0], pixel[1], pixel[2]);
    return solid * colour / 255.0 + 1 - solid;
  }
};

/// Mean of the square over [x,x+step) × [y,y+step), pixels at the edge by what of them lies inside.
double mean_light(const MiddleSquare& square, double x, double y, double step, Index channel) {
  const auto last = double(square.side);
  const double right = std::min(x + step, last), below = std::min(y + step, last);
  double total = 0, area = 0;
  for (Index j = static_cast<Index>(y); static_cast<double>(j) < below; ++j) {
    const double high = std::min(below, double(j + 1)) - std::max(y, double(j));
    for (Index i = static_cast<Index>(x); static_cast<double>(i) < right; ++i) {
      const double wide = std::min(right, double(i + 1)) - std::max(x, double(i));
      total += wide * high * square.light(i, j, channel);
      area += wide * high;
    }
  }
  return area > 0 ? total / area : 0;
}

Picture scaled(const MiddleSquare& square, Index size, Index channels) {
  Picture picture{channels, size, size, {}};
  const double step = double(square.side) / double(size);
  for (Index c = 0; c < channels; ++c)
    for (Index y = 0; y < size; ++y)
      for (Index x = 0; x < size; ++x)
        picture.pixels.push_back(
            Real(mean_light(square, double(x) * step, double(y) * step, step, channels == 1 ? -1 : c)));
  return picture;
}

}  // namespace

bool is_picture_name(const fs::path& path) {
  std::string end = path.extension().string();
  std::ranges::transform(end, end.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return end == ".png" || end == ".jpg" || end == ".jpeg";
}

std::string ReadPicture::words() const {
  const auto square = [](Index side) { return std::to_string(side) + " × " + std::to_string(side); };
  const Index side = std::min(width, height);
  std::string all = size_text(width, height);
  if (width != height) all += ", cropped to the central " + square(side);
  if (side != picture.width) all += ", scaled to " + square(picture.width);
  return all + (lost_colour ? ", converted to gray" : picture.channels == 1 ? ", in gray" : "");
}

namespace {

/// Whether some pixel that can be seen is not gray.
bool has_colour(const DecodedPicture& picture) {
  const unsigned char* const pixels = picture.rgba.get();
  for (Index i = 0; i < picture.width * picture.height; ++i) {
    const unsigned char* const pixel = pixels + 4 * i;
    if (pixel[3] > 0 && (pixel[0] != pixel[1] || pixel[1] != pixel[2])) return true;
  }
  return false;
}

ReadPicture decoded_file(std::string_view bytes, const fs::path& name, Index size, Index channels) {
  Index width = 0, height = 0;
  if (!picture_size(bytes, width, height)) refuse_picture(name, "it is not a valid PNG or JPEG file");
  check_size(name, width, height);
  const DecodedPicture picture = decode(bytes);
  if (!picture.problem.empty()) refuse_picture(name, picture.problem);
  return {scaled(MiddleSquare(picture), size, channels), picture.width, picture.height,
          channels == 1 && has_colour(picture)};
}

}  // namespace

Picture decode_picture(std::string_view bytes, const fs::path& name, Index size, Index channels) {
  return decoded_file(bytes, name, size, channels).picture;
}

ReadPicture read_picture_file(const fs::path& path, Index size, Index channels) {
  const std::string bytes = picture_at(path).read(kMaxPictureBytes, "make it smaller");
  if (bytes.empty()) refuse_picture(path, "the file is empty");
  return decoded_file(bytes, path, size, channels);
}

Picture read_picture(const fs::path& path, Index size, Index channels) {
  return read_picture_file(path, size, channels).picture;
}

}  // namespace attnlab
