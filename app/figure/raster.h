// Rasterizer: paints ImGui's triangles into a picture, without a graphics card.
#pragma once

#include <cstdint>
#include <vector>

#include "app/figure/image.h"

struct ImDrawData;

namespace attnlab {

/// The target of an ImGui texture id in the rasterizer.
struct CpuTexture {
  Image image;
  bool repeat = false;  ///< tiles beyond its edges; else the edge is stretched
  bool smooth = false;  ///< mixes neighbouring texels; else the nearest one
};

/// Paints triangles over `background` (packed as in Image, not premultiplied); the picture has the size of
/// the display. Every texture id must point to a CpuTexture.
Image rasterize(const ImDrawData& data, std::uint32_t background);

}  // namespace attnlab
