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

  /// The source's, where it has one of its own and is asked for; else the target's.
  const Tokenizer& of(bool source_text) const { return source_text && source ? *source : target; }
};

}  // namespace attnlab
