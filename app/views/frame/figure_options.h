// The options in the dialog that saves a figure.
#pragma once

#include <vector>

#include "app/state/command.h"
#include "app/state/figure_request.h"
#include "app/widgets/base/figure.h"

namespace attnlab {

/// Draws the options; the chosen format and the file's ending agree. Script names:
/// figure.format[0,i] (SVG, PNG), figure.scale[0,i] (1× to 4×, of a PNG), figure.theme[0,i] (light, dark),
/// figure.transparent, figure.only (the drawn part), figure.only[0,i] (its list: the whole view, then
/// `parts`).
void draw_figure_options(FigureRequest& request, const std::vector<FigurePart>& parts);

/// The command that saves the figure.
Command figure_command(const FigureRequest& request);

}  // namespace attnlab
