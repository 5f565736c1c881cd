// Picture files: PNG and JPEG files, which may be anything, as the pictures that a model reads.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/data/picture.h"

namespace attnlab {

/// A file with more bytes, or a picture with more pixels, is refused before it is decoded.
inline constexpr std::size_t kMaxPictureBytes = std::size_t{64} << 20;
inline constexpr Index kMaxPicturePixels = 50'000'000;
/// A picture with fewer pixels on a side shows nothing.
inline constexpr Index kLeastPictureSide = 4;

/// Whether the name ends as a PNG or JPEG file's does (.png, .jpg, .jpeg, in any case).
bool is_picture_name(const std::filesystem::path& path);

/// Reads a PNG or JPEG file, cuts the largest square out of its middle and scales it to `size` × `size`
/// pixels, each the mean of what it covers. `channels` 1: gray (0.299 red + 0.587 green + 0.114 blue), 3:
/// red, green, blue. What is transparent shows white behind it. The turn that a camera notes down (Exif) is
/// not applied. Throws std::runtime_error with one line that names the file for one that is missing,
/// unreadable, too large, smaller than kLeastPictureSide, neither PNG nor JPEG, broken or cut off.
Picture read_picture(const std::filesystem::path& path, Index size, Index channels);

/// A picture that was read from a file, and the size that it had there.
struct ReadPicture {
  Picture picture;
  Index width = 0, height = 0;
  bool lost_colour = false;  ///< the file has colors, and the picture is gray

  /// How it was changed: "640 × 480 pixels, cropped to the central 480 × 480, scaled to 16 × 16, converted
  /// to gray".
  std::string words() const;
};
/// As read_picture().
ReadPicture read_picture_file(const std::filesystem::path& path, Index size, Index channels);

/// read_picture() from a file's bytes; `name` is for errors.
Picture decode_picture(std::string_view bytes, const std::filesystem::path& name, Index size, Index channels);

}  // namespace attnlab
