// Saves the view on the stage as a figure.
#pragma once

#include "app/state/figure_request.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Draws the view off-screen and writes the file. Call it when draw_offscreen() may be called. Throws
/// std::invalid_argument before the first trace and for an impossible request, std::runtime_error for a file
/// that cannot be written.
void save_figure(const ViewModel& model, const FigureRequest& request);

}  // namespace attnlab
