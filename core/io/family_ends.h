// A family's ends: which tokens end a generated text, and which begin and pad one, in config.json and
// generation_config.json.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/io/families/model_family.h"
#include "core/text/vocabularies.h"

namespace attnlab {

inline constexpr const char* kGenerationConfig = "generation_config.json";

/// `vocabularies` with the roles and the ends that the files of `folder` give to their tokens:
/// generation_config.json comes first, then `config`, the config.json. An end that is not a token is left
/// out, with a line in `remarks`; so is a first token that other programs force, which is kept for them.
/// Throws std::runtime_error with one line that names the file and the key.
Vocabularies with_file_roles(const ModelFamily& family, const std::filesystem::path& folder,
                             const nlohmann::json& config, Vocabularies vocabularies,
                             std::vector<std::string>& remarks);

/// The members of config.json and of generation_config.json that describe `tokenizer` in the same way.
nlohmann::ordered_json roles_to_write(const ModelFamily& family, const Tokenizer& tokenizer);

}  // namespace attnlab
