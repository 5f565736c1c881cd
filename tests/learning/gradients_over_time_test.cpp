// Gradients over time: at one size and on one text, those of a plain RNN fall much faster than those of an
// LSTM or a GRU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/analysis/recurrence/cell_comparison.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

/// The text of 40 letters whose last target's gradient goes back.
constexpr const char* kLongText = "The owl and the fox sat by the old river";
constexpr Index kStepsBack = 30;

/// How many powers of ten the norm falls over the last kStepsBack steps before the target.
double fall(const ComparedCell& cell, Index target) {
  const std::vector<double>& norms = cell.gradients.front().hidden;
  const auto at = static_cast<std::size_t>(target);
  return std::log10(norms[at] / norms[at - static_cast<std::size_t>(kStepsBack)]);
}

class GradientsOverTime : public ::testing::TestWithParam<Index> {};

TEST_P(GradientsOverTime, FallMuchFasterWithoutGates) {
  for (const Index seed : {1, 2, 3}) {
    Preset preset = find_preset("lstm");
    for (const std::string& option : {std::string("width=32"), "seed=" + std::to_string(seed)})
      set_option(preset, option);
    const Experiment open = make_experiment(preset);
    constexpr Index kTarget = 38;
    const CellComparison compared =
        compare_cells(open, {.target = kLongText}, {.steps = GetParam(), .target = kTarget});
    ASSERT_EQ(compared.cells.size(), 3u);
    const double rnn = fall(compared.cells[0], kTarget), lstm = fall(compared.cells[1], kTarget),
                 gru = fall(compared.cells[2], kTarget);
    std::printf(
        "seed %d, %d steps: over %d steps back the norm falls by 10^%.2f (RNN), 10^%.2f (LSTM), 10^%.2f "
        "(GRU)\n",
        static_cast<int>(seed), static_cast<int>(GetParam()), static_cast<int>(kStepsBack), rnn, lstm, gru);
    EXPECT_GT(rnn, lstm + 2);
    EXPECT_GT(rnn, gru + 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Recurrence, GradientsOverTime, ::testing::Values(0, 50),
                         [](const auto& given) { return "After" + std::to_string(given.param) + "Steps"; });

}  // namespace
}  // namespace attnlab::testing
