// The text that a saved model generates for a prompt, on standard output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/picture.h"
#include "core/io/checkpoint.h"
#include "core/models/generation/beam_search.h"
#include "core/models/generation/generation.h"

namespace attnlab {

class AttentionDevice;

/// How a text is made and printed.
struct GenerateOptions {
  Index max_tokens = 200;
  std::optional<double> temperature;  ///< none: 1, and 0 for a model that answers
  SamplingOptions sampling;           ///< its temperature is not read
  std::vector<std::string> stops;     ///< strings that end the text
  std::uint32_t seed = 1;
  Index beams = 0;  ///< 0: no search
  double length_penalty = BeamOptions().length_penalty;
  bool json = false;
};

/// The input: a prompt, or an image with its name in JSON.
struct GeneratePrompt {
  std::string text;
  std::shared_ptr<const Picture> picture{};
  std::string name{};  ///< of the picture: its file, or its number
};

/// Prints what `model` generates for `prompt`: a line, or several for beams; with `options.json` one object,
/// with the step that `step` gives, if any. Throws std::invalid_argument for a model that does not write
/// text, for an empty prompt to continue, and for a prompt that is too long.
void print_generated(const GenerateOptions& options, const Checkpoint& model, const GeneratePrompt& prompt,
                     std::optional<Index> step, AttentionDevice* device);

}  // namespace attnlab
