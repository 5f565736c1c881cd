// The classes that a saved model predicts for a text or an image, or for its tokens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"

namespace attnlab {

/// What is classified: a text, or the path of an image.
struct ClassifiedInput {
  std::optional<std::string> text, image;
};

/// The classes of the whole (token empty) or of one token.
struct Finding {
  Index position = 0;
  std::string token;
  struct Choice {
    std::string name;
    double probability;
  };
  std::vector<Choice> choices;  ///< the most probable first
};

/// The `top` most probable classes of the whole, or of each token that has classes. Throws
/// std::invalid_argument for a model without classes, for an input that it does not read, and for a text
/// without tokens to classify.
std::vector<Finding> find_classes(const ClassifiedInput& input, const Checkpoint& model, Index top);

}  // namespace attnlab
