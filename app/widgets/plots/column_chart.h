// Upright bars with names: probabilities, histograms.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/widgets/base/draw.h"

namespace attnlab {

struct ColumnChartOptions {
  std::span<const std::string> names{};  ///< below the columns; shown through display_token()
  ImVec2 size{0, 0};
  Role role = Role::None;  ///< colour of the columns; None is the accent
  double highest = 0;      ///< value at the top; 0 means the largest value
  bool percent = false;    ///< values are fractions, shown as percentages
  int selected = -1;
  std::span<const unsigned char> faded{};  ///< optional: nonzero columns are faded
  std::string y_title{};
  std::string target{};  ///< columns are NAME[0,i] for scripts
};

struct ColumnChartResult {
  Box bounds;
  int hovered = -1, clicked = -1;
};

/// Draws one column per value; negative values hang below zero.
ColumnChartResult column_chart(const char* id, std::span<const double> values,
                               const ColumnChartOptions& options = {});

/// Counts of `values` in `bins` equal bins between lo and hi; values outside and NaN are left out. Pure.
std::vector<double> histogram(std::span<const float> values, double lo, double hi, int bins);

}  // namespace attnlab
