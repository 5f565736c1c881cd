// Checkpoint: config.json, tokenizer.json and training.json.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/files/json_file.h"
#include "core/tasks/task_config.h"

namespace attnlab::checkpoint_files {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kFormat = "attention-lab checkpoint";
constexpr int kVersion = 2;  // 1 had neither settings nor a record
constexpr std::uint64_t kMaxSmallFile = 1 << 20, kMaxTokenizerFile = 256 << 20;

/// Checks format and version, which is returned, and takes them off.
Index take_header(Json& json) {
  const Json& format = json_member(json, "format");
  if (format != kFormat) throw std::runtime_error("format must be \"" + std::string(kFormat) + "\"");
  const Index version = json_count(json, "version");
  if (version < 1 || version > kVersion) {
    throw std::runtime_error("version is " + std::to_string(version) +
                             ", but this program reads versions 1 to " + std::to_string(kVersion));
  }
  json.erase("format");
  json.erase("version");
  return version;
}

void read_settings(const Json& json, TrainingSettings& settings) {
  fields_from_json(json, settings_fields(settings), "settings");
  validate(settings);
}

/// The settings of version 1 that are not in its preset.
void read_factor(const Json& json, TrainingSettings& settings) {
  const Json factor = {{"learning_rate_factor", json_member(json, "learning_rate_factor")}};
  read_settings(factor, settings);
}

/// The progress of weights that another program made: the settings with which a run begins.
Progress imported_progress(const fs::path& folder, const Config& config) {
  Progress progress{step_of_weights(folder), 0, first_settings(config.preset)};
  progress.imported = true;
  return progress;
}

/// Reads the checksums, which older programs did not write.
void read_checksums(const Json& json, Progress& progress) {
  const auto sums = json.find(kChecksums);
  if (sums == json.end()) return;
  if (!sums->is_object()) throw std::runtime_error(std::string(kChecksums) + " must be an object");
  for (const auto& [file, sum] : sums->items()) {
    if (!sum.is_string()) throw std::runtime_error(std::string(kChecksums) + " must be strings");
    progress.checksums[file] = sum.get<std::string>();
  }
  const auto own = progress.checksums.find(kTraining);
  if (own != progress.checksums.end() && own->second != checksum_of_progress(json))
    progress.damage = std::string(kTraining) + ": " + std::string(kNotAsSaved) +
                      " (if you edited it yourself, remove \"" + kChecksums + "\" from it)";
}

}  // namespace

bool has_config(const fs::path& folder) {
  try {
    const Json json = read_json_object(folder / kConfig, kMaxSmallFile);
    const auto format = json.find("format");
    return format != json.end() && *format == kFormat;
  } catch (const std::runtime_error&) {
    return false;
  }
}

void write_config(const fs::path& folder, const Preset& preset) {
  nlohmann::ordered_json json = {{"format", kFormat}, {"version", kVersion}};
  const nlohmann::ordered_json stored = preset_to_json(preset);
  for (const auto& [key, value] : stored.items()) json[key] = value;
  write_json(folder / kConfig, json);
}

Config read_config(const fs::path& folder) {
  return with_name(kConfig, [&] {
    Json json = read_json_object(folder / kConfig, kMaxSmallFile);
    Config config;
    config.version = take_header(json);
    for (const char* section : {"task", "model", "training"}) json_member(json, section);
    config.preset = preset_from_json(json);
    validate(config.preset.task);
    validate(config.preset.training);
    validate(config.preset.model);
    return config;
  });
}

void write_vocabularies(const fs::path& folder, const Vocabularies& vocabularies) {
  nlohmann::ordered_json json;
  json["source"] = vocabularies.source ? vocabularies.source->to_json() : Json(nullptr);
  json["target"] = vocabularies.target.to_json();
  write_json(folder / kTokenizer, json);
}

Vocabularies read_vocabularies(const fs::path& folder) {
  return with_name(kTokenizer, [&] {
    const Json json = read_json_object(folder / kTokenizer, kMaxTokenizerFile);
    Vocabularies vocabularies;
    const Json& source = json_member(json, "source");
    if (!source.is_null()) vocabularies.source = Tokenizer::from_json(source);
    vocabularies.target = Tokenizer::from_json(json_member(json, "target"));
    return vocabularies;
  });
}

void write_progress(const fs::path& folder, const Progress& progress) {
  TrainingSettings settings = progress.settings;
  nlohmann::ordered_json json = {{"steps", progress.steps},
                                 {"updates", progress.updates},
                                 {"settings", fields_to_json(settings_fields(settings))},
                                 {"record", progress.record}};
  FileChecksums sums = checksums_in(folder);
  sums[std::string(kTraining)] = checksum_of_progress(Json::parse(json.dump()));
  json[kChecksums] = sums;
  write_json(folder / kTraining, json);
}

Progress read_progress(const fs::path& folder, const Config& config) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(folder / kTraining, ignored))) return imported_progress(folder, config);
  return with_name(kTraining, [&] {
    const Json json = read_json_object(folder / kTraining, kMaxSmallFile);
    Progress progress{json_count(json, "steps"), json_count(json, "updates"), first_settings(config.preset)};
    if (config.version == 1) {
      read_factor(json, progress.settings);
      return progress;
    }
    read_settings(json_member(json, "settings"), progress.settings);
    const Json& record = json_member(json, "record");
    if (!record.is_boolean()) throw std::runtime_error("record must be true or false");
    progress.record = record.get<bool>();
    read_checksums(json, progress);
    return progress;
  });
}

}  // namespace attnlab::checkpoint_files
