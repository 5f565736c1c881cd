// The curves of the training panel. Script names: train.scale[0,0] (linear), train.scale[0,1] (log),
// train.loss, train.rate_curve (plots).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/plots/line_plot.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// Whether the run on screen has made a step.
bool has_curve(const ViewModel& model);

/// Draws the loss of each batch, its running mean, and the held-out loss; a note before the first step.
/// Returns whether the switch of the axis is there too.
/// Dragging over the plot goes to past steps.
bool draw_loss(const ViewModel& model, ImVec2 size, const Emit& emit);
/// Draws the learning rate so far; needs has_curve().
void draw_rate_curve(const ViewModel& model, ImVec2 size);

/// The switch between a linear and a logarithmic loss axis, and its width.
void draw_scale(const ViewModel& model);
float scale_width();

/// The ends of the lines; they must outlive the plot.
struct BaselineLines {
  std::array<double, 2> steps{};
  std::vector<std::array<double, 2>> losses;
};

/// Adds a line for each baseline, from the first to the last of `steps`; none before the first step.
void add_baselines(std::span<const TaskBaseline> baselines, const std::vector<double>& steps,
                   BaselineLines& lines, std::vector<Series>& series);

}  // namespace attnlab
