// Cover images: pictures with a colour laid over their patches, side by side, without a window.
#pragma once

#include <vector>

#include "app/figure/image.h"
#include "core/data/picture.h"
#include "core/trace/patch_grid.h"

namespace attnlab {

/// Rows of panels. Each shows the same picture, covered by one list of weights by position, all of them on
/// one scale: the strongest colour is the largest weight of a patch.
struct CoverPanels {
  Picture picture;
  PatchGrid grid;
  std::vector<std::vector<std::vector<double>>> rows;  ///< [row][panel][position]
};

/// Each panel is at least 160 pixels wide, with whole pixels of the screen to a pixel of the picture.
Image cover_image(const CoverPanels& panels);

}  // namespace attnlab
