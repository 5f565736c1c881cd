// A tiny heat map that is a button: for the model map and grids of heads.
#pragma once

#include <string>

#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/value_range.h"

namespace attnlab {

struct ThumbnailOptions {
  ColourScale scale{Scale::Sequential, RangeMode::PerMatrix, {0, 1}};
  ImVec2 size{0, 0};       ///< 0 means 4 em square
  std::string label{};     ///< below, small
  Role role = Role::None;  ///< colour of the frame when selected
  bool selected = false;
  bool fills = false;    ///< cells fill the face, whatever the proportions of the matrix
  bool ablated = false;  ///< crossed out and faded
  bool edited = false;   ///< marked with a dot: an edit changed it
  std::string target{};  ///< name for scripts
  std::string tooltip{};
};

struct ThumbnailResult {
  Box bounds, cells;
  bool hovered = false, clicked = false;
};

ThumbnailResult thumbnail(const char* id, const MatrixView& matrix, const ThumbnailOptions& options = {});

}  // namespace attnlab
