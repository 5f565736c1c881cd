// --figure: a view of the model and the example that other options name.
#pragma once

#include <string>
#include <vector>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/state/command.h"

namespace attnlab {

/// Applies the commands to the program without its window, and draws what is then on the stage into `file`,
/// of several steps into NAME-STEP.svg. Throws as the subcommand render.
void draw_figure(const std::string& file, const ModelOptions& model, const ExampleOptions& example,
                 const std::vector<Command>& commands);

}  // namespace attnlab
