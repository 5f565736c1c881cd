// The legend of a line plot: what fits into its line, and how many curves do not.
#include "app/widgets/plots/plot_legend.h"

#include <gtest/gtest.h>

#include <vector>

namespace attnlab {
namespace {

LegendFit fit_of(std::vector<float> widths, float room) { return fit_legend(widths, room, 40); }

TEST(PlotLegend, NamesAllCurvesWhereTheyFit) {
  EXPECT_EQ(fit_of({50, 60, 70}, 180).shown, 3u);
  EXPECT_EQ(fit_of({50, 60, 70}, 180).more, 0u);
  EXPECT_EQ(fit_of({}, 0).shown, 0u);
  EXPECT_EQ(fit_of({}, 0).more, 0u);
}

TEST(PlotLegend, LeavesRoomToCountTheOthers) {
  const LegendFit fit = fit_of({50, 60, 70, 80}, 190);  // 50 + 60 + 70 fit, but not with the note
  EXPECT_EQ(fit.shown, 2u);
  EXPECT_EQ(fit.more, 2u);
  EXPECT_EQ(fit_of({50, 60, 70, 80}, 220).shown, 3u);
  EXPECT_EQ(fit_of({50, 60, 70, 80}, 220).more, 1u);
}

TEST(PlotLegend, NamesOneCurveHoweverNarrow) {
  EXPECT_EQ(fit_of({50, 60}, 10).shown, 1u);
  EXPECT_EQ(fit_of({50, 60}, 10).more, 1u);
  EXPECT_EQ(fit_of({50}, 10).shown, 1u);
  EXPECT_EQ(fit_of({50}, 10).more, 0u);
}

}  // namespace
}  // namespace attnlab
