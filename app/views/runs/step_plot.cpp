// Curves over training steps.
#include "app/views/runs/step_plot.h"

#include <algorithm>
#include <cmath>

#include "app/views/runs/past_steps.h"
#include "app/views/runs/timeline_bar.h"

namespace attnlab {

LinePlotResult step_plot(const ViewModel& model, const char* id, std::span<const Series> series,
                         LinePlotOptions options, const Emit& emit) {
  options.x_title = "step";
  options.x_values = AxisValues::Whole;
  if (model.state.rewound) options.marker = static_cast<double>(*model.state.rewound);
  const LinePlotResult plot = line_plot(id, series, options);
  if (!options.log_x) draw_timeline_marks(model, plot.plot, plot.x_lo, plot.x_hi);
  if (plot.picked_x)
    go_to_step(model, std::clamp<Index>(std::lround(*plot.picked_x), 0, model.training.step), emit);
  return plot;
}

}  // namespace attnlab
