// The plot of the Vectors view: where points are on screen, kept while nothing moves.
#pragma once

#include <string>
#include <vector>

#include "app/features/vectors/view_frame.h"
#include "app/widgets/base/pan_zoom.h"
#include "app/widgets/plots/label_places.h"

namespace attnlab {

/// The coordinates at the edges of the whole plot, and the size of a pixel without zoom.
struct PlotFit {
  double left = 0, top = 0;     ///< coordinates of the upper left corner; y grows upwards
  double across = 1, down = 1;  ///< pixels per unit

  ImVec2 pixel(PlanePoint p) const { return {float((p.x - left) * across), float((top - p.y) * down)}; }
};

/// All that positions and labels depend on.
struct PlotKey {
  VectorResultsPtr of;
  ImVec2 min{0, 0}, max{0, 0};
  PanZoom look;
  Index focus = -1;
  std::vector<Index> chosen, in_text;
  std::string search;
  float em = 0;
  bool operator==(const PlotKey& o) const {
    return of == o.of && min.x == o.min.x && min.y == o.min.y && max.x == o.max.x && max.y == o.max.y &&
           look == o.look && focus == o.focus && chosen == o.chosen && in_text == o.in_text &&
           search == o.search && em == o.em;
  }
};

/// Where everything is.
struct PlottedPoints {
  PlotKey key;
  PlotFit fit;
  std::vector<ImVec2> at;            ///< of each point, on screen
  std::vector<std::size_t> seen;     ///< points in the view
  std::vector<unsigned char> found;  ///< of each point: the search finds it
  std::size_t matches = 0;           ///< how many the search finds
  std::vector<PlacedLabel> labels;
};

/// Positions for this frame, computed again if something changed. `seen` maps the plot to the screen.
const PlottedPoints& plotted_points(const VectorsFrame& frame, const Box& box, const SeenThrough& seen);

/// Axes, ticks and titles around `box`.
void draw_plot_axes(const VectorsFrame& frame, const Box& box, const PlotFit& fit, const SeenThrough& seen);

/// The lasso that is being drawn.
struct VectorLasso {
  bool dragging = false, moved = false, draws = false;
  ImVec2 start{0, 0};
  std::vector<ImVec2> line;
};

/// Whether a point lies within the closed line.
bool is_inside(const std::vector<ImVec2>& line, ImVec2 point);

}  // namespace attnlab
