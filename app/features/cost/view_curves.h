// Curves of costs: values along one size, on logarithmic axes.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/plots/line_plot.h"

namespace attnlab {

/// Curves over the same values of one size.
struct CostCurves {
  struct Curve {
    std::string name;
    std::vector<double> y;
    bool points = false;
  };
  std::vector<double> x;
  std::vector<Curve> curves;
};

/// Draws the names of curves with their colours, in as many lines as they need.
void draw_cost_legend(const CostCurves& curves);

/// Draws curves in the room of `options.size`; both axes are logarithmic, and
/// there is no legend. The first curve is the broadest, so
/// that it shows below others of the same values.
LinePlotResult draw_cost_curves(const char* id, const CostCurves& curves, LinePlotOptions options);

}  // namespace attnlab
