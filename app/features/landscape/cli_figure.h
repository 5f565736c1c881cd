// The figure of a loss landscape.
#pragma once

#include <string>

#include "core/analysis/landscape/landscape.h"

namespace attnlab {

struct LandscapeFigure {
  std::string model;  ///< folder of the saved run
  std::string file;
  LandscapeSettings settings;
  bool log = false;
};

/// Draws the view Loss landscape without a display. Throws as the subcommand render.
void draw_landscape_figure(const LandscapeFigure& figure);

}  // namespace attnlab
