// What a model is given on the command line: a text, a source and a target, or a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"
#include "core/trace/tracer.h"

namespace CLI {
class App;
}

namespace attnlab {

/// The options --text, --source, --target, --image and --edit.
struct ExampleOptions {
  std::optional<std::string> text, source, target, image;
  std::vector<std::string> edits;
};

void add_example_options(CLI::App& command, const std::shared_ptr<ExampleOptions>& options);

/// The request that they mean for `model`. --text serves for --source where there is no other text. Throws
/// std::invalid_argument that says what this model reads where they do not fit, and as read_picture().
TraceRequest request_for(const ExampleOptions& options, const ModelConfig& model);

/// The file as a picture of the size that `model` reads.
std::shared_ptr<const Picture> picture_for(const std::string& file, const ModelConfig& model);

}  // namespace attnlab
