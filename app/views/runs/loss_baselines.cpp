// Baselines of a task as level lines.
#include "app/views/runs/loss_baselines.h"

#include <string>

#include "app/theme/theme.h"

namespace attnlab {

void add_baselines(std::span<const TaskBaseline> baselines, const std::vector<double>& steps,
                   BaselineLines& lines, std::vector<Series>& series) {
  constexpr int kFirstColour = 2;  // behind those of the loss
  if (baselines.empty() || steps.empty()) return;
  lines.steps = {steps.front(), steps.back()};
  for (const TaskBaseline& each : baselines) lines.losses.push_back({each.loss, each.loss});
  for (std::size_t i = 0; i < baselines.size(); ++i)
    series.push_back({.name = std::string(baselines[i].name),
                      .x = lines.steps,
                      .y = lines.losses[i],
                      .colour = faded(series_colour(kFirstColour + static_cast<int>(i)), 0.85f),
                      .thickness = 1.2f});
}

}  // namespace attnlab
