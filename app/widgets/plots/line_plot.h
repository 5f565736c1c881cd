// Curves over an axis: loss, accuracy, waves.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/base/draw.h"
#include "app/widgets/plots/ticks.h"
#include "core/language/messages.h"

namespace attnlab {

/// One curve. x must not fall; both spans have one length. NaN leaves a gap.
struct Series {
  std::string name{};
  std::span<const double> x{};
  std::span<const double> y{};
  Colour colour = 0;       ///< 0 takes the next series colour
  float thickness = 1.8f;  ///< pixels at 100 %
  bool points = false;     ///< a dot at each value
  bool in_legend = true;
};

/// A vertical line at a value of x that means something, with its words beside it.
struct PlotRule {
  double x = 0;
  std::string label{};
};

struct LinePlotOptions {
  std::string x_title{}, y_title{};
  ImVec2 size{0, 0};  ///< 0: the rest of the window
  AxisValues x_values = AxisValues::Continuous;
  bool log_x = false, log_y = false;
  float smoothing = 0.0f;  ///< 0 to 0.99: weight of the past in a running mean; the raw curve stays visible
  std::optional<double> y_lo{}, y_hi{};  ///< fixed ends of the y axis
  std::optional<double> x_lo{}, x_hi{};
  std::optional<double> marker{};  ///< a vertical line with a handle, e.g. the step that is shown
  std::vector<PlotRule> rules{};
  bool legend = true;
  float beside_legend = 0;  ///< pixels at the legend's right end that something else takes
  bool compact = false;     ///< no axis titles, few ticks: for narrow strips
  bool zooms = true;        ///< false for a plot aligned with another widget
  int y_digits = 4;
  std::string empty_text{tr("nothing to show yet")};
  std::string target{};
};

struct LinePlotResult {
  Box bounds, plot;
  double x_lo = 0, x_hi = 1;        ///< values at the plot's left and right edge
  std::optional<double> hovered_x;  ///< x value under the pointer
  std::optional<double> picked_x;   ///< pressed or dragged in this frame: where to put the marker
};

/// Draws curves at the cursor and advances it. The x axis of a plot with a script name can be zoomed and
/// panned, as maps of matrices can; the y axis then fits the visible part.
LinePlotResult line_plot(const char* id, std::span<const Series> series, const LinePlotOptions& options = {});

/// Running mean with bias correction, weight `smoothing` on the past; gaps (NaN) are skipped. Pure.
std::vector<double> smoothed(std::span<const double> values, float smoothing);

}  // namespace attnlab
