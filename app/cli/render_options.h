// The options of render: what is drawn, where in it, and how.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/state/figure_request.h"

namespace attnlab {

struct RenderOptions {
  ModelOptions model{};
  ExampleOptions example{};
  std::string state{}, out{}, view{}, tensor{}, stage{}, attention{}, size{}, only{}, theme = "light";
  std::optional<Index> layer{}, head{}, train{};
  std::vector<std::string> commands{};
  double scale = FigureRequest().scale;
  bool transparent = false;
};

/// Declares the options; `options` must outlive the command.
void add_render_options(CLI::App& command, RenderOptions& options);

/// Draws the figures that the options ask for, of several steps NAME-STEP.svg. Throws std::invalid_argument
/// with one line if they do not fit each other or the model.
void render_figure(const RenderOptions& options);

}  // namespace attnlab
