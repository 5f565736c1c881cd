// Neuron options: what the subcommand neurons is asked for.
#pragma once

#include <string>
#include <vector>

#include "app/cli/groups/device_option.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"

namespace attnlab {

inline constexpr Index kReadByNeurons = 4096;  // as the window reads

struct NeuronOptions {
  std::string preset, layer, by, follow, csv, figure, steps;
  std::vector<std::string> set;
  Index positions = kReadByNeurons, top = 10, unit = -1, expert = -1;
  bool held_out = false, right = false, json = false;
  DeviceOption device{};

  /// "activation", "contribution" or "follows".
  std::string order() const { return !follow.empty() ? "follows" : by.empty() ? "activation" : by; }
};

/// Draws the view Neurons with these options into a file, of one step, or of each of `steps` (then the step
/// is part of the file's name). Throws as the commands of the view, and as save_figure().
void draw_neuron_figure(const NeuronOptions& options, const ExampleOptions& example,
                        const std::string& folder, const Place& network, const std::vector<Index>& steps,
                        bool by_step);

}  // namespace attnlab
