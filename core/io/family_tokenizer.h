// A family's tokenizers: tokenizer.json, or vocab.json and merges.txt, vocab.txt, vocab.json with source.spm
// and target.spm, spiece.model, tokenizer.model, tokenizer.bin.
#pragma once

#include <filesystem>

#include "core/io/families/model_family.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// The tokenizers of `folder` with `size` ids; that of what is read only where it is another. Throws
/// std::runtime_error with one line that names the file, and the key of it whose value is not known.
Vocabularies read_family_tokenizers(const ModelFamily& family, const std::filesystem::path& folder,
                                    Index size);

}  // namespace attnlab
