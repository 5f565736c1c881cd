// The options of render: what is drawn, where in it, and how.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/groups/example_options.h"
#include "app/state/figure_request.h"

namespace attnlab {

struct RenderOptions {
  std::string model, preset, state, step, out, view, tensor, stage, attention, size, only, theme = "light";
  std::optional<std::string> text, source, target;
  std::optional<Index> layer, head, picture, train;
  std::vector<std::string> commands;
  EditOptions edits;
  double scale = FigureRequest().scale;
  bool transparent = false;
};

/// Draws the figures that the options ask for; returns the exit code. Throws std::invalid_argument with one
/// line where they do not fit together, or the model.
int render_figure(const RenderOptions& options);

/// Declares the options; `options` must outlive the command.
void add_render_options(CLI::App& command, RenderOptions& options);

}  // namespace attnlab
