// Baselines of a task as level lines in plots of the loss.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/widgets/plots/line_plot.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// The ends of the lines; they must outlive the plot.
struct BaselineLines {
  std::array<double, 2> steps{};
  std::vector<std::array<double, 2>> losses;
};

/// Adds a line for each baseline, from the first to the last of `steps`; none before the first step.
void add_baselines(std::span<const TaskBaseline> baselines, const std::vector<double>& steps,
                   BaselineLines& lines, std::vector<Series>& series);

}  // namespace attnlab
