// A model's tokenizers, as files of a family's folder.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/families/model_family.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// A file and its bytes.
struct FamilyFile {
  std::string name, bytes;
};

/// tokenizer.json of byte pairs and of stages that such a file can have; files of SentencePiece and what goes
/// with them of others. Throws std::invalid_argument with one line for tokenizers that no file can hold.
std::vector<FamilyFile> family_tokenizer_files(const ModelFamily& family, const Vocabularies& vocabularies);

/// The names of all files that this may be.
std::span<const std::string_view> family_tokenizer_names();

}  // namespace attnlab
