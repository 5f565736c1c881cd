// Family folders, written: a model of ours as a folder of a family, as other programs open it.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "core/io/checkpoint.h"
#include "core/io/families/model_family.h"

namespace attnlab {

/// A family that has a model, and the config.json that says so.
struct FamilyOfModel {
  const ModelFamily* family = nullptr;
  const FamilyArchitecture* architecture = nullptr;
};

/// The first family whose config.json can say all of `config` but what concerns learning alone. Where several
/// can, as BERT and RoBERTa with one segment, that of the name `opened_as`. Throws std::invalid_argument with
/// one line that names the nearest family and an option in which it differs.
FamilyOfModel family_of_model(const ModelConfig& config, std::string_view opened_as = {});

/// Writes `checkpoint` as a folder of its family: config.json, model.safetensors, of F32 and in the family's
/// names and layout, tokenizer.json, special_tokens_map.json where tokens have roles, and of models of
/// pictures preprocessor_config.json. A folder of a family that is there is replaced. Throws
/// std::invalid_argument with one line where no family has the model, and where its tokenizer is none that is
/// written; std::runtime_error as save_checkpoint().
void save_family_folder(const std::filesystem::path& folder, const Checkpoint& checkpoint);

}  // namespace attnlab
