// Saves the view on the stage as a figure.
#pragma once

#include "app/state/figure_request.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Draws the view off-screen and writes it. To be called as draw_offscreen(). Throws std::invalid_argument
/// where there is nothing to draw yet or the request cannot be, std::runtime_error for a file that cannot be
/// written.
void save_figure(const ViewModel& model, const FigureRequest& request);

}  // namespace attnlab
