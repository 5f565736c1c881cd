// Family folders: config, tokenizer and weights.
#include "core/io/family_folder.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/family_config.h"
#include "core/io/family_pictures.h"
#include "core/io/family_tokenizer.h"
#include "core/io/family_weights.h"
#include "core/io/json_file.h"
#include "core/layers/position_scheme.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using checkpoint_files::kConfig;
using checkpoint_files::with_name;

constexpr std::uint64_t kMostConfigBytes = 1 << 20;
constexpr std::size_t kShownKeys = 8;

nlohmann::json read_family_config(const fs::path& folder) {
  return read_json_object(folder / kConfig, kMostConfigBytes);
}

/// "config.json: nobody knows a, b and c here; …", a line.
std::string unknown_keys(const std::vector<std::string>& keys) {
  std::string list;
  for (std::size_t i = 0; i < keys.size() && i < kShownKeys; ++i)
    list += (i > 0 ? ", " : "") + quoted(std::string_view(keys[i]));
  if (keys.size() > kShownKeys) list += " and " + std::to_string(keys.size() - kShownKeys) + " more";
  return std::string(kConfig) + ": not known and left out: " + list;
}

/// One tokenizer for what is read and what is said, or the names of labels or classes for what is said.
Vocabularies read_vocabularies(const ModelFamily& family, const fs::path& folder, const ModelConfig& config,
                               const nlohmann::json& json) {
  const Format format = format_of(config);
  const Index size = has_source(format) ? config.source_vocabulary : config.target_vocabulary;
  Vocabularies vocabularies;
  if (!has_picture(format)) vocabularies.target = read_family_tokenizer(family, folder, size);
  if (has_source(format)) vocabularies.source = vocabularies.target;
  if (predicts_text(format)) return vocabularies;
  vocabularies.target = with_name(kConfig, [&] {
    return Tokenizer::from_vocabulary(label_names(config, json), TokenLevel::Labels, kNoSpecialTokens);
  });
  return vocabularies;
}

/// A model's table of angles may be far larger than the files: their tensors are compared first, with those
/// of a model of one position.
void check_before_tables(const ModelFamily& family, const ModelConfig& config, const TensorFolder& tensors) {
  if (!position_scheme(config.positions).rotations) return;
  ModelConfig short_one = config;
  short_one.context = 1;
  check_family_tensors(family, short_one, make_model(short_one)->parameters(), tensors);
}

}  // namespace

bool is_family_folder(const fs::path& folder) {
  try {
    return names_family(read_family_config(folder));
  } catch (const std::runtime_error&) {
    return false;
  }
}

Checkpoint load_family_folder(const fs::path& folder) {
  Checkpoint checkpoint;
  std::vector<std::string> unknown;
  nlohmann::json json;
  const ModelFamily& family = *with_name(kConfig, [&] {
    json = read_family_config(folder);
    const ModelFamily& found = family_of(json);
    checkpoint.preset.model = model_config_of(found, json, unknown);
    return &found;
  });
  checkpoint.preset.name = family.name;
  checkpoint.preset.description = "opened from a folder of a " + std::string(family.title);
  checkpoint.preset.task.name = "none";
  const ModelConfig& config = checkpoint.preset.model;
  if (has_picture(format_of(config))) read_pixel_scale(folder, checkpoint.preset.model, checkpoint.remarks);
  const TensorFolder tensors(folder);
  check_before_tables(family, config, tensors);
  checkpoint.model = make_model(config);
  check_family_tensors(family, config, checkpoint.model->parameters(), tensors);
  checkpoint.vocabularies =
      std::make_shared<const Vocabularies>(read_vocabularies(family, folder, config, json));
  auto weights = read_family_weights(family, config, checkpoint.model->parameters(), tensors);
  auto snapshot = std::make_shared<const WeightsSnapshot>(WeightsSnapshot{0, std::move(weights)});
  checkpoint.state = std::make_shared<const TrainingState>(
      TrainingState{std::move(snapshot), nullptr, first_settings(checkpoint.preset)});
  if (!unknown.empty()) checkpoint.remarks.push_back(unknown_keys(unknown));
  return checkpoint;
}

}  // namespace attnlab
