// JPEG segments: what a JPEG file says before its pixels are decoded.
#pragma once

#include <string>
#include <string_view>

#include "core/tensor/real.h"

namespace attnlab {

/// What the segments of a JPEG file say (ITU-T T.81, annex B).
struct JpegFacts {
  Index width = 0, height = 0;  ///< 0 where it is no JPEG file
  std::string problem;          ///< why the decoder must not get it; "" where it may
};

/// A file that ends too early is a problem, as the decoder fills up with gray; so is a table of more Huffman
/// codes than the decoder has memory for.
JpegFacts facts_of_jpeg(std::string_view bytes);

}  // namespace attnlab
