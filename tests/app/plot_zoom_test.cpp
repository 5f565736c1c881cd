// The visible part of a plot: ends of its axes, linear and logarithmic.
#include <gtest/gtest.h>

#include "app/widgets/plots/plot_axes.h"

namespace attnlab {
namespace {

TEST(PlotZoom, APartOfTheAxisIsSeen) {
  const PlotAxis whole{100, 500, false, 0, 1};
  EXPECT_EQ(seen_part(whole, 1, 0.9).lo, 100);
  EXPECT_EQ(seen_part(whole, 1, 0.9).hi, 500);
  const PlotAxis part = seen_part(whole, 4, 0.5);
  EXPECT_DOUBLE_EQ(part.lo, 250);
  EXPECT_DOUBLE_EQ(part.hi, 350);
  EXPECT_DOUBLE_EQ(seen_part(whole, 4, 1).hi, 500) << "no more than the axis";
  EXPECT_DOUBLE_EQ(seen_part(whole, 4, 0).lo, 100);
}

TEST(PlotZoom, OnALogarithmicAxisSharesAreOfPowers) {
  const PlotAxis part = seen_part({1, 10000, true, 0, 1}, 2, 0.5);
  EXPECT_NEAR(part.lo, 10, 1e-9);
  EXPECT_NEAR(part.hi, 1000, 1e-9);
}

TEST(PlotZoom, TheOtherAxisFitsWhatIsSeen) {
  const std::vector<double> x{0, 1, 2, 3, 4}, y{90, 5, 4, 3, 0.5};
  const Series series[] = {{.x = x, .y = y}};
  const PlotAxis whole = plot_x_axis(series, {});
  EXPECT_GE(plot_y_axis(series, {}, whole).hi, 90);
  const PlotAxis part = plot_y_axis(series, {}, seen_part(whole, 2, 0.5));
  EXPECT_LE(part.hi, 5);
  EXPECT_GE(part.lo, 2.5);
  const PlotAxis between = plot_y_axis(series, {}, seen_part(whole, 8, 0.5 / 4));
  EXPECT_EQ(between.hi, 70) << "from 68.75 at x = 0.25";
  EXPECT_EQ(between.lo, 20) << "to 26.25 at x = 0.75, though no point is seen";
  LinePlotOptions fixed;
  fixed.y_hi = 50;
  EXPECT_EQ(plot_y_axis(series, fixed, seen_part(whole, 2, 0.5)).hi, 50);
}

}  // namespace
}  // namespace attnlab
