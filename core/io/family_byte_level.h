// A family's byte-level pairs in files without stages: vocab.json and merges.txt, said as a tokenizer.json
// says it.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "core/io/families/model_family.h"
#include "core/text/formats/file_tokenizer.h"

namespace attnlab {

/// What vocab.json, merges.txt, tokenizer_config.json and added_tokens.json of `folder` say, as stages: how
/// the tokenizer's class cuts, or that of `family` where no file names one; its added tokens; and what it
/// puts around a text. Throws std::runtime_error with one line for what is not read.
nlohmann::json byte_level_file(const ModelFamily& family, const std::filesystem::path& folder,
                               const TokenizerSettings& settings);

/// Whether any byte lacks an entry of its own.
bool lacks_bytes(const nlohmann::json& entries);

}  // namespace attnlab
