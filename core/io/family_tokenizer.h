// A family's tokenizer: tokenizer.json, or vocab.json and merges.txt, vocab.txt, tokenizer.model,
// tokenizer.bin.
#pragma once

#include <filesystem>

#include "core/io/families/model_family.h"
#include "core/text/tokenizer.h"

namespace attnlab {

/// The tokenizer of `folder` with `size` ids. Throws std::runtime_error with one line that names the file,
/// and the key of it whose value is not known.
Tokenizer read_family_tokenizer(const ModelFamily& family, const std::filesystem::path& folder, Index size);

}  // namespace attnlab
