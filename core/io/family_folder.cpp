// Family folders: config, tokenizer and weights.
#include "core/io/family_folder.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/families/llama2c.h"
#include "core/io/family_config.h"
#include "core/io/family_embedding.h"
#include "core/io/family_ends.h"
#include "core/io/family_names.h"
#include "core/io/family_pictures.h"
#include "core/io/family_tokenizer.h"
#include "core/io/family_weights.h"
#include "core/io/files/file.h"
#include "core/io/files/json_file.h"
#include "core/layers/position_scheme.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using checkpoint_files::kConfig;
using checkpoint_files::with_name;

constexpr std::uint64_t kMostConfigBytes = 1 << 20;
constexpr std::size_t kShownKeys = 8;
constexpr std::string_view kLlama2cModel = "model.bin";

nlohmann::json read_family_config(const fs::path& folder) {
  return read_json_object(folder / kConfig, kMostConfigBytes);
}

/// One line: "config.json: ignored unknown keys: a, b, c".
std::string unknown_keys(const std::vector<std::string>& keys) {
  std::string list;
  for (std::size_t i = 0; i < keys.size() && i < kShownKeys; ++i)
    list += (i > 0 ? ", " : "") + quoted(std::string_view(keys[i]));
  if (keys.size() > kShownKeys) list += " and " + std::to_string(keys.size() - kShownKeys) + " more";
  return std::string(kConfig) + ": ignored unknown keys: " + list;
}

/// One tokenizer for input and output, or one for each, or the names of labels or classes for the output.
Vocabularies read_vocabularies(const ModelFamily& family, const fs::path& folder, const ModelConfig& config,
                               const nlohmann::json& json, std::vector<std::string>& remarks) {
  const Format format = format_of(config);
  const Index size = has_source(format) ? config.source_vocabulary : config.target_vocabulary;
  Vocabularies vocabularies;
  if (!has_picture(format)) vocabularies = read_family_tokenizers(family, folder, size);
  if (writes_text(format))
    vocabularies = with_file_roles(family, folder, json, std::move(vocabularies), remarks);
  if (has_source(format) && !vocabularies.source) vocabularies.source = vocabularies.target;
  if (predicts_text(format)) return vocabularies;
  vocabularies.target = with_name(kConfig, [&] {
    return Tokenizer::from_vocabulary(label_names(config, json), TokenLevel::Labels, kNoSpecialTokens);
  });
  return vocabularies;
}

/// Adds keys that can be inferred from the tensors.
void complete_from(const ModelFamily& family, const TensorFolder& tensors, nlohmann::json& json) {
  const FamilyNames names(family, tensors);
  const auto shape_of = [&](const std::string& name) {
    const StoredTensor found = names.find(name);
    return found ? std::optional(found.entry->shape) : std::nullopt;
  };
  family.complete(shape_of, json);
}

/// Runs `read()`; an error about a missing tensor also names the architecture that was assumed, if
/// config.json does not name one.
template <typename Read>
auto with_usual_architecture(const ModelFamily& family, const nlohmann::json& json, const Read& read) {
  try {
    return read();
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    const bool named = !json.value("architectures", nlohmann::json()).empty();
    if (named || family.architectures.size() < 2 || message.find(" is missing") == message.npos) throw;
    throw std::runtime_error(message + ": config.json does not name architectures, so it is read as " +
                             std::string(family.architectures[0].name));
  }
}

/// A model's table of angles or waves may be far larger than the files: their tensors are compared first,
/// with those of a model of one position.
void check_before_tables(const ModelFamily& family, const ModelConfig& config, const TensorFolder& tensors) {
  const PositionScheme& scheme = position_scheme(config.positions);
  if (!scheme.rotations && !scheme.waves) return;
  ModelConfig short_one = config;
  short_one.context = 1;
  check_family_tensors(family, short_one, make_model(short_one)->parameters(), tensors);
}

/// A model without a task, an optimizer or a past.
void set_state(Checkpoint& checkpoint, AlignedBuffer weights) {
  auto snapshot = std::make_shared<const WeightsSnapshot>(WeightsSnapshot{0, std::move(weights)});
  checkpoint.state = std::make_shared<const TrainingState>(
      TrainingState{std::move(snapshot), nullptr, first_settings(checkpoint.preset)});
}

Checkpoint model_of_llama2c(const fs::path& path, ReadProgress* progress) {
  const InputFile opened(path);
  const FileBytes file{opened.size(), [&](std::uint64_t offset, std::span<std::byte> bytes) {
                         opened.read(offset, bytes);
                         if (progress) progress->note(bytes.size());
                       }};
  const Llama2cHeader header = read_llama2c_header(file);
  Checkpoint checkpoint;
  checkpoint.preset.name = kLlama2cFamily;
  checkpoint.preset.description = "Opened from a llama2.c file.";
  checkpoint.preset.task.name = "none";
  checkpoint.preset.model = llama2c_config(header);
  checkpoint.model = make_model(checkpoint.preset.model);
  const ParameterLayout& layout = checkpoint.model->parameters();
  if (progress) progress->expect(static_cast<std::uint64_t>(layout.size()) * sizeof(float));
  set_state(checkpoint, read_llama2c_weights(file, header, layout));
  return checkpoint;
}

}  // namespace

bool is_family_folder(const fs::path& folder) {
  try {
    return names_family(read_family_config(folder));
  } catch (const std::runtime_error&) {
    return false;
  }
}

Checkpoint load_family_folder(const fs::path& folder, ReadProgress* progress) {
  Checkpoint checkpoint;
  std::vector<std::string> unknown;
  nlohmann::json json;
  const ModelFamily& family = *with_name(kConfig, [&] {
    json = read_family_config(folder);
    const ModelFamily& found = family_of(json);
    if (found.complete) complete_from(found, TensorFolder(folder), json);
    checkpoint.preset.model = model_config_of(found, json, unknown);
    return &found;
  });
  checkpoint.preset.name = family.name;
  checkpoint.preset.description = "Opened from a " + std::string(family.title) + " folder.";
  checkpoint.preset.task.name = "none";
  const ModelConfig& config = checkpoint.preset.model;
  if (has_picture(format_of(config))) read_pixel_scale(folder, checkpoint.preset.model, checkpoint.remarks);
  settle_output(family, TensorFolder(folder), json, checkpoint.preset.model, checkpoint.remarks);
  const TensorFolder tensors(folder, progress);
  with_usual_architecture(family, json, [&] {
    check_before_tables(family, config, tensors);
    checkpoint.model = make_model(config);
    check_family_tensors(family, config, checkpoint.model->parameters(), tensors);
  });
  checkpoint.vocabularies = std::make_shared<const Vocabularies>(
      read_vocabularies(family, folder, config, json, checkpoint.remarks));
  auto weights = read_family_weights(family, config, checkpoint.model->parameters(), tensors, progress);
  set_state(checkpoint, std::move(weights));
  if (!unknown.empty()) checkpoint.remarks.push_back(unknown_keys(unknown));
  return checkpoint;
}

bool is_llama2c_file(const fs::path& path) {
  std::error_code ignored;
  return path.extension() == ".bin" && path.filename() != "tokenizer.bin" &&
         fs::is_regular_file(path, ignored);
}

std::optional<fs::path> llama2c_file_in(const fs::path& folder) {
  if (is_llama2c_file(folder / kLlama2cModel)) return folder / kLlama2cModel;
  std::optional<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!is_llama2c_file(at->path())) continue;
    if (found) return {};
    found = at->path();
  }
  return found;
}

Checkpoint load_llama2c_file(const fs::path& file, ReadProgress* progress) {
  Checkpoint checkpoint =
      with_name(file.filename().string(), [&] { return model_of_llama2c(file, progress); });
  const auto family = std::ranges::find(model_families(), kLlama2cFamily, &ModelFamily::name);
  checkpoint.vocabularies = std::make_shared<const Vocabularies>(
      read_family_tokenizers(*family, file.parent_path(), checkpoint.preset.model.target_vocabulary));
  return checkpoint;
}

}  // namespace attnlab
