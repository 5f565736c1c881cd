// Vocabularies: the tokenizers that a model was made for.
#pragma once

#include <optional>

#include "core/text/tokenizer.h"

namespace attnlab {

/// One tokenizer for each side of a model. `source` is absent where there is no source text; `target` may be
/// of the names of classes or labels.
struct Vocabularies {
  std::optional<Tokenizer> source;
  Tokenizer target;
};

}  // namespace attnlab
