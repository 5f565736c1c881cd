// Picture decoder: the bytes of a PNG or JPEG file as pixels.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/tensor/real.h"

namespace attnlab {

/// Pixels [height,width,4] in red, green, blue and opacity, or what is wrong with the bytes.
struct DecodedPicture {
  Index width = 0, height = 0;
  std::unique_ptr<unsigned char, void (*)(unsigned char*)> rgba{nullptr, nullptr};
  std::string problem;  ///< "" where all is well
};

/// Width and height from the head of the file, without decoding; false where it is neither PNG nor JPEG.
bool picture_size(std::string_view bytes, Index& width, Index& height);

/// Decodes all of it. A JPEG file that ends too early is a problem, not a picture with a gray rest.
DecodedPicture decode(std::string_view bytes);

}  // namespace attnlab
