// What a saved model says to a prompt, on standard output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"
#include "core/models/beam_search.h"
#include "core/models/generation.h"

namespace attnlab {

class AttentionDevice;

/// How a text is made and printed.
struct GenerateOptions {
  Index max_tokens = 200;
  std::optional<double> temperature;  ///< none: 1, and 0 for a model with an encoder
  SamplingOptions sampling;           ///< its temperature is not read
  std::vector<std::string> stops;     ///< strings that end the text
  std::uint32_t seed = 1;
  Index beams = 0;  ///< 0: no search
  double length_penalty = BeamOptions().length_penalty;
  bool json = false;
};

/// Prints what `model` says to `prompt`: a line, or several for beams; with `options.json` one object, with
/// the step that `step` gives, if any. Throws std::invalid_argument for a model that writes no text, an empty
/// prompt to continue and one that is too long to be answered.
void print_generated(const GenerateOptions& options, const Checkpoint& model, const std::string& prompt,
                     std::optional<Index> step, AttentionDevice* device);

}  // namespace attnlab
